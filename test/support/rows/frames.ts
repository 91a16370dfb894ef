// Snapshots of a small market for tests of the API: two tokens with one symbol, and a third one.

import { briefExample } from "../../../api/route/example/brief.ts";
import { consistencyExample } from "../../../api/route/example/consistency.ts";
import { evaluationExample } from "../../../api/route/example/evaluation.ts";
import { recordExample } from "../../../api/route/example/record.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { encodeFrame } from "../../../schema/frame.ts";
import type { Redis } from "../../../schema/io/redis.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { MARKET_SECTION_IDS, MARKET_SECTIONS } from "../../../schema/market/index.ts";
import { StatusData } from "../../../schema/object/status.ts";
import { TokenItem } from "../../../schema/object/token-list.ts";
import { SECTION_IDS, SECTIONS } from "../../../schema/section/index.ts";
import type { SeriesId } from "../../../schema/series/index.ts";
import { BUCKET_S, type BucketResolution } from "../../../schema/series/series.ts";
import type { Source } from "../../../schema/shape/source.ts";
import { toTime } from "../../../schema/shape/time.ts";
import {
  type BriefMeta,
  type CheckpointMeta,
  type EvaluationMeta,
  type EventsMeta,
  HISTORY_FORM,
  type HistoryMeta,
  type RecordMeta,
  type SectionedMeta,
  type TokensMeta,
  type UniverseLine,
  type UniverseMeta,
} from "../../../schema/snapshot.ts";
import { sourceLines } from "../../../schema/source/source-text.ts";
import { sample } from "../sample.ts";

export const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
export const TOKENS: TokensMeta["tokens"] = [
  { id: "bitcoin", symbol: "BTC", name: "Bitcoin", rank: 1, contracts: [] },
  { id: "usd-coin", symbol: "USDC", name: "USD Coin", rank: 6, contracts: [USDC] },
  { id: "bitcoin-copy", symbol: "BTC", name: "Bitcoin Copy", rank: "unassessed", contracts: ["So1anaCaseMatters1"] },
];
export const NAMES = { history: (id: SeriesId, r: BucketResolution) => SNAPSHOTS.history("bitcoin", id, r) } as const;

export type Frames = Map<string, { version: number; bytes: Buffer }>;

const source = (n: number, at: number) => ({
  id: `S${n}`,
  provider: "sandbox:binance",
  endpoint: `candle-${n}`,
  as_of: toTime(at),
});

/** What is known of a call beside its name: one of the provider itself, one of another venue, and one out of date. */
const TOLD: readonly Partial<Source>[] = [
  { venue: "binance", retrieved_at: toTime(0), raw_sha256: "a".repeat(64), rows: 2, status: "ok", url: null },
  {
    venue: "okx",
    retrieved_at: toTime(0),
    raw_sha256: "b".repeat(64),
    rows: 1,
    status: "ok",
    url: "https://a.invalid",
  },
  { venue: null, retrieved_at: toTime(0), raw_sha256: null, rows: null, status: "stale", url: null },
];

/** The whole source that section k names. */
export const toldSource = (k: number, at: number): Source => ({ ...source(k + 1, at), ...TOLD[k % TOLD.length] });

/** What stands in the place of a number of that name. */
type NumberOf = (name: string, value: number) => number;

/** A section frame: section k names source k + 1 and is k seconds older than the newest. */
function sectioned<Id extends string>(
  name: string,
  ids: readonly Id[],
  shapes: Readonly<Record<Id, object>>,
  at: number,
  extra: { meta?: object; parts?: readonly (readonly [string, string])[]; numbers?: NumberOf } = {},
): Buffer {
  const { numbers = (_, value) => value } = extra;
  const asOf = (k: number) => at - k * 1_000;
  const sections = Object.fromEntries(ids.map((id, k) => [id, { asOf: asOf(k), sources: [k + 1] }]));
  const bodies = ids.map((id, k) => {
    const value = { ...(sample(shapes[id]) as object), as_of: toTime(asOf(k)), sources: [`S${k + 1}`] };
    const text = JSON.stringify(value, (key, one) => (typeof one === "number" ? numbers(key, one) : one));
    return [id, text] as const;
  });
  const { short, rest } = sourceLines(ids.map((_, k) => toldSource(k, asOf(k))));
  const meta = { sections, ...extra.meta } as unknown as SectionedMeta<Id>;
  const lists = [["sources", short] as const, ["sources_rest", rest] as const];
  return encodeFrame({ name, version: at, meta }, new Map([...(extra.parts ?? []), ...lists, ...bodies]));
}

