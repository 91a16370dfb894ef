// Looks at a service once a second: how old what it serves is, what it refuses, what waits in its queues and how long builds take.
import { setTimeout as sleep } from "node:timers/promises";
import { timetable } from "../../../jobs/clock.ts";
import { lastTookMs } from "../../../jobs/health.ts";
import { publishedVersion } from "../../../jobs/publish.ts";
import { sourceInfos } from "../../../jobs/source-info.ts";
import { openProducer } from "../../../schema/io/queue.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { LANE_IDS } from "../../../schema/lane.ts";
import { say } from "../measure.ts";
import type { RunningService } from "../service.ts";

const LOOK_MS = 1_000;
const ANSWER_MS_MAX = 10_000;
const TOKENS = ["bitcoin", "ethereum", "solana"];
const READS = [
  "/v1/tokens?limit=5",
  "/v1/market?sections=pulse",
  "/v1/history/bitcoin?series=price&resolution=1h",
  "/v1/status",
];
/** As many as there are kinds of work; a builder of single tokens is one more. */
export const KINDS = timetable(sourceInfos()).length + 1;

type Seen = {
  looks: number;
  priceAgeMaxS: number;
  builtAgeMaxS: number;
  buildMaxS: number;
  waitingMax: number;
  fillsMax: number;
  /** By how much /v1/status said it was late, at most. */
  lateMaxS: number;
  statusAgeMaxS: number;
  readonly refused: Map<string, number>;
  verdictsPast: number;
};

const nothing = (): Seen => ({
  ...{ looks: 0, priceAgeMaxS: 0, builtAgeMaxS: 0, buildMaxS: 0, waitingMax: 0, fillsMax: 0 },
  ...{ lateMaxS: 0, statusAgeMaxS: 0, refused: new Map(), verdictsPast: 0 },
});

type Body = {
  readonly as_of?: string;
  readonly data?: {
    readonly market?: { readonly as_of?: string };
    readonly valid_until?: string;
    readonly late_s?: number;
  };
};

const ageAt = (at: string | undefined, now: number): number => (now - Date.parse(at ?? "1970-01-01T00:00:00Z")) / 1_000;

/** A verdict is refused in words once it has run out; served, it must be in force. */
const mayRefuse = (path: string, status: number) =>
  path.startsWith("/v1/evaluate") && (status === 503 || status === 404);

async function read(url: string, path: string, seen: Seen): Promise<Body | null> {
  try {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    const body = (await answer.json()) as Body;
    if (answer.ok) return body;
    if (!mayRefuse(path, answer.status)) note(seen, `${path} ${answer.status}`);
  } catch (error) {
    note(seen, `${path} ${error instanceof Error ? error.name : error}`);
  }
  return null;
}

const note = ({ refused }: Seen, what: string) => refused.set(what, (refused.get(what) ?? 0) + 1);

async function lookAtAnswers(url: string, seen: Seen, now: () => number): Promise<void> {
  const ageS = (at: string | undefined) => ageAt(at, now());
  const state = await read(url, "/v1/state/bitcoin?sections=market", seen);
  if (state !== null) seen.priceAgeMaxS = Math.max(seen.priceAgeMaxS, ageS(state.data?.market?.as_of));
  for (const token of TOKENS) {
    const verdict = await read(url, `/v1/evaluate/${token}`, seen);
    if (verdict !== null && ageS(verdict.data?.valid_until) > 0) seen.verdictsPast += 1;
  }
  for (const path of READS) {
    const body = await read(url, path, seen);
    if (path !== "/v1/status" || body === null) continue;
    seen.lateMaxS = Math.max(seen.lateMaxS, body.data?.late_s ?? 0);
    seen.statusAgeMaxS = Math.max(seen.statusAgeMaxS, ageS(body.as_of));
  }
}

/** Watches until stopped; `mark` gives what was seen since the last mark. `now` is the clock of the service. */
export async function watchService(service: RunningService, now: () => number = Date.now) {
  const { url, redisUrl } = await service.place();
  const redis = openRedis(redisUrl, "patient", "soak");
  const producer = openProducer(redis);
  let seen = nothing();
  let stopped = false;
  const lookAtQueues = async (into: Seen) => {
    const lanes = await Promise.all(LANE_IDS.map((lane) => producer.backlog(lane)));
    const waiting = lanes.flatMap((lane) => lane.waiting);
    const fills = waiting.filter((id) => id.startsWith("gap.fill~")).length;
    into.waitingMax = Math.max(into.waitingMax, waiting.length - fills);
    into.fillsMax = Math.max(into.fillsMax, fills);
    into.buildMaxS = Math.max(into.buildMaxS, ((await lastTookMs(redis, "snapshot.build~live")) ?? 0) / 1_000);
    const built = await publishedVersion(redis, SNAPSHOTS.market);
    if (built !== null) into.builtAgeMaxS = Math.max(into.builtAgeMaxS, (now() - built) / 1_000);
  };
  const run = async () => {
    while (!stopped) {
      const into = seen;
      await Promise.all([lookAtAnswers(url, into, now), lookAtQueues(into)]);
      into.looks += 1;
      await sleep(LOOK_MS);
    }
  };
  const running = run();
  return {
    redis,
    mark(): Seen {
      const before = seen;
      seen = nothing();
      return before;
    },
    async stop() {
      stopped = true;
      await running;
      await producer.close();
      redis.disconnect();
    },
  };
}

export const listCounts = (counts: ReadonlyMap<string, number>) =>
  counts.size === 0 ? "none" : [...counts].map(([what, count]) => `${what} × ${count}`).join(", ");

/** Prints what was seen. */
export function tellSeen(what: string, seen: Seen): void {
  const { looks, priceAgeMaxS, builtAgeMaxS, buildMaxS, waitingMax, fillsMax, lateMaxS, statusAgeMaxS } = seen;
  say(
    `  ${what}: ${looks} looks; price at most ${priceAgeMaxS.toFixed(0)} s old, numbers built at most ${builtAgeMaxS.toFixed(0)} s before, a build at most ${buildMaxS.toFixed(1)} s`,
  );
  say(
    `    at most ${waitingMax} jobs waiting of ${KINDS} kinds (and ${fillsMax} fills), status at most ${statusAgeMaxS.toFixed(0)} s old and ${lateMaxS} s late by its own word; refused reads: ${listCounts(seen.refused)}`,
  );
}
