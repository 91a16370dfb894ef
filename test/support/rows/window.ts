// A window of minutes beside a hand-made state, with a move where a test wants one.
import type { Close, WindowRows } from "../../../jobs/evidence/builder.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import { toTime } from "../../../schema/shape/time.ts";

export type Planted = {
  /** Minutes before the end at which the move starts, and how far it goes in five minutes. */
  readonly startsAgo?: number;
  readonly changePct?: number;
  readonly bitcoinPct?: number;
  readonly hours?: number;
  readonly events?: readonly HistoryEvent[];
  /** The sharpest move of each hour before the window, in percent of an hour; two weeks of about a percent without it. */
  readonly pastMoves?: readonly (number | null)[];
  /** Of each hour of the week before; nothing happened without it. */
  readonly pastHeadlines?: readonly (number | null)[];
  readonly pastTransfersUsd?: readonly (number | null)[];
  readonly pastClosuresUsd?: readonly (number | null)[];
  readonly usualLiquidationsUsd?: number | null;
};

const RAMP = 5;
const QUIET_WEEK: readonly number[] = new Array(168).fill(0);

/** Closes that drift by a hair and move once; `to` in epoch milliseconds. */
function closesOf(to: number, hours: number, startsAgo: number, changePct: number, level: number): Close[] {
  const minutes = Math.round(hours * 60);
  return Array.from({ length: minutes + 1 }, (_, at) => {
    const left = minutes - at;
    const share = Math.min(1, Math.max(0, (startsAgo - left) / RAMP));
    const price = level * (1 + (changePct / 100) * share) * (1 + 0.00002 * Math.sin(at));
    return { at: to - left * MINUTE_MS, price };
  });
}

export function windowOf(to: number, planted: Planted = {}, level = 100): WindowRows {
  const { startsAgo = 60, changePct = 0, bitcoinPct = 0, hours = 2, events = [] } = planted;
  const from = to - hours * 60 * MINUTE_MS;
  const candles = Array.from({ length: 1_440 }, (_, at) => ({
    ...{ open_at: to - (1_440 - at) * MINUTE_MS, open: level, high: level, low: level, close: level },
    ...{ volume_native: 10, volume_usd: 1_000 + (at % 60) },
  }));
  return {
    ...{ from, to, hours, events },
    pastMoves: planted.pastMoves ?? Array.from({ length: 336 }, (_, hour) => 1 + ((hour * 37) % 100) / 100),
    pastClosuresUsd: planted.pastClosuresUsd ?? QUIET_WEEK.map(() => 100_000),
    pastTransfersUsd: planted.pastTransfersUsd ?? QUIET_WEEK,
    pastHeadlines: planted.pastHeadlines ?? QUIET_WEEK,
    closes: closesOf(to, hours, startsAgo, changePct, level),
    bitcoin: closesOf(to, hours, startsAgo, bitcoinPct, 60_000),
    venue: { venue: "binance", symbol: "XUSDT", candles },
    usualLiquidationsUsd: planted.usualLiquidationsUsd === undefined ? 100_000 : planted.usualLiquidationsUsd,
  };
}

const source = (endpoint: string, at: number) => ({
  ...{ provider: "sandbox:binance", endpoint, as_of: toTime(at), retrieved_at: toTime(at + 1_000) },
});

/** Closures of a quarter of an hour that starts at `at`. */
export const closures = (at: number, longUsd: number, shortUsd: number): HistoryEvent => ({
  ...{
    kind: "liquidation",
    id: `liquidation~${at}`,
    at: toTime(at),
    severity: null,
    direction: null,
    summary: "Closed.",
  },
  data: { window_s: 900, long_usd: longUsd, short_usd: shortUsd, largest_usd: longUsd, venue: "binance" },
  source: { ...source("liquidation", at), venue: "binance" },
});

export const transfer = (at: number, valueUsd: number, from: string | null, to: string | null): HistoryEvent => ({
  ...{ kind: "large_transfer", id: `large_transfer~${at}`, at: toTime(at), severity: null, direction: null },
  summary: "Moved.",
  data: {
    ...{ tx_hash: "0xab", chain: "ethereum", amount: "1", value_usd: valueUsd, from: "0x1", to: "0x2" },
    ...{ from_label: from, to_label: to, towards: to === null ? "wallet" : "exchange" },
  },
  source: source("large_transfer", at),
});

export const news = (at: number, title: string): HistoryEvent => ({
  ...{ kind: "headline", id: `headline~${at}`, at: toTime(at), severity: null, direction: null, summary: "News." },
  data: { title, url: "https://news.example/1", source: "cointelegraph", lang: "en" },
  source: source("rss", at),
});