export function stateFrame(token: TokensMeta["tokens"][number], at: number, numbers?: NumberOf): Buffer {
  const { contracts: _, ...reference } = token;
  const roles = JSON.stringify(SECTION_IDS.map(() => []));
  const parts = [["token", JSON.stringify(reference)] as const, ["roles", roles] as const];
  return sectioned(SNAPSHOTS.state(token.id), SECTION_IDS, SECTIONS, at, {
    ...{ meta: { token: reference }, parts },
    ...(numbers ? { numbers } : {}),
  });
}

export const marketFrame = (at: number): Buffer => sectioned(SNAPSHOTS.market, MARKET_SECTION_IDS, MARKET_SECTIONS, at);

export function tokensFrame(at: number, tokens = TOKENS): Buffer {
  const rows = tokens.map(({ id, symbol, name, rank }) => {
    const { match: _, coverage: __, ...item } = sample(TokenItem) as TokenItem;
    return JSON.stringify({ ...item, id, symbol, name, rank, contracts: {} });
  });
  return encodeFrame<TokensMeta>(
    { name: SNAPSHOTS.tokens, version: at, meta: { asOf: at, tokens } },
    new Map([
      ["rows", `${rows.join("\n")}\n`],
      ["sources", JSON.stringify({ id: "S1", provider: "sandbox:okx", endpoint: "candle-1m", as_of: toTime(at) })],
    ]),
  );
}

function statusFrame(at: number): Buffer {
  const data = { ...(sample(StatusData) as StatusData), status: "ok", notices: [] };
  const [row] = data.freshness;
  if (row) row.newest_as_of = toTime(at);
  return encodeFrame(
    { name: SNAPSHOTS.status, version: at, meta: { asOf: at } },
    new Map([["data", JSON.stringify(data)]]),
  );
}

type HistoryInput = {
  readonly series: "price" | "candles";
  readonly resolution: BucketResolution;
  readonly at: number;
  /** Buckets from the newest back. */
  readonly buckets: number;
  readonly venues?: readonly string[];
  /** Rows that are left out: bucket number from the oldest, venue. */
  readonly holes?: readonly { bucket: number; venue: string; reason: HistoryMeta["absent"][number]["reason"] }[];
};

/** History of bitcoin, ending in the bucket of `at`. */
export function historyFrame({ series, resolution, at, buckets, venues = ["binance"], holes = [] }: HistoryInput) {
  const size = BUCKET_S[resolution] * 1_000;
  const to = Math.floor(at / size) * size + size;
  const from = to - buckets * size;
  const cells = series === "price" ? [64_000.5] : [size / 1_000, 1, 2, 0.5, 1.5, 10, 15, size / 60_000];
  const rows: string[] = [];
  for (let bucket = 0; bucket < buckets; bucket++) {
    for (const venue of series === "price" ? ["price"] : venues) {
      if (holes.some((hole) => hole.bucket === bucket && hole.venue === venue)) continue;
      const line = series === "price" ? [...cells, toTime(from + (bucket + 1) * size)] : [venue, ...cells];
      rows.push(JSON.stringify([toTime(from + bucket * size), ...line]));
    }
  }
  const absent = holes.map(({ bucket, reason }) => {
    const start = from + bucket * size;
    return { from: start, to: start, reason, count: 1 };
  });
  const names = series === "price" ? ["price"] : [...venues];
  // `names` and `settled` are what the builder keeps for itself in the meta.
  const settled = { from, first: null, until: from };
  const meta: HistoryMeta = {
    ...{ form: HISTORY_FORM, asOf: at, from, to, settled, marks: {} },
    ...{ lines: names.length, names, absent },
  };
  const sources = names.map((venue) => ({ provider: "sandbox:binance", endpoint: "candle", as_of: toTime(at), venue }));
  return encodeFrame(
    { name: SNAPSHOTS.history("bitcoin", series, resolution), version: at, meta },
    new Map([
      ["rows", rows.map((row) => `${row},\n`).join("")],
      ["sources", JSON.stringify(sources)],
    ]),
  );
}

/** Liquidations of bitcoin, one an hour back from `at`. */
function eventsFrame(at: number, count: number): Buffer {
  const instants = Array.from({ length: count }, (_, k) => at - k * 3_600_000);
  const rows = instants.map((instant, k) =>
    JSON.stringify({
      kind: "liquidation",
      id: `liq-${k}`,
      at: toTime(instant),
      severity: null,
      direction: null,
      summary: "Long positions closed by force.",
      data: { window_s: 60, long_usd: 1000, short_usd: 0, largest_usd: 500, venue: "binance" },
      source: { provider: "sandbox:binance", endpoint: "liquidation", as_of: toTime(instant) },
    }),
  );
  return encodeFrame<EventsMeta>(
    {
      name: SNAPSHOTS.events("bitcoin"),
      version: at,
      meta: {
        ...{ form: HISTORY_FORM, at: instants, kinds: ["large_transfer", "liquidation"], asOf: at },
        ...{ from: at - 14 * DAY_MS, isCut: false },
      },
    },
    new Map([["rows", rows.map((row) => `${row},\n`).join("")]]),
  );
}

