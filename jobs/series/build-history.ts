// Builds history frames: for all tokens from the tail of their rows, for single tokens from all of them.
import { createHash } from "node:crypto";
import { HOUR_MS } from "../../schema/duration.ts";
import type { FrameTail } from "../../schema/frame.ts";
import type { DatasetId } from "../../schema/freshness.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { BUCKET_S, type BucketResolution } from "../../schema/series/series.ts";
import { HISTORY_FORM, type HistoryMeta } from "../../schema/snapshot.ts";
import { type CallsBehind, readBehind } from "../fact/read-behind.ts";
import { type Publication, publishFrames, readTails } from "../publish.ts";
import { type Listed, listedKey, readListed, type SourceInfo } from "../source-info.ts";
import { BASE_MS, type Last } from "./bucket.ts";
import { type Failures, readFailures } from "./failure.ts";
import { type FrameInput, historyFrame, needsWhole, newestByLine, tailStart, windowStart } from "./history-frame.ts";
import { BUILT_SERIES, BUILT_SERIES_IDS, type BuiltSeriesId } from "./index.ts";
import { PRICE_LINE } from "./price.ts";
import { NOTHING, type Observed, readLasts, type SeriesLasts, type TailHolder } from "./read-lasts.ts";

const RESOLUTIONS = Object.keys(BUCKET_S) as BucketResolution[];
/** An earlier frame is trusted before the tail only when it was built this long after the tail began. */
const SETTLED_MS = 2 * HOUR_MS;

export type HistoryInput = {
  readonly store: Store;
  readonly redis: Redis;
  readonly asOf: number;
  readonly tokens: readonly string[];
  readonly sources: readonly SourceInfo[];
  readonly promisedMs: number;
  readonly signal: AbortSignal;
};

type Line = { readonly series: BuiltSeriesId; readonly resolution: BucketResolution; readonly name: string };

/** Every frame of a token. */
const linesOf = (token: string): Line[] =>
  BUILT_SERIES_IDS.flatMap((series) =>
    RESOLUTIONS.map((resolution) => ({ series, resolution, name: SNAPSHOTS.history(token, series, resolution) })),
  );

const datasetOf = (series: BuiltSeriesId) => BUILT_SERIES[series].dataset;

type Read = {
  readonly lasts: SeriesLasts;
  readonly failures: Failures;
  readonly listed: Listed;
  readonly behind: CallsBehind;
};

/** The calls behind the newest observation of every line. */
function readBehindLasts({ store, asOf }: HistoryInput, lasts: SeriesLasts): Promise<CallsBehind> {
  const received = [...lasts].flatMap(([series, byToken]) =>
    [...byToken].flatMap(([token, all]) =>
      [...newestByLine(all.speakers).values()].map(({ line, provider, retrievedAt }) => {
        return { name: `${series} ${token} ${line}`, provider, retrieved_ms: retrievedAt };
      }),
    ),
  );
  return readBehind(store, received, { asOf });
}

/** Sources whose venues are the lines of a series; the candles shown are those of spot markets. */
const linesFrom = (sources: readonly SourceInfo[], dataset: DatasetId): SourceInfo[] =>
  sources.filter((s) => s.dataset === dataset && s.venue !== null && (dataset !== "candle" || s.market === "spot"));

/** The lines a full bucket of the token has, and those whose venue does not list it. */
function coverageOf(sources: readonly SourceInfo[], listed: Listed, series: BuiltSeriesId, token: string) {
  const mine = linesFrom(sources, datasetOf(series));
  const isUnlisted = (source: SourceInfo) => listed.get(listedKey(source))?.has(token) === false;
  const covered = [...new Set(mine.map((source) => source.venue ?? ""))];
  const unlisted = [...new Set(mine.filter(isUnlisted).map((source) => source.venue ?? ""))];
  if (series !== "price") return { covered, unlisted };
  return {
    covered: [PRICE_LINE],
    unlisted: covered.length > 0 && unlisted.length === covered.length ? [PRICE_LINE] : [],
  };
}

const observedIn = (read: Read, token: string, { series }: Line): Observed =>
  read.lasts.get(series)?.get(token) ?? NOTHING;

function frameInput(input: HistoryInput, token: string, line: Line, read: Read): FrameInput {
  const { dataset, pastEveryS } = BUILT_SERIES[line.series];
  return {
    token,
    series: line.series,
    dataset,
    pastEveryS,
    resolution: line.resolution,
    asOf: input.asOf,
    promisedMs: input.promisedMs,
    ...coverageOf(input.sources, read.listed, line.series, token),
    observed: observedIn(read, token, line),
    behind: read.behind,
    failed: (name, from, to) => read.failures.failed(dataset, name, token, from, to),
  };
}

