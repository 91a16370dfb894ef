// Keeps what outcomes are settled with: hourly extremes and sigmas, and what a call at every full hour would have met.
import type { MarketHourRow } from "../../schema/dataset/issued/market-hour.ts";
import type { MarketSampleRow } from "../../schema/dataset/issued/market-sample.ts";
import { HOUR_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { recordClose } from "../../schema/query/record/record-close.ts";
import { recordExtreme } from "../../schema/query/record/record-extreme.ts";
import { recordHour } from "../../schema/query/record/record-hour.ts";
import type { RecordMarkRow } from "../../schema/query/record/record-mark.ts";
import { recordSampled } from "../../schema/query/record/record-sampled.ts";
import { HORIZON_IDS, HORIZONS, type HorizonId, SCORING } from "../../schema/record/rule.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { type Gap, gap, isGap, type Measured } from "../measure/gap.ts";
import { alignHours, measureVolatility } from "../measure/volatility.ts";
import { roundPct } from "../number/round.ts";
import { bandOf, horizonMs, measureOutcome, openMarketReturns, settleableAt, sigmaAt } from "./measure-outcome.ts";
import { hourBefore, readPrices } from "./prices.ts";

const TOKENS = TRACKED.map(({ id }) => id);
/** Hours read in one go when many are missing. */
const HOURS_AT_ONCE = 72;
const NONE: Gap = gap("insufficient_history");

const orNull = (value: Measured<number>): number | null => (isGap(value) ? null : roundPct(value));

async function readHours(store: Store, from: number, count: number, revision: number, now: number) {
  const to = from + count * HOUR_MS;
  const [extremes, hourly] = await Promise.all([
    store.query(recordExtreme, { tokens: TOKENS, from, to }),
    store.query(recordClose, { tokens: TOKENS, from, to: to - HOUR_MS }),
  ]);
  const past = new Map(hourly.map((row) => [row.token, row]));
  const found = new Map(extremes.map((row) => [`${row.token} ${row.hour}`, row]));
  const rows: MarketHourRow[] = [];
  for (let hour = from; hour < to; hour += HOUR_MS) {
    for (const token of TOKENS) {
      const closes = past.get(token);
      const extreme = found.get(`${token} ${hour}`);
      if (!closes && !extreme) continue;
      const { sigma1h, sigma24h, sigma7d } = measureVolatility(alignHours(closes ?? null, hour), NONE);
      rows.push({
        token,
        at: hour,
        revision,
        close_count: extreme?.closes ?? 0,
        low: extreme?.low ?? null,
        high: extreme?.high ?? null,
        sigma_1h_pct: orNull(sigma1h),
        sigma_24h_pct: orNull(sigma24h),
        sigma_7d_pct: orNull(sigma7d),
        scored_at: now,
      });
    }
  }
  return rows;
}

/** Hours that began before this are over and stored. */
const wholeBefore = (now: number): number => hourBefore(now - SCORING.storedMs - SCORING.toleranceMs);

export async function keepHours(deps: Deps, mark: RecordMarkRow, signal: AbortSignal): Promise<void> {
  const { store, clock } = deps;
  const end = wholeBefore(clock.now());
  let from = mark.last_hour > 0 ? mark.last_hour + HOUR_MS : hourBefore(mark.first_call);
  while (from < end) {
    signal.throwIfAborted();
    const count = Math.min(HOURS_AT_ONCE, (end - from) / HOUR_MS);
    const rows = await readHours(store, from, count, 0, clock.now());
    if (rows.length > 0) await store.insert("market_hour", rows, `market_hour~${from}~0`);
    from += count * HOUR_MS;
  }
}

async function sampleHours(store: Store, id: HorizonId, from: number, to: number, revision: number, now: number) {
  const prices = await readPrices(store, from, to, horizonMs(id));
  const marketReturn = openMarketReturns(prices, id);
  const rows: MarketSampleRow[] = [];
  for (let hour = from; hour <= to; hour += HOUR_MS) {
    for (const token of TOKENS) {
      if (!prices.hour(token, hour)) continue;
      const found = measureOutcome(prices, marketReturn, token, hour, id);
      const sigma = sigmaAt(prices, token, hour, id);
      rows.push({
        token,
        at: hour,
        horizon_h: HORIZONS[id],
        revision,
        return_pct: found.returnPct,
        worst_pct: found.worstPct,
        best_pct: found.bestPct,
        sigma_pct: sigma,
        band_pct: sigma === null ? null : bandOf(sigma),
        scored_at: now,
      });
    }
  }
  return rows;
}

export async function keepSamples(deps: Deps, mark: RecordMarkRow, signal: AbortSignal): Promise<void> {
  const { store, clock } = deps;
  for (const [index, id] of HORIZON_IDS.entries()) {
    const last = mark.last_sample[index] ?? 0;
    let from = last > 0 ? last + HOUR_MS : hourBefore(mark.first_call);
    const end = hourBefore(clock.now() - settleableAt(0, id));
    while (from <= end) {
      signal.throwIfAborted();
      const to = Math.min(end, from + (HOURS_AT_ONCE - 1) * HOUR_MS);
      const rows = await sampleHours(store, id, from, to, 0, clock.now());
      if (rows.length > 0) await store.insert("market_sample", rows, `market_sample~${id}~${from}~0`);
      from = to + HOUR_MS;
    }
  }
}

/** Reads hours of a time again, as they are stored by now; only those that differ are written. Epoch ms, both within. */
export async function rereadHours({ store, clock }: Deps, from: number, to: number): Promise<void> {
  const kept = new Map((await store.query(recordHour, { from, to })).map((row) => [`${row.token} ${row.hour}`, row]));
  const rows = await readHours(store, from, (to - from) / HOUR_MS + 1, 1, clock.now());
  const changed = rows.filter((row) => {
    const before = kept.get(`${row.token} ${row.at}`);
    if (!before) return false;
    return before.closes !== row.close_count || before.low !== row.low || before.high !== row.high;
  });
  if (changed.length > 0) await store.insert("market_hour", changed, `market_hour~${from}~1`);
}

export async function rereadSamples({ store, clock }: Deps, id: HorizonId, from: number, to: number): Promise<void> {
  const settled = await store.query(recordSampled, { from, to, horizon: HORIZONS[id] });
  const kept = new Map(settled.map((row) => [`${row.token} ${row.hour}`, row]));
  const rows = await sampleHours(store, id, from, to, 1, clock.now());
  const changed = rows.filter((row) => {
    const before = kept.get(`${row.token} ${row.at}`);
    if (!before) return false;
    return (
      before.return_pct !== row.return_pct || before.worst_pct !== row.worst_pct || before.best_pct !== row.best_pct
    );
  });
  if (changed.length > 0) await store.insert("market_sample", changed, `market_sample~${id}~${from}~1`);
}