/** The last recorded evaluation of bitcoin. */
const checkpointFrame = (at: number): Buffer => {
  const { data } = consistencyExample;
  const meta = { size: data.to.size, root: data.to.root_hash, origin: data.origin, signedAt: at, keys: data.keys };
  return encodeFrame<CheckpointMeta>(
    { name: SNAPSHOTS.checkpoint, version: at, meta },
    new Map([["note", data.checkpoint]]),
  );
};

const evaluationFrame = (at: number): Buffer =>
  encodeFrame<EvaluationMeta>(
    {
      name: SNAPSHOTS.evaluation("bitcoin"),
      version: at,
      meta: { asOf: at, id: evaluationExample.id ?? "", validUntil: at + 1_200_000 },
    },
    new Map([["body", JSON.stringify(evaluationExample)]]),
  );

const briefFrame = (at: number): Buffer =>
  encodeFrame<BriefMeta>(
    {
      name: SNAPSHOTS.brief("bitcoin"),
      version: at,
      meta: { asOf: at, id: briefExample.data.id, createdAt: at },
    },
    new Map([["body", JSON.stringify(briefExample)]]),
  );

/** The record of one evaluation of bitcoin, of all tokens (null) or of it alone. */
function recordFrame(token: string | null, at: number): Buffer {
  const { totals, summary, calibration, risk, items } = recordExample(token).data;
  const name = token === null ? SNAPSHOTS.record : SNAPSHOTS.tokenRecord(token);
  return encodeFrame<RecordMeta>(
    { name, version: at, meta: { asOf: at, issued: 1, cursors: ["WzFd"] } },
    new Map([
      ["card", JSON.stringify({ totals, summary, calibration, risk })],
      ["items", items.map((item) => JSON.stringify(item)).join("\n")],
    ]),
    "packed",
  );
}

/** Everything a small market needs, as of one instant. */
export function frames(at: number): Frames {
  const all = new Map<string, Buffer>([
    [SNAPSHOTS.tokens, tokensFrame(at)],
    [SNAPSHOTS.status, statusFrame(at)],
    [SNAPSHOTS.market, marketFrame(at)],
    ...TOKENS.map((token) => [SNAPSHOTS.state(token.id), stateFrame(token, at)] as const),
    [SNAPSHOTS.events("bitcoin"), eventsFrame(at, 30)],
    [SNAPSHOTS.evaluation("bitcoin"), evaluationFrame(at)],
    [SNAPSHOTS.brief("bitcoin"), briefFrame(at)],
    [SNAPSHOTS.record, recordFrame(null, at)],
    [SNAPSHOTS.tokenRecord("bitcoin"), recordFrame("bitcoin", at)],
    [SNAPSHOTS.checkpoint, checkpointFrame(at)],
  ]);
  for (const [resolution, buckets] of [
    ["15m", 1_344],
    ["1h", 336],
    ["6h", 56],
  ] as const) {
    for (const series of ["price", "candles"] as const) {
      const bytes = historyFrame({ series, resolution, at, buckets, venues: ["binance", "okx"] });
      all.set(SNAPSHOTS.history("bitcoin", series, resolution), bytes);
    }
  }
  return new Map([...all].map(([name, bytes]) => [name, { version: at, bytes }]));
}

/** Writes frames as the publisher does and announces them. */
export async function publishFrames(redis: Redis, all: Frames): Promise<void> {
  for (const [name, { version, bytes }] of all) {
    await redis.set(KEYS.snapshot(name), bytes);
    await redis.hset(KEYS.snapshotVersions, name, version);
    const count = await redis.incr(KEYS.snapshotCount);
    await redis.publish(KEYS.snapshotChannel, `${count} ${version} ${name}`);
  }
}

/** The universe of these lines, in the given order. */
export const universeFrame = (at: number, lines: readonly UniverseLine[]): Buffer =>
  encodeFrame<UniverseMeta>(
    { name: SNAPSHOTS.universe, version: at, meta: { asOf: at - 3_600_000, count: lines.length } },
    new Map([
      ["rows", lines.map((line) => JSON.stringify(line)).join("\n")],
      ["sources", JSON.stringify({ ...source(1, at - 3_600_000), endpoint: "coins/list" })],
    ]),
  );
