// Fills the stores of a benchmark: candles as a walk, everything else as the simulated market tells it.
import { pullSource } from "../../ingest/pull.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Ground } from "./ground.ts";

const VENUES = ["binance", "bybit", "okx"];
const PART_TOKENS = 250;
const minute = 60_000;

/** Two weeks of minutes and five of hours for every token and venue: a walk around the newest price that was pulled. */
function fillSql(asOf: number, intervalS: number, count: number, market: string, of = TRACKED): string {
  const tokens = of.map((token) => `'${token.id}'`).join(",");
  const venues = VENUES.map((venue) => `'${venue}'`).join(",");
  const last = Math.floor(asOf / (intervalS * 1_000)) * intervalS * 1_000;
  return `INSERT INTO candle (* EXCEPT (stored_at, replaced_at))
SELECT token, venue, '${market}', concat(upper(token), 'USDT'), ${intervalS},
  fromUnixTimestamp64Milli(toInt64(${last} - (n + 1) * ${intervalS * 1_000}), 'UTC'),
  p, p * 1.001, p * 0.999, p * 1.0002, 100 + (n % 60), (100 + (n % 60)) * p,
  concat('sandbox:', venue), fromUnixTimestamp64Milli(toInt64(${last}), 'UTC')
FROM (
  SELECT token, number AS n, (1 + cityHash64(token) % 1000) * exp(0.02 * sin(n / 211) + 0.01 * sin(n / 37)) AS p
  FROM numbers(${count}) ARRAY JOIN [${tokens}] AS token
) AS walk ARRAY JOIN [${venues}] AS venue
SETTINGS max_insert_block_size = 1000000`;
}

/** So much past of minutes, and of hours of both markets, for every token: of some at a time, as a statement has its time. */
export async function fillCandles({ deps: { store } }: Ground, asOf: number, pastMs: number): Promise<void> {
  const [minutes, hours] = [pastMs / minute, pastMs / (60 * minute)];
  for (let from = 0; from < TRACKED.length; from += PART_TOKENS) {
    const part = TRACKED.slice(from, from + PART_TOKENS);
    await store.command(fillSql(asOf, 60, minutes, "spot", part));
    await store.command(fillSql(asOf, 3_600, hours, "spot", part));
    await store.command(fillSql(asOf, 3_600, hours, "perp", part));
  }
}

/** Everything that is not a candle comes from the simulated market itself. */
export async function fillStore(ground: Ground, asOf: number): Promise<void> {
  const slot = Math.floor(asOf / minute) * minute;
  const live = Object.values(SOURCES).flatMap((source) => (source.dataset === "candle" ? [] : [source.id]));
  await Promise.all(live.map((id) => pullSource(ground.deps, id, { slot })));
  await ground.deps.store.command(fillSql(asOf, 60, 14 * 1_440, "spot"));
  await ground.deps.store.command(fillSql(asOf, 3_600, 35 * 24, "spot"));
  await ground.deps.store.command(fillSql(asOf, 3_600, 14 * 24, "perp"));
}
