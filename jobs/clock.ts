// Ticks: node-cron asks every second which slots have begun and enqueues their jobs under natural-key ids.
import { schedule } from "node-cron";
import type { DatasetId } from "../schema/freshness.ts";
import type { Clock } from "../schema/io/clock.ts";
import { type Log, openReminder } from "../schema/io/log.ts";
import type { JobRequest, Producer } from "../schema/io/queue.ts";
import type { Redis } from "../schema/io/redis.ts";
import { restoredMark } from "../schema/io/restored.ts";
import { type JobPayload, jobId } from "../schema/job.ts";
import { KEYS } from "../schema/key.ts";
import { LIMITS } from "../schema/limit.ts";
import { openHold } from "./hold.ts";

/** One line of the timetable: a job every so often, a little after the slot begins. */
export type Line = {
  readonly key: string;
  readonly everyMs: number;
  readonly offsetMs: number;
  /** Lines of the same group start at most a few per tick. */
  readonly spread: boolean;
  /** After a stop it waits for nothing: it brings prices, shows them, or somebody paid for it. */
  readonly urgent: boolean;
  /** Redis keys that hold its work: a slot in which none of them exists is passed over without a job. */
  readonly work?: readonly string[];
  request(slot: number): JobRequest;
};

type ClockDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly producer: Producer;
  readonly redis: Redis;
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Sources begin one after the other, this far apart, within the first part of their slot. */
const STAGGER_MS = 700;
const STAGGER_SHARE = 0.3;
const SPREAD_PER_TICK = 5;
/** What is read by the hour brings much past with its first pull: what is read by the minute goes before it. */
const BEHIND = 10;
/** Venues need a moment to close a candle. */
const SETTLE_MS = 1_000;

/** The first build of a minute finds its candles stored and is the one that signals are detected from. */
const LIVE_MS = LIMITS.liveEveryMs;

const build = (part: JobPayload<"snapshot.build">["part"], everyMs: number, offsetMs: number): Line => ({
  key: `snapshot.build~${part}`,
  everyMs,
  offsetMs,
  spread: false,
  urgent: part === "live" || part === "status",
  request: (slot) => ({ name: "snapshot.build", id: jobId("snapshot.build", part, slot), payload: { part, slot } }),
});

const sweep = (
  name:
    | "brief.plan"
    | "gap.sweep"
    | "key.store"
    | "payment.settle"
    | "store.sweep"
    | "usage.store"
    | "webhook.match"
    | "webhook.sweep"
    | "window.reread"
    | "replay.sample"
    | "checkpoint.sign"
    | "outcome.score"
    | "hour.fold"
    | "checkpoint.attest"
    | "checkpoint.witness",
  everyMs: number,
  offsetMs: number,
  work?: readonly string[],
): Line => ({
  key: name,
  everyMs,
  offsetMs,
  spread: false,
  // What is looked at every few seconds somebody waits for.
  urgent: work !== undefined,
  ...(work === undefined ? {} : { work }),
  request: (slot) => ({ name, id: jobId(name, slot), payload: { slot } }),
});

/** Late enough for the minute's candles to be stored and built from. */
const DETECT_MS = 22 * second;
export const DETECT: Line = {
  key: "signal.detect",
  everyMs: minute,
  offsetMs: DETECT_MS,
  spread: false,
  urgent: false,
  request: (slot) => ({ name: "signal.detect", id: jobId("signal.detect", slot), payload: { slot } }),
};

export const MINT: Line = {
  key: "evaluation.mint",
  everyMs: 5 * minute,
  offsetMs: 40 * second,
  spread: false,
  urgent: false,
  request: (slot) => ({ name: "evaluation.mint", id: jobId("evaluation.mint", slot), payload: { slot } }),
};

/** What a line is made from; without a dataset it brings nothing that others wait for. */
type Timed = { readonly id: string; readonly everyS: number; readonly dataset?: DatasetId };

const pull = ({ id: source, everyS, dataset }: Timed, index: number): Line => {
  const everyMs = everyS * second;
  return {
    key: `source.pull~${source}`,
    everyMs,
    offsetMs: SETTLE_MS + ((index * STAGGER_MS) % Math.max(1, everyMs * STAGGER_SHARE)),
    spread: true,
    urgent: dataset === "candle" && everyMs === minute,
    request: (slot) => ({
      name: "source.pull",
      id: jobId("source.pull", source, slot),
      payload: { source, slot },
      ...(everyMs >= hour ? { priority: BEHIND } : {}),
    }),
  };
};