/** Rebuilds all frames of the input's tokens from all their rows. @returns how many frames were stored. */
export async function buildWhole(input: HistoryInput): Promise<number> {
  let stored = 0;
  const from = windowStart(input.asOf, "6h");
  const failures = await readFailures(input.store, input.sources, {
    from: windowStart(input.asOf, "15m"),
    to: input.asOf,
  });
  const listed = await readListed(input.redis, input.sources);
  for (const token of input.tokens) {
    input.signal.throwIfAborted();
    const lasts = await readLasts(input.store, { tokens: [token], from: Math.max(0, from), to: input.asOf });
    const behind = await readBehindLasts(input, lasts);
    const publications = linesOf(token).map((line) => ({
      name: line.name,
      version: input.asOf,
      frame: historyFrame(frameInput(input, token, line, { lasts, failures, listed, behind }), null),
    }));
    stored += await publishFrames(input.redis, publications);
  }
  return stored;
}

/** What this process published last, by frame: a tail that did not change is not written again. */
export type TailMemo = Map<string, string> & {
  /** Candles it need not read again; absent, all of the tail is read each time. */
  holder?: TailHolder;
};

/** Says whether a tail changed. Every new base bucket counts as a change, since absences move with it. */
function fingerprint(lasts: readonly Last[], asOf: number): string {
  const hash = createHash("sha1").update(String(Math.floor(asOf / BASE_MS)));
  for (const last of lasts) hash.update(`${last.bucket}${last.at}${last.text}\n`);
  return hash.digest("base64");
}

type Tail = Read & { readonly tailFrom: number };

/** True for a frame that can be taken over: its rows are of this form and settled up to the tail. */
const usable = (frame: FrameTail<unknown> | null, tailFrom: number): frame is FrameTail<HistoryMeta> =>
  frame !== null &&
  (frame.meta as Partial<HistoryMeta>).form === HISTORY_FORM &&
  frame.version >= tailFrom + SETTLED_MS;

type TailFrame = { readonly publication: Publication; readonly print: string };

/** Frames of one token with a changed tail, or null where the token must be built whole. */
async function tailOf(input: HistoryInput, token: string, tail: Tail, memo: TailMemo): Promise<TailFrame[] | null> {
  const changed = linesOf(token).flatMap((line) => {
    const lasts = observedIn(tail, token, line).at(BUCKET_S[line.resolution] * 1_000);
    const print = fingerprint(lasts, input.asOf);
    return memo.get(line.name) === print ? [] : [{ line, lasts, print }];
  });
  const frames = await readTails(
    input.redis,
    changed.map(({ line }) => line.name),
  );
  const built: TailFrame[] = [];
  for (const [at, { line, lasts, print }] of changed.entries()) {
    const frame = frames[at] ?? null;
    if (!usable(frame, tail.tailFrom) || needsWhole(frame.meta, lasts)) return null;
    const bytes = historyFrame(frameInput(input, token, line, tail), frame);
    built.push({ publication: { name: line.name, version: input.asOf, frame: bytes }, print });
  }
  return built;
}

/**
 * Brings the frames of the input's tokens up to date from the tail of their rows.
 * @returns frames stored, and the tokens whose frames are missing, too old or know too few lines: build those whole.
 */
export async function buildTails(input: HistoryInput, memo: TailMemo): Promise<{ stored: number; whole: string[] }> {
  const tailFrom = tailStart(input.asOf);
  const span = { tokens: input.tokens, from: tailFrom, to: input.asOf };
  const lasts = await readLasts(input.store, span, memo.holder);
  const failures = await readFailures(input.store, input.sources, { from: tailFrom, to: input.asOf });
  const listed = await readListed(input.redis, input.sources);
  const behind = await readBehindLasts(input, lasts);
  const whole: string[] = [];
  let stored = 0;
  for (const token of input.tokens) {
    input.signal.throwIfAborted();
    const built = await tailOf(input, token, { lasts, failures, listed, behind, tailFrom }, memo);
    if (built === null) {
      whole.push(token);
      continue;
    }
    stored += await publishFrames(
      input.redis,
      built.map(({ publication }) => publication),
    );
    for (const { publication, print } of built) memo.set(publication.name, print);
  }
  return { stored, whole };
}
