// Circulating stablecoins from DefiLlama: each tracked coin, and all coins together with their daily past.
import { DAY_MS } from "../../../schema/duration.ts";
import { KEYS } from "../../../schema/key.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { forwardCursors } from "../../run/cursor.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asNumberOrNull, asRecord, asRecords, asText, recordIn } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import { askLlama, PAST_MS, pointsFrom } from "./client.ts";

/** The token that stands for every coin listed. */
const ALL = "all";
const COINS = TRACKED.filter((token) => token.stablecoin).map((token) => token.id);

type Supply = {
  readonly token: string;
  readonly supply_usd: number;
  readonly supply_24h_ago_usd: number | null;
  readonly supply_7d_ago_usd: number | null;
};

const add = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/**
 * Coins of `/stablecoins?includePrices=true`, valued at today's price now and then: a change is of coins, not of
 * price. A coin pegged to anything but the dollar counts only where its price is given.
 */
export function parseStablecoins(body: unknown): Supply[] {
  const listed = asRecords(asRecord(body).peggedAssets).flatMap((row): Supply[] => {
    const peg = asText(row.pegType);
    const price = asNumberOrNull(row.price) ?? (peg === "peggedUSD" ? 1 : null);
    if (price === null) return [];
    const usd = (value: unknown): number | null => {
      const amount = asNumberOrNull(recordIn(value)[0]?.[peg]);
      return amount === null ? null : amount * price;
    };
    const now = usd(row.circulating);
    if (now === null) return [];
    return [
      {
        token: asText(row.gecko_id),
        supply_usd: now,
        supply_24h_ago_usd: usd(row.circulatingPrevDay),
        supply_7d_ago_usd: usd(row.circulatingPrevWeek),
      },
    ];
  });
  // A coin that did not exist then stood at nothing: only the whole may say so.
  const all = listed.reduce<Supply>(
    (sum, one) => ({
      token: ALL,
      supply_usd: sum.supply_usd + one.supply_usd,
      supply_24h_ago_usd: add(sum.supply_24h_ago_usd, one.supply_24h_ago_usd ?? 0),
      supply_7d_ago_usd: add(sum.supply_7d_ago_usd, one.supply_7d_ago_usd ?? 0),
    }),
    { token: ALL, supply_usd: 0, supply_24h_ago_usd: 0, supply_7d_ago_usd: 0 },
  );
  return [...listed.filter(({ token }) => COINS.includes(token)), ...(listed.length > 0 ? [all] : [])];
}

/** The daily past of all coins of `/stablecoincharts/all` at or after `from` (epoch ms); a day without values is left out. */
export const parseStablecoinPast = (body: unknown, from: number, now?: number) =>
  pointsFrom(body, from, now).flatMap(({ at, row }) =>
    recordIn(row.totalCirculatingUSD).map((pegs) => ({
      at,
      usd: Object.values(pegs).reduce<number>((sum, usd) => sum + asNumber(usd), 0),
    })),
  );

async function readPast(run: Run): Promise<void> {
  const known = await run.deps.redis.hget(KEYS.cursor(run.source.id), ALL);
  if (known !== null) return;
  const { body, record } = await askLlama(run, "stablecoins", "stablecoincharts/all", "/stablecoincharts/all");
  const now = run.deps.clock.now();
  const rows = parseStablecoinPast(body, now - PAST_MS, now)
    .filter(({ at }) => at % DAY_MS === 0)
    .map(({ at, usd }) => ({
      token: ALL,
      at,
      supply_usd: usd,
      supply_24h_ago_usd: null,
      supply_7d_ago_usd: null,
      provider: run.provider,
      retrieved_at: record.responded_at,
    }));
  // Not counted for the call: what is shown now came with the listing.
  await run.take(rows, { now, ageMsMax: null });
  await run.flush();
  await forwardCursors(run.deps.redis, run.source.id, new Map([[ALL, now]]));
}

async function pull(run: Run): Promise<void> {
  const { body, record } = await askLlama(run, "stablecoins", "stablecoins", "/stablecoins?includePrices=true");
  const at = record.responded_at;
  const supplies = parseStablecoins(body);
  someAsked(
    supplies.filter(({ token }) => token !== ALL),
    "coins",
    COINS.length > 0,
  );
  const rows = supplies.map((one) => ({ ...one, at, provider: run.provider, retrieved_at: at }));
  const ordered = rows.map(({ token, at: when, ...rest }) => ({ token, at: when, ...rest }));
  await run.take(ordered, { now: run.deps.clock.now(), record });
  await readPast(run);
}

export const defillamaStablecoin = ownSource({
  id: "defillama-stablecoin",
  provider: "defillama",
  tokens: COINS,
  pull,
});