/** The whole timetable: every source by its own period, and the standing jobs. `everyS` in seconds. */
export const timetable = (sources: readonly Timed[]): readonly Line[] => [
  build("live", LIVE_MS, 15 * second),
  build("status", 30 * second, 7 * second),
  build("history", minute, 20 * second),
  build("universe", 15 * minute, 50 * second),
  DETECT,
  MINT,
  sweep("gap.sweep", minute, 0),
  sweep("brief.plan", minute, 45 * second),
  sweep("checkpoint.sign", 5 * minute, 30 * second),
  sweep("outcome.score", 30 * second, 13 * second),
  sweep("hour.fold", 5 * minute, 100 * second),
  sweep("checkpoint.attest", minute, 35 * second),
  sweep("checkpoint.witness", minute, 40 * second),
  sweep("store.sweep", hour, 5 * minute),
  sweep("key.store", 5 * second, 2 * second, [KEYS.partnerKeysUnstored]),
  sweep("usage.store", second, 0, [KEYS.usage, KEYS.usageTaken]),
  sweep("payment.settle", 10 * second, 3 * second, [KEYS.paymentsPending, KEYS.paymentLedger]),
  sweep("webhook.match", second, 0, [KEYS.eventsNew]),
  sweep("webhook.sweep", minute, 50 * second),
  sweep("window.reread", 24 * hour, 3 * hour + 10 * minute),
  sweep("replay.sample", 24 * hour, 3 * hour + 40 * minute),
  // Where many are due at once, what is read by the minute goes first.
  ...sources.map(pull).sort((a, b) => a.everyMs - b.everyMs),
];

/** The lines that bring the prices of now. */
export const priceLines = (lines: readonly Line[]): readonly Line[] =>
  lines.filter(({ spread, urgent }) => spread && urgent);

/** The slot that is due: the last one whose start plus offset has passed. */
export const slotOf = (line: Pick<Line, "everyMs" | "offsetMs">, now: number): number =>
  Math.floor((now - line.offsetMs) / line.everyMs) * line.everyMs;

/**
 * One look at the timetable; the returned function enqueues what has become due since its last success. A look that
 * fails or is missed costs nothing: the slot is still due at the next one, and its id is the same for every clock.
 */
export function openTicker(deps: ClockDeps, lines: readonly Line[]): () => Promise<number> {
  const done = new Map<string, number>();
  const isOver = openHold(deps, priceLines(lines).length > 0);
  let isFirst = true;
  return async () => {
    const now = deps.clock.now();
    const all = await isOver();
    const due = lines.filter((line) => (all || line.urgent) && done.get(line.key) !== slotOf(line, now));
    const spread = due.filter((line) => line.spread);
    // After a stop all prices are old: nobody gains from reading the venues one after the other.
    const atOnce = (line: Line) => isFirst && line.everyMs <= minute;
    const chosen = [
      ...due.filter((line) => !line.spread),
      ...spread.filter((line, at) => at < SPREAD_PER_TICK || atOnce(line)),
    ].map((line) => ({ line, slot: slotOf(line, now) }));
    const hasWork = await Promise.all(chosen.map(({ line }) => !line.work || deps.redis.exists(...line.work)));
    const wanted = chosen.filter((_, index) => hasWork[index]);
    if (wanted.length > 0) await deps.producer.addAll(wanted.map(({ line, slot }) => line.request(slot)));
    for (const { line, slot } of chosen) done.set(line.key, slot);
    isFirst &&= !all;
    return wanted.length;
  };
}

/** Starts ticking. Several clocks at once make each job once. */
export function startClock(deps: ClockDeps, lines: readonly Line[]): { stop(): Promise<void> } {
  let tick = openTicker(deps, lines);
  let mark: string | null | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const remind = openReminder(deps.clock);
  /** A Redis that lost its data lost its jobs: whatever is due is asked for anew. */
  const tickAfterLoss = async () => {
    const found = await restoredMark(deps.redis);
    if (mark !== undefined && found !== mark) tick = openTicker(deps, lines);
    mark = found;
    return tick();
  };
  const look = () => {
    running = tickAfterLoss().catch((error: Error) =>
      remind(error.message, (times) =>
        deps.log.warn({ err: error, times }, "tick failed; the next one makes up for it"),
      ),
    );
    return running;
  };
  const late = (message: string) => remind(message, (times) => deps.log.warn({ times }, `ticks: ${message}`));
  const logger = {
    info: () => undefined,
    debug: () => undefined,
    warn: late,
    error: (e: string | Error) => late(String(e)),
  };
  void look();
  const task = schedule("* * * * * *", look, {
    ...{ noOverlap: true, suppressMissedWarning: true, timezone: "UTC", logger },
  });
  return {
    async stop() {
      await task.destroy();
      await running;
    },
  };
}
