// Circulation of the last weeks from CoinGecko's charts, a few coins a run: what growth in 30 days is held against.
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { httpError } from "../../../schema/io/http.ts";
import { KEYS } from "../../../schema/key.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { forwardCursors } from "../../run/cursor.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asRecord, asRows, isTime } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { callCoinGecko } from "./client.ts";

const IDS = TRACKED.map((token) => token.id);
/** A whole day more than the 31 that growth looks back over; up to 90 the chart is of hours. */
const DAYS = 32;
/** Newer days are those of the readings themselves. */
const NEWEST_MS = 4 * DAY_MS;
/** What was too new for one reading is in the next, long before it is 30 days old. */
const AGAIN_MS = 20 * DAY_MS;
/** A coin whose chart failed or said nothing is left alone so long, and then comes after all that were not asked since. */
const FAILED_MS = HOUR_MS;
/** Hours that a day must have. */
const HOURS_MIN = 12;
/** Coins a run reads: the other sources of the provider share its pace. */
const COINS_A_RUN = { live: 3, sandbox: 60 } as const;

type Point = { readonly at: number; readonly price: number; readonly cap: number };

/** Instants at which the chart says both; a cap of zero is one that the provider does not know. */
function pointsOf(body: unknown): Point[] {
  const { prices, market_caps } = asRecord(body, "chart");
  const pairs = (list: unknown, name: string) =>
    asRows(list, name).map(([at, value]): [number, number] => [asNumber(at), asNumber(value)]);
  const caps = new Map(pairs(market_caps, "market_caps"));
  const all = pairs(prices, "prices");
  if (all.length === 0) throw httpError("bad_body", "the chart is empty");
  return all.flatMap(([at, price]) => {
    const cap = caps.get(at) ?? 0;
    return isTime(at) && price > 0 && cap > 0 ? [{ at, price, cap }] : [];
  });
}

/**
 * One row a whole UTC day, at its last hour. Circulation is cap over price; the two may be of slightly different
 * moments, so that a day's is the middle one of its hours.
 */
export function parseMarketChart(
  body: unknown,
  about: { readonly token: string; readonly provider: string; readonly retrievedAt: number },
): SourceRow[] {
  const days = new Map<number, Point[]>();
  for (const point of pointsOf(body)) {
    const day = Math.floor(point.at / DAY_MS);
    days.set(day, [...(days.get(day) ?? []), point]);
  }
  return [...days].flatMap(([day, points]) => {
    const last = points.at(-1);
    if (!last || points.length < HOURS_MIN || (day + 1) * DAY_MS > about.retrievedAt - NEWEST_MS) return [];
    const coins = points.map(({ price, cap }) => cap / price).sort((a, b) => a - b);
    return [
      {
        token: about.token,
        at: last.at,
        price_usd: last.price,
        market_cap_usd: last.cap,
        fdv_usd: null,
        rank: null,
        circulating_native: coins[Math.floor(coins.length / 2)] ?? null,
        total_native: null,
        max_native: null,
        ath_usd: null,
        ath_at: null,
        volume_24h_usd: null,
        provider: about.provider,
        retrieved_at: about.retrievedAt,
      },
    ];
  });
}

/** Coins whose past was not read lately: those never asked in vain first, by importance, then by how long ago that was. */
async function dueTokens({ deps, source }: Run, tokens: readonly string[]): Promise<string[]> {
  const { redis } = deps;
  const [read, vain] = await Promise.all([
    redis.hgetall(KEYS.cursor(source.id)),
    redis.hgetall(KEYS.askedInVain(source.id)),
  ]);
  const vainAt = (token: string): number => Number(vain[token] ?? 0);
  const now = deps.clock.now();
  const most = COINS_A_RUN[deps.env.MARKET];
  return tokens
    .filter((token) => now - Number(read[token] ?? 0) >= AGAIN_MS && now - vainAt(token) >= FAILED_MS)
    .sort((a, b) => vainAt(a) - vainAt(b))
    .slice(0, most);
}

/** Keeps when coins were read, and when they were asked in vain. */
async function keepAsked({ deps, source }: Run, heads: ReadonlyMap<string, number>, vain: ReadonlyMap<string, number>) {
  const key = KEYS.askedInVain(source.id);
  if (vain.size > 0) await deps.redis.hset(key, Object.fromEntries(vain));
  if (heads.size > 0) await deps.redis.hdel(key, ...heads.keys());
  await forwardCursors(deps.redis, source.id, heads);
}

async function pull(run: Run, only: readonly string[] = IDS): Promise<void> {
  const heads = new Map<string, number>();
  const vain = new Map<string, number>();
  const params = { vs_currency: "usd", days: String(DAYS) };
  for (const [order, token] of (await dueTokens(run, only)).entries()) {
    if (run.halted()) break;
    try {
      const about = { endpoint: "coins/{id}/market_chart", token };
      const { body, record } = await callCoinGecko(run, `coins/${token}/market_chart`, params, about);
      const rows = parseMarketChart(body, { token, provider: run.provider, retrievedAt: record.responded_at });
      const now = run.deps.clock.now();
      const kept = await run.take(rows, { now, order, record, ageMsMax: null });
      (kept.length > 0 ? heads : vain).set(token, now);
    } catch (error) {
      run.fail(token, error);
      vain.set(token, run.deps.clock.now());
    }
  }
  await run.flush();
  await keepAsked(run, heads, vain);
}

export const coingeckoCoinMarketPast = ownSource({
  id: "coingecko-coin-market-past",
  provider: "coingecko",
  tokens: IDS,
  pull,
});
