// A generated week of one token, minute by minute: random walks from a seed with shocks, outages and listings in them.
import type { SignalInput, SignalValues } from "../../../jobs/signal/input.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { InputName } from "../../../schema/signal/input-name.ts";
import { depth, fundingReadings, openInterest, priceMinutes, scan, signalInput, spread, T0 } from "./signal-input.ts";

export const WEEK_MINUTES = 7 * 1_440;

/** Numbers in [0, 1) from a seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Walks back towards `usual`; now and then a shock of `shock` that decays. */
const walk = (random: () => number, usual: number, step: number, shock: number): number[] => {
  let value = usual;
  return Array.from({ length: WEEK_MINUTES }, () => {
    if (random() < 1 / 2_000) value += (random() < 0.5 ? -1 : 1) * shock * (0.5 + random());
    value += (usual - value) * 0.01 + (random() - 0.5) * step;
    return value;
  });
};

/** Spans of minutes in which an input is not measured. */
const outages = (random: () => number): ((minute: number) => boolean) => {
  const spans = Array.from({ length: 6 }, () => {
    const start = Math.floor(random() * WEEK_MINUTES);
    return { start, end: start + Math.floor(random() * 180) };
  });
  return (minute) => spans.some((span) => minute >= span.start && minute < span.end);
};

const OUTAGES: readonly InputName[] = [
  "return_1h_pct",
  "volume_1h_usd",
  "open_interest",
  "depth",
  "funding_8h_pct",
  "netflow_z",
];

/** The inputs of a token's week; the same seed gives the same week. */
export const signalWeek = (token: string, seed: number): ((minute: number) => SignalInput) => {
  const random = randomFrom(seed);
  const move = walk(random, 0, 0.3, 8);
  const volume = walk(random, 1, 0.3, 9);
  const interest = walk(random, 0, 0.5, 18);
  const funding = walk(random, 0.01, 0.004, 0.2);
  const accounts = walk(random, 1.5, 0.1, 3);
  const liquidated = walk(random, 0.5, 0.3, 25);
  const flow = walk(random, 0, 0.5, 8);
  const thinness = walk(random, 100, 5, 90);
  const width = walk(random, 2, 0.3, 60);
  const apart = walk(random, 0, 0.1, 4);
  const locked = walk(random, 0, 0.5, 40);
  const peg = walk(random, 0, 0.02, 3);
  const down = new Map(OUTAGES.map((name) => [name, outages(random)]));
  const transferAt = Array.from({ length: 60 }, () => Math.floor(random() * WEEK_MINUTES)).toSorted((a, b) => a - b);
  const scanDay = 2 + Math.floor(random() * 4);
  const start = T0 - (T0 % DAY_MS);

  const valuesAt = (minute: number): Partial<SignalValues> => {
    const at = start + minute * MINUTE_MS;
    const now = (series: readonly number[], back = 0): number => series[Math.max(0, minute - back)] ?? 0;
    const drawn = (amount: number): number => Number(amount.toFixed(4));
    return {
      return_1h_pct: drawn(now(move)),
      return_4h_pct: drawn(now(move) + now(move, 120)),
      close_15m_usd: drawn(100 + now(move, minute % 15) * 4),
      volume_1h_usd: drawn(Math.max(0, now(volume)) * 1e6),
      open_interest: openInterest(100e6, drawn(now(interest)), drawn(now(interest) * 2)),
      funding_8h_pct: drawn(now(funding)),
      funding_readings: fundingReadings(
        at - (at % (8 * HOUR_MS)),
        Array(30)
          .fill(0.01)
          .concat(drawn(now(funding, minute % 480)), drawn(now(funding, (minute % 480) + 480))),
      ),
      long_short_ratio: drawn(Math.max(0.1, now(accounts))),
      liquidations_long_1h_usd: drawn(Math.max(0, now(liquidated)) * 1e6 * 0.7),
      liquidations_short_1h_usd: drawn(Math.max(0, now(liquidated)) * 1e6 * 0.3),
      netflow_24h_usd: drawn(now(flow) * 400_000),
      netflow_z: drawn(now(flow)),
      transfers: transferAt
        .map((sentMinute, index) => ({ sentMinute, index }))
        .filter(({ sentMinute }) => sentMinute <= minute && minute - sentMinute < 1_440)
        .map(({ sentMinute, index }) => ({
          tx_hash: `0x${index}`,
          chain: "eth",
          at: start + sentMinute * MINUTE_MS,
          value_usd: 1e6 * (1 + (index % 17)),
          supply_pct: 0.001 * index,
          from: index % 3 === 0 ? ("exchange" as const) : ("wallet" as const),
          to: index % 4 === 0 ? ("exchange" as const) : ("wallet" as const),
          internal: index % 12 === 0,
        })),
      depth: depth(...[2, 1, 0].map((back) => drawn(Math.max(0, now(thinness, back))))),
      spread: spread(drawn(Math.max(0.1, now(width))), 2),
      venue_prices: priceMinutes(at, 5, (venue, index) => (venue === "okx" ? 100 + now(apart, 4 - index) : 100)),
      tvl_change_24h_pct: drawn(now(locked)),
      tvl_neutral_change_24h_pct: drawn(now(locked) * 0.7),
      peg_prices: priceMinutes(at, 10, (_, index) => 1 + now(peg, 9 - index) / 100),
      upcoming_unlocks: [{ at: start + 5 * DAY_MS, pct_of_circulating: minute < 2_000 ? 1.5 : 3.5 }],
      contract_scan:
        minute < scanDay * 1_440
          ? { previous: scan(start - DAY_MS, "low"), now: scan(start, "low") }
          : { previous: scan(start, "low"), now: scan(start + scanDay * DAY_MS, "high") },
    };
  };

  return (minute) => {
    const silent = OUTAGES.filter((name) => down.get(name)?.(minute));
    const values = { ...valuesAt(minute), ...Object.fromEntries(silent.map((name) => [name, "unassessed"])) };
    return {
      ...signalInput(start + minute * MINUTE_MS, values, token),
      reasons: Object.fromEntries(silent.map((name) => [name, "source_error" as const])),
    };
  };
};
