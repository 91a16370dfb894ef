// Builds and publishes history and events: tails of all tokens now, single tokens whole as jobs of their own.
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import { type JobPayload, jobId } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import { originOf } from "../../schema/link.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { buildEvents } from "../event/build-events.ts";
import { letFirst } from "../precedence.ts";
import { buildTails, buildWhole, type HistoryInput, type TailMemo } from "../series/build-history.ts";
import { claimDirty, claimOf, settleClaim } from "../series/dirty.ts";
import { tailStart } from "../series/history-frame.ts";
import { sourceInfos } from "../source-info.ts";
import { fillingMs } from "../status/backfill.ts";

/** While the past is being filled a token changes again and again: changes are looked at every so often. */
const FILLING_MS = 10 * MINUTE_MS;
/** What people look at first shows its past while it comes. */
const FIRST = TRACKED.slice(0, 3).map(({ id }) => id);
/** Whatever is waiting goes first. */
const LAST = 100;
/** Tokens built whole within the run itself: however busy the lane is, some are. */
const BUDGET_MS = 2_000;
const WHOLE = "history-token";

const MEMOS = new WeakMap<Deps, TailMemo>();

/** What this process published last; kept with the process's record of dependencies. */
async function memoOf(deps: Deps): Promise<TailMemo> {
  const known: TailMemo = MEMOS.get(deps) ?? Object.assign(new Map<string, string>(), { holder: { settled: null } });
  MEMOS.set(deps, known);
  // Where the past was filled, what was settled is not.
  if ((await deps.redis.hlen(KEYS.historyDirty)) > 0) known.holder = { settled: null };
  return known;
}

const inputOf = (deps: Deps, asOf: number, tokens: readonly string[], signal: AbortSignal): HistoryInput => ({
  store: deps.store,
  redis: deps.redis,
  asOf,
  tokens,
  sources: sourceInfos(),
  promisedMs: deps.env.BACKFILL_DAYS * DAY_MS,
  signal,
});

/** The tokens that are left, as one job: where one waits already, what this one lacks is found again by a later run. */
async function askWhole(deps: Deps, now: number, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  const id = jobId("snapshot.build", WHOLE, now);
  const payload = { part: "history" as const, slot: now, tokens: [...tokens] };
  await deps.producer.add({ name: "snapshot.build", id, payload, priority: LAST });
}

/** Every token is rebuilt whole once in as many minutes as there are tokens: what went wrong unseen heals. */
const turnOf = (now: number): string[] =>
  TRACKED.flatMap(({ id }, at) => (at === Math.floor(now / MINUTE_MS) % TRACKED.length ? [id] : []));

/** Builds tokens whole, one by one, while the budget lasts. @returns those that are left. */
async function buildWithin(deps: Deps, tokens: readonly string[], signal: AbortSignal): Promise<string[]> {
  const from = deps.clock.now();
  const left = [...tokens];
  while (left.length > 0 && deps.clock.now() - from < BUDGET_MS) {
    const [token = ""] = left.splice(0, 1);
    await letFirst(deps, signal);
    await buildSome(deps, deps.clock.now(), [token], signal);
  }
  return left;
}

async function buildAll(deps: Deps, asOf: number, signal: AbortSignal): Promise<void> {
  const ids = TRACKED.map(({ id }) => id);
  await letFirst(deps, signal);
  const { whole, stored } = await buildTails(inputOf(deps, asOf, ids, signal), await memoOf(deps));
  const filling = await fillingMs(deps.redis, asOf);
  const rests = filling !== null && filling % FILLING_MS < FILLING_MS - MINUTE_MS;
  const changed = rests ? FIRST : await claimDirty(deps.redis, asOf, tailStart(asOf));
  const wanted = [...new Set([...whole, ...changed, ...turnOf(asOf)])].filter((id) => ids.includes(id));
  await askWhole(deps, asOf, await buildWithin(deps, wanted, signal));
  await letFirst(deps, signal);
  const { store, redis } = deps;
  const events = await buildEvents({ store, redis, asOf, tokens: ids, origin: originOf(deps.env) });
  deps.log.debug({ stored, events, whole: wanted.length }, "history brought forward");
}

async function buildSome(deps: Deps, asOf: number, tokens: readonly string[], signal: AbortSignal): Promise<void> {
  for (const token of tokens) {
    const claim = await claimOf(deps.redis, token);
    await buildWhole(inputOf(deps, asOf, [token], signal));
    if (claim !== null) await settleClaim(deps.redis, token, claim);
  }
}

/** Brings all tokens forward, or builds as many of the payload's as its time allows whole, as of `asOf` (epoch ms). */
export async function buildHistory(
  deps: Deps,
  asOf: number,
  payload: Pick<JobPayload<"snapshot.build">, "tokens">,
  signal: AbortSignal,
): Promise<void> {
  if (payload.tokens) await askWhole(deps, asOf, await buildWithin(deps, payload.tokens, signal));
  else await buildAll(deps, asOf, signal);
}
