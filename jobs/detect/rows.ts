// Rows the signal rules need beside the facts: those of the minute, and what is usual, which changes by the hour.
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../schema/duration.ts";
import type { ContractLatestRow } from "../../schema/query/chain/contract-latest.ts";
import type { SignalBookRow } from "../../schema/query/signal/signal-book.ts";
import type { SignalBookUsualRow } from "../../schema/query/signal/signal-book-usual.ts";
import type { SignalFlowUsualRow } from "../../schema/query/signal/signal-flow-usual.ts";
import type {
  SignalLiquidationUsualRow,
  SignalLiquidationWatchRow,
} from "../../schema/query/signal/signal-liquidation-usual.ts";
import type { SignalPriceRow } from "../../schema/query/signal/signal-price.ts";
import type { SignalRangeRow } from "../../schema/query/signal/signal-range.ts";
import type { SignalTailRow } from "../../schema/query/signal/signal-tail.ts";
import type { SignalTransferRow } from "../../schema/query/signal/signal-transfer.ts";
import type { SignalScanUsualRow, SignalTransferUsualRow } from "../../schema/query/signal/signal-transfer-usual.ts";

/** An hour's rows are taken as complete this long after it ended. */
const SETTLE_MS = 10 * MINUTE_MS;

/** Rows as of the full hour `at` (epoch ms). */
export type UsualRows = {
  readonly at: number;
  readonly ranges: readonly SignalRangeRow[];
  readonly books: readonly SignalBookUsualRow[];
  readonly liquidations: readonly SignalLiquidationUsualRow[];
  readonly liquidationWatch: readonly SignalLiquidationWatchRow[];
  readonly transfers: readonly SignalTransferUsualRow[];
  readonly scans: readonly SignalScanUsualRow[];
  readonly flows: readonly SignalFlowUsualRow[];
};

export type MinuteRows = {
  readonly prices: readonly SignalPriceRow[];
  /** Only of tokens whose close is outside of what the hours before hold: no other can be outside of the whole range. */
  readonly tails: readonly SignalTailRow[];
  readonly books: readonly SignalBookRow[];
  readonly transfers: readonly SignalTransferRow[];
  /** Scans before the newest ones. */
  readonly contractsBefore: readonly ContractLatestRow[];
};

/** The end of the last completed quarter of an hour. */
export const quarterOf = (minute: number): number => Math.floor(minute / QUARTER_MS) * QUARTER_MS;
/** The start of that quarter: prior ranges end here. */
export const rangeEndOf = (minute: number): number => quarterOf(minute) - QUARTER_MS;
/** The hour whose usual rows a minute is judged against. */
export const usualHourOf = (minute: number): number => Math.floor((minute - SETTLE_MS) / HOUR_MS) * HOUR_MS;

/** Rows of one token out of rows of many. */
export type RowsOfToken = {
  readonly hour: number;
  readonly prices: readonly SignalPriceRow[];
  readonly tails: readonly SignalTailRow[];
  readonly samples: readonly SignalBookRow[];
  readonly transfers: readonly SignalTransferRow[];
  readonly ranges: readonly SignalRangeRow[];
  readonly usualBooks: readonly SignalBookUsualRow[];
  readonly usualLiquidations: readonly SignalLiquidationUsualRow[];
  readonly liquidationWatch: readonly SignalLiquidationWatchRow[];
  readonly tenthTransferUsd: number;
  readonly scans: readonly SignalScanUsualRow[];
  readonly usualFlows: readonly SignalFlowUsualRow[];
  readonly contractsBefore: readonly ContractLatestRow[];
};

const group = <R extends { readonly token: string }>(rows: readonly R[]): ((token: string) => readonly R[]) => {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const known = groups.get(row.token);
    if (known) known.push(row);
    else groups.set(row.token, [row]);
  }
  return (token) => groups.get(token) ?? [];
};

/** Groups once; the returned function picks a token's rows. */
export function splitRows(minute: MinuteRows, usual: UsualRows): (token: string) => RowsOfToken {
  const [prices, tails] = [group(minute.prices), group(minute.tails)];
  const [samples, transfers] = [group(minute.books), group(minute.transfers)];
  const [ranges, usualBooks, closures] = [group(usual.ranges), group(usual.books), group(usual.liquidations)];
  const [usualFlows, contractsBefore] = [group(usual.flows), group(minute.contractsBefore)];
  const watched = group(usual.liquidationWatch);
  const tenths = new Map(usual.transfers.map(({ token, tenth_usd }) => [token, tenth_usd]));
  return (token) => ({
    hour: usual.at,
    prices: prices(token),
    tails: tails(token),
    samples: samples(token),
    transfers: transfers(token),
    ranges: ranges(token),
    usualBooks: usualBooks(token),
    usualLiquidations: closures(token),
    liquidationWatch: watched(token),
    tenthTransferUsd: tenths.get(token) ?? 0,
    scans: usual.scans,
    usualFlows: usualFlows(token),
    contractsBefore: contractsBefore(token),
  });
}

/** Tokens with a quarter's close beyond the hours' 20-day range of some venue. */
export function outsideTokens(prices: readonly SignalPriceRow[], ranges: readonly SignalRangeRow[]): string[] {
  const bounds = new Map<string, { high: number; low: number }>();
  for (const { token, high_20d, low_20d } of ranges) {
    const known = bounds.get(token) ?? { high: Number.POSITIVE_INFINITY, low: 0 };
    bounds.set(token, { high: Math.min(known.high, high_20d ?? known.high), low: Math.max(known.low, low_20d ?? 0) });
  }
  const outside = prices.filter(({ token, close_15m: close }) => {
    const bound = bounds.get(token);
    return bound !== undefined && close !== null && (close > bound.high || close < bound.low);
  });
  return [...new Set(outside.map(({ token }) => token))];
}
