// Loads the rows the signal rules need beside the facts; what is usual once an hour and process.
import { minuteOf } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { contractPrevious } from "../../schema/query/chain/contract-previous.ts";
import { signalBook } from "../../schema/query/signal/signal-book.ts";
import { signalBookUsual } from "../../schema/query/signal/signal-book-usual.ts";
import { signalFlowUsual } from "../../schema/query/signal/signal-flow-usual.ts";
import { signalLiquidationUsual, signalLiquidationWatch } from "../../schema/query/signal/signal-liquidation-usual.ts";
import { signalPrice } from "../../schema/query/signal/signal-price.ts";
import { signalRange } from "../../schema/query/signal/signal-range.ts";
import { signalTail } from "../../schema/query/signal/signal-tail.ts";
import { signalTransfer } from "../../schema/query/signal/signal-transfer.ts";
import { signalScanUsual, signalTransferUsual } from "../../schema/query/signal/signal-transfer-usual.ts";
import type { Facts } from "../fact/fact.ts";
import { inShards } from "../fact/in-shards.ts";
import { type MinuteRows, outsideTokens, quarterOf, rangeEndOf, type UsualRows, usualHourOf } from "./rows.ts";

const USUAL = new WeakMap<Store, Promise<UsualRows>>();
const HOURS = new WeakMap<Store, number>();

async function readUsual(whole: Store, at: number, tokens: readonly string[]): Promise<UsualRows> {
  const params = { asOf: at, tokens };
  const store = inShards(whole);
  const [ranges, books, liquidations, liquidationWatch, transfers, scans, flows] = await Promise.all([
    store.query(signalRange, params),
    store.query(signalBookUsual, params),
    store.query(signalLiquidationUsual, params),
    store.query(signalLiquidationWatch, params),
    store.query(signalTransferUsual, params),
    store.query(signalScanUsual, { asOf: at }),
    store.query(signalFlowUsual, params),
  ]);
  return { at, ranges, books, liquidations, liquidationWatch, transfers, scans, flows };
}

/** What is usual at a minute. Kept for the hour; a failed read is not. */
export function loadUsual(store: Store, minute: number, tokens: readonly string[]): Promise<UsualRows> {
  const hour = usualHourOf(minute);
  const known = HOURS.get(store) === hour ? USUAL.get(store) : undefined;
  if (known) return known;
  const reading = readUsual(store, hour, tokens);
  HOURS.set(store, hour);
  USUAL.set(store, reading);
  reading.catch(() => {
    if (USUAL.get(store) === reading) HOURS.delete(store);
  });
  return reading;
}

/** The minute's own rows, read as the facts were. */
export async function loadMinute(whole: Store, facts: Facts, usual: UsualRows): Promise<MinuteRows> {
  const store = inShards(whole);
  const { asOf } = facts;
  const tokens = [...facts.tokens.keys()];
  const minute = minuteOf(asOf);
  const anchors = tokens.map((token) => facts.universe.spot.get(token)?.at ?? minute);
  const at = { asOf, tokens };
  const [prices, books, transfers, contractsBefore] = await Promise.all([
    store.query(signalPrice, { ...at, anchors, bar: quarterOf(minute) }),
    store.query(signalBook, at),
    store.query(signalTransfer, at),
    store.query(contractPrevious, at),
  ]);
  const outside = outsideTokens(prices, usual.ranges);
  const until = rangeEndOf(minute);
  const tails =
    outside.length > 0 && until > usual.at
      ? await store.query(signalTail, { tokens: outside, since: usual.at, until })
      : [];
  return { prices, tails, books, transfers, contractsBefore };
}
