// Asks for the briefs that are due, behind paid and live work, and keeps the last one of each token published.

import { HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../schema/duration.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { snapshotKey } from "../../schema/io/snapshot-key.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import { jobId } from "../../schema/job.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { originOf } from "../../schema/link.ts";
import { HOURS } from "../../schema/object/brief.ts";
import { type BriefDueRow, briefDue } from "../../schema/query/issued/brief-due.ts";
import { briefText } from "../../schema/query/issued/brief-number.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { publishBriefs } from "../issued/brief.ts";
import { readStates } from "../state/read-state.ts";
import { dueBriefs } from "./due-briefs.ts";

/** So many are asked for in a round; so many states are looked at at once. */
const ASKED_MAX = 3;
const LOOKED_AT_ONCE = 12;
/** Whoever was asked for is not asked for again so soon, whatever came of it. */
const ASKED_MS = QUARTER_MS;
const PATIENCE_MS = 10 * MINUTE_MS;
/** Behind every call that waits. */
const PRIORITY = 10;

/** Tokens with a published state that knows a day of their past. */
async function readyOf(deps: Deps, tokens: readonly string[]): Promise<string[]> {
  const states = await readStates(deps, tokens);
  return tokens.filter((token) => {
    const market = states.get(token)?.sections.market;
    return market !== undefined && isAssessed(market.price_usd) && isAssessed(market.change_24h_pct);
  });
}

/** @returns how many were asked for. */
async function askDue(deps: Deps, rows: readonly BriefDueRow[], now: number): Promise<number> {
  const { redis, producer } = deps;
  // Who waits goes first, and a queue that grows is not made longer.
  const { waiting = 0, prioritized = 0 } = await producer.counts("premium");
  if (waiting + prioritized > 0) return 0;
  const due = dueBriefs(
    TRACKED.map(({ id }) => id),
    rows,
    now,
  );
  let asked = 0;
  // Those that are never ready stay due and would be first for ever: whoever stands behind them is looked at too.
  for (let at = 0; at < due.length && asked < ASKED_MAX; at += LOOKED_AT_ONCE) {
    const some = due.slice(at, at + LOOKED_AT_ONCE).map(({ token }) => token);
    for (const token of await readyOf(deps, some)) {
      if (asked >= ASKED_MAX) break;
      if ((await redis.set(KEYS.lock(`brief~${token}`), "asked", "PX", ASKED_MS, "NX")) === null) continue;
      const run = `run_${systemRandom.id(now)}`;
      const payload = { run, token, hours: HOURS.usual, until: now + PATIENCE_MS, isFree: true } as const;
      await producer.add({ name: "brief.write", id: jobId("brief.write", run), payload, priority: PRIORITY });
      asked += 1;
    }
  }
  return asked;
}

/** Before its end a snapshot is published again, so that none is missing until the next look. */
const ENDS_SOON_MS = HOUR_MS;

/** Snapshots end after a day, and a Redis may lose them or be away: what is not there, or of an older brief, is published. */
async function publishMissing(deps: Deps, rows: readonly BriefDueRow[]): Promise<void> {
  const { redis, store, env } = deps;
  const written = rows.filter(({ number }) => number > 0);
  if (written.length === 0) return;
  const names = written.map(({ token }) => SNAPSHOTS.brief(token));
  const [held, versions] = await Promise.all([
    Promise.all(names.map((name) => redis.pttl(snapshotKey(redis, name)))),
    redis.hmget(KEYS.snapshotVersions, ...names),
  ]);
  const isThere = ({ number }: BriefDueRow, at: number) =>
    (held[at] ?? 0) > ENDS_SOON_MS && Number(versions[at] ?? 0) >= number;
  const missing = written.filter((row, at) => !isThere(row, at)).map(({ token }) => token);
  if (missing.length === 0) return;
  // A version without its frame would keep the frame from being published.
  await redis.hdel(KEYS.snapshotVersions, ...missing.map(SNAPSHOTS.brief));
  const texts = await store.query(briefText, { tokens: missing });
  await publishBriefs(
    redis,
    texts.map((row) => wireOf("brief", row, originOf(env))),
  );
}

/** @returns how many briefs were asked for. */
export async function planBriefs(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const rows = await deps.store.query(briefDue, { asOf: now });
  await publishMissing(deps, rows);
  return askDue(deps, rows, now);
}
