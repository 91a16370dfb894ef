// What one run of the app tells of the hand-made market: frames as the builders make them, published and read back.

import type { BucketRow } from "../../../jobs/series/bucket.ts";
import { type Bar, toBars } from "../../../jobs/series/candles.ts";
import { historyFrame } from "../../../jobs/series/history-frame.ts";
import { BUILT_SERIES, BUILT_SERIES_IDS, STORED_SERIES } from "../../../jobs/series/index.ts";
import { observeBars, observeRows } from "../../../jobs/series/read-lasts.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { EVENT_SOURCES } from "../../../schema/event/index.ts";
import { encodeFrame } from "../../../schema/frame.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import type { BucketResolution } from "../../../schema/series/series.ts";
import { BUCKET_S } from "../../../schema/series/series.ts";
import { type EventsMeta, HISTORY_FORM } from "../../../schema/snapshot.ts";
import { AS_OF } from "./facts.ts";
import type { Frames } from "./frames.ts";

const TOKEN = "bitcoin";
const QUARTER = BUCKET_S["15m"] * 1_000;
/** Enough lines for an answer to be cut. */
const LINES = ["binance", "bybit", "coinbase", "kraken", "okx"];

/** Rows of a series over 14 days; every seventh lacks what may be lacking. */
function bucketRows(series: string): BucketRow[] {
  const buckets = Array.from(
    { length: 1_200 },
    (_, back) => Math.floor(AS_OF / QUARTER) * QUARTER - (1_199 - back) * QUARTER,
  );
  return buckets.flatMap((bucket, at) =>
    LINES.map((line) => ({
      token: TOKEN,
      line,
      bucket,
      at: bucket + 60_000,
      every_ms: 300_000,
      provider: `sandbox:${line}`,
      retrieved_at: bucket + 61_000,
      cells:
        at % 7 === 3 && series !== "long_short"
          ? [series !== "funding" && at % 14 === 3 ? null : 0.0001, null, null]
          : [60, 100, 101],
    })),
  );
}

const bars = (): readonly Bar[] =>
  toBars(
    bucketRows("candles").map((row) => ({
      ...row,
      ...{ interval_s: 60, open: 100, high: 101, low: 99, close: 100.5, native: 7, usd: 700, minutes: 1 },
    })),
  ).get(TOKEN) ?? [];

/** Frames of every series of bitcoin at every resolution. */
export function seriesFrames(): Frames {
  const ofCandles = observeBars(bars(), 0);
  const frames: Frames = new Map();
  for (const series of BUILT_SERIES_IDS) {
    const { dataset, pastEveryS } = BUILT_SERIES[series];
    const observed =
      series === "price" || series === "candles"
        ? ofCandles[series]
        : observeRows(STORED_SERIES[series], bucketRows(series));
    for (const resolution of Object.keys(BUCKET_S) as BucketResolution[]) {
      const bytes = historyFrame(
        {
          token: TOKEN,
          series,
          dataset,
          pastEveryS,
          resolution,
          asOf: AS_OF,
          promisedMs: 14 * DAY_MS,
          covered: series === "price" ? ["price"] : LINES,
          unlisted: [],
          observed,
          behind: new Map(),
          failed: () => false,
        },
        null,
      );
      frames.set(SNAPSHOTS.history(TOKEN, series, resolution), { version: AS_OF, bytes });
    }
  }
  return frames;
}

const common = { token: TOKEN, at: AS_OF - 3_600_000, provider: "sandbox:x", retrieved_at: AS_OF - 3_500_000 };
const liquidation = {
  ...common,
  venue: "okx",
  long_usd: 5,
  short_usd: 6,
  largest_usd: 5,
  rows: 2,
  newest_at: common.at,
};
/** Rows as the queries of the event kinds give them. */
const EVENT_ROWS: Readonly<Record<keyof typeof EVENT_SOURCES, readonly object[]>> = {
  large_transfer: [
    {
      ...common,
      ...{ chain: "btc", tx_hash: "ab", log_index: 0, amount: "1.5", amount_native: 1.5, value_usd: 9e6 },
      ...{ from_address: "a", to_address: "b", from_label: "okx", to_label: "binance", towards: "exchange" },
    },
  ],
  liquidation: [
    { ...liquidation, closures: 2 },
    { ...liquidation, closures: 0, venue: "gate" },
  ],
  signal: [
    {
      ...common,
      ...{ id: 7, kind: "price_move", direction: "bullish", severity: 2, value: 4.5, ratio: 2.2, fired_at: common.at },
      ...{ details: '{"unit":"pct","sources":[]}', status: "open", expires_ms: AS_OF, closed_ms: null, as_of: AS_OF },
    },
  ],
  headline: [{ ...common, url: "https://sandbox.invalid/1", title: "[simulated] A headline", lang: "en", key: "k" }],
  brief: [
    {
      ...common,
      ...{ id: 7, headline: "[simulated] A brief", summary: "[simulated] It rose.", direction: "bullish", severity: 2 },
      ...{ confidence: 0.5, created_ms: common.at, as_of_ms: common.at, issued_ms: common.at },
      ...{ window_from_ms: 0, window_to_ms: common.at, is_simulated: 1 },
    },
  ],
  verdict_change: [
    {
      ...common,
      ...{ id: "eval_2", previous_id: "eval_1", verdict_from: "proceed", verdict_to: "avoid", severity: 3 },
      ...{ as_of_ms: common.at, is_simulated: 1 },
    },
    {
      ...common,
      ...{ id: "eval_3", previous_id: "", verdict_from: "avoid", verdict_to: "caution", severity: 1 },
      ...{ as_of_ms: common.at, is_simulated: 0 },
    },
  ],
};

/** Events of bitcoin of every kind that is built. */
export async function builtEvents(): Promise<HistoryEvent[]> {
  const params = { tokens: [TOKEN], from: 0, to: AS_OF, asOf: AS_OF, limit: 100 };
  const told = await Promise.all(
    Object.entries(EVENT_SOURCES).map(([kind, source]) =>
      source.read(
        async <_ extends object, R>() => EVENT_ROWS[kind as keyof typeof EVENT_SOURCES] as R[],
        params,
        () => "BTC",
      ),
    ),
  );
  return told.flat().map(({ event }) => event);
}

export async function eventFrames(): Promise<Frames> {
  const events = await builtEvents();
  const meta: EventsMeta = {
    at: events.map(({ at }) => Date.parse(at)),
    kinds: events.map(({ kind }) => kind),
    ...{ form: HISTORY_FORM, asOf: AS_OF, from: AS_OF - 14 * DAY_MS, isCut: false },
  };
  const name = SNAPSHOTS.events(TOKEN);
  const rows = events.map((event) => `${JSON.stringify(event)},\n`).join("");
  return new Map([
    [name, { version: AS_OF, bytes: encodeFrame({ name, version: AS_OF, meta }, new Map([["rows", rows]])) }],
  ]);
}
