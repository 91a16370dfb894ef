// Fills the stores of a benchmark: candles as a walk, everything else as the simulated market tells it.
import { pullSource } from "../../ingest/pull.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Ground } from "./ground.ts";

const VENUES = ["binance", "bybit", "okx"];
const PART_TOKENS = 250;
const minute = 60_000;

type Prices = ReadonlyMap<string, number>;

/** What a token costs last: as the market says, or where nobody asked it, anything. */
const lastPrice = (ids: readonly string[], prices: Prices | undefined): string =>
  prices === undefined
    ? "1 + cityHash64(token) % 1000"
    : `transform(token, [${ids.map((id) => `'${id}'`)}], [${ids.map((id) => prices.get(id) ?? 1)}], toFloat64(1))`;

/** A walk of so many candles of every token and venue that ends at its last price. */
function fillSql(
  asOf: number,
  intervalS: number,
  count: number,
  market: string,
  of = TRACKED,
  prices?: Prices,
): string {
  const ids = of.map(({ id }) => id);
  const tokens = ids.map((id) => `'${id}'`).join(",");
  const venues = VENUES.map((venue) => `'${venue}'`).join(",");
  const last = Math.floor(asOf / (intervalS * 1_000)) * intervalS * 1_000;
  return `INSERT INTO candle (* EXCEPT (stored_at, replaced_at))
SELECT token, venue, '${market}', concat(upper(token), 'USDT'), ${intervalS},
  fromUnixTimestamp64Milli(toInt64(${last} - (n + 1) * ${intervalS * 1_000}), 'UTC'),
  p, p * 1.001, p * 0.999, p * 1.0002, 100 + (n % 60), (100 + (n % 60)) * p,
  concat('sandbox:', venue), fromUnixTimestamp64Milli(toInt64(${last}), 'UTC')
FROM (
  SELECT token, number AS n, (${lastPrice(ids, prices)}) * exp(0.02 * sin(n / 211) + 0.01 * sin(n / 37)) AS p
  FROM numbers(${count}) ARRAY JOIN [${tokens}] AS token
) AS walk ARRAY JOIN [${venues}] AS venue
SETTINGS max_insert_block_size = 1000000`;
}

/** So much past of minutes, and of hours of both markets, for every token: of some at a time, as a statement has its time. */
export async function fillCandles({ deps: { store } }: Ground, asOf: number, pastMs: number, prices: Prices) {
  const [minutes, hours] = [pastMs / minute, pastMs / (60 * minute)];
  for (let from = 0; from < TRACKED.length; from += PART_TOKENS) {
    const part = TRACKED.slice(from, from + PART_TOKENS);
    await store.command(fillSql(asOf, 60, minutes, "spot", part, prices));
    await store.command(fillSql(asOf, 3_600, hours, "spot", part, prices));
    await store.command(fillSql(asOf, 3_600, hours, "perp", part, prices));
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
