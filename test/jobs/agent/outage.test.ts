// Agents that speak of calm, by the real jobs on a clock that moves on: calm with everything read, and not a word of it later.
import t from "tap";
import { runAgent } from "../../../jobs/agent/run-agent.ts";
import { detectSignals } from "../../../jobs/detect/detect.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { HOUR_MS, MINUTE_MS, minuteOf } from "../../../schema/duration.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { KEYS } from "../../../schema/key.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { fillMarket } from "../../support/rows/market-rows.ts";
import { startTestStore } from "../../support/store.ts";

t.setTimeout(300_000);
const AT = minuteOf(BASE) - 2 * HOUR_MS;
const SLOT_MS = 5 * MINUTE_MS;
const [opening, { url }] = await Promise.all([startTestStore(t), startTestRedis(t)]);
const store = askedOnce(opening.store);
let now = AT;
const { deps, close } = openTestDeps(url, { store, clock: { now: () => now } });
t.teardown(close);
const quiet = new AbortController().signal;
const fill = (asOf: number) =>
  fillMarket(store, {
    ...{ asOf, tokens: ["bitcoin"], minuteDays: 2, deepTokens: 1 },
    ...{ bookMinutes: 2, fundingDays: 3, levels: 5 },
  });
await fill(AT);

// What was not read by then never will be, and is not waited for.
await deps.redis.hset(KEYS.backfill, "started_at", AT - HOUR_MS);

/** What is done once a minute, at one minute; those before it since the last are not made up for. */
async function judgeAt(minute: number): Promise<void> {
  await deps.redis.del(KEYS.signalState);
  now = minute + 20_000;
  for (let left = 1; left > 0; ) ({ left } = await detectSignals(deps, minute, quiet));
  now = minute + 25_000;
  await buildLive(deps, now, quiet);
  now = minute + 40_000;
  await mintEvaluations(deps, Math.floor(minute / SLOT_MS) * SLOT_MS, quiet);
}

const tower = async (input: Record<string, unknown>) => {
  const id = `run_${systemRandom.id(now)}`;
  const run = await runAgent(deps, { id, agent: "alert-watchtower", input, until: now + 20_000 }, quiet);
  return run?.data;
};
const CALM = { tokens: ["bitcoin"], hours: 1, kinds: ["price_move", "volume_spike", "price_divergence"] };

/** So many minutes before one that was judged came to the same. */
const alikeBefore = (minute: number, count: number) =>
  store.command(`INSERT INTO signal_minute (at, read_at, last_id, skipped_count, coverage, outcome, written_at)
    SELECT at - toIntervalMinute(number + 1), read_at - toIntervalMinute(number + 1), last_id, 0, coverage, '{}',
      written_at - toIntervalMinute(number + 1)
    FROM signal_minute CROSS JOIN numbers(${count}) AS back WHERE at = fromUnixTimestamp64Milli(${minute}, 'UTC')`);
/** The verdict that is in force was so for longer. */
const inForceBefore = (minutes: number) =>
  store.command(`INSERT INTO issued_object (id, month, kind, subkind, token, as_of, issued_at, valid_until)
    SELECT concat('before~', id), month, kind, subkind, token, as_of, issued_at - toIntervalMinute(${minutes}), issued_at
    FROM issued_object WHERE kind = 'evaluation'`);
/** One that was in force so many minutes ago was judged without something. */
const lostBefore = (minutes: number) => {
  const [issued_at, valid_until] = [AT - minutes * MINUTE_MS, AT];
  const row = { id: "lost", month: 0, kind: "evaluation", subkind: "standard", token: "bitcoin", as_of: issued_at };
  const judged = { verdict: "caution", standing: "caution", lost_count: 1 };
  return store.insert("issued_object", [{ ...row, ...judged, issued_at, valid_until }], "lost");
};

t.test(
  "alert-watchtower is quiet while what it watches is read, and never without a reading or over such a time",
  async (t) => {
    await judgeAt(AT);
    t.match(await tower(CALM), { verdict: "INSUFFICIENT", details: { minutes_watched: 1 } }, "one minute is no hour");
    await alikeBefore(AT, 60);
    t.match((await tower(CALM))?.unassessed, [{ path: "/bitcoin/verdicts_to_avoid", reason: "stale" }]);
    await inForceBefore(60);
    const before = await tower(CALM);
    t.match(before, { verdict: "QUIET", verdict_class: "proceed" }, JSON.stringify(before?.unassessed));
    await lostBefore(30);
    const lost = await tower(CALM);
    t.match(lost, { verdict: "INSUFFICIENT", verdict_class: "unassessed", details: { minutes_watched: 60 } });
    t.match(lost?.unassessed, [{ path: "/bitcoin/verdicts_to_avoid", reason: "insufficient_coverage" }]);
    t.match(
      lost?.unassessed[0]?.detail,
      "1 of the verdicts that decide what stood within the time was, or may have been, judged without something",
    );
    await store.command("DELETE FROM issued_object WHERE id = 'lost'");
    t.match(await tower(CALM), { verdict: "QUIET" }, "but for that one");
    const out = AT + 45 * MINUTE_MS;
    await judgeAt(out);
    await alikeBefore(out, 44);
    const after = await tower(CALM);
    t.match(after, { verdict: "INSUFFICIENT", verdict_class: "unassessed", details: { not_read: [] } });
    t.match(after?.unassessed, [{ reason: "stale" }], "there is a state, and the rules of it were not judged");
    await fill(out + MINUTE_MS);
    await judgeAt(out + MINUTE_MS);
    const again = await tower(CALM);
    t.match(again, { verdict: "INSUFFICIENT", details: { minutes_watched: 15 } }, "all is read again, and was not");
    t.match(again?.unassessed, [{ path: "/bitcoin/recent_severity", reason: "insufficient_coverage" }]);
  },
);
