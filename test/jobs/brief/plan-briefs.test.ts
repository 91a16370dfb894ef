// Latest briefs exist: who is due is asked for once, urgent ones first, behind whoever waits; what was lost is published again.
import fc from "fast-check";
import t from "tap";
import { dueBriefs } from "../../../jobs/brief/due-briefs.ts";
import { issueBrief } from "../../../jobs/brief/issue-brief.ts";
import { planBriefs } from "../../../jobs/brief/plan-briefs.ts";
import { publishFrames, readFrames } from "../../../jobs/publish.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { encodeFrame } from "../../../schema/frame.ts";
import { jobId } from "../../../schema/job.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { assertProperty } from "../../support/property.ts";
import { startTestRedis } from "../../support/redis.ts";
import { draftBrief } from "../../support/rows/brief.ts";
import { factsOf, wholeRows } from "../../support/rows/facts.ts";
import { startTestStore } from "../../support/store.ts";

const TOKENS = Array.from({ length: 100 }, (_, at) => `token-${at}`);

t.test("who is due, and in what order", async (t) => {
  const now = 20_000 * DAY_MS + 5 * HOUR_MS;
  const row = (token: string, brief: number, urgent = 0) => ({ token, brief_ms: brief, number: 1, urgent_ms: urgent });
  t.same(dueBriefs(["a", "b"], [], now), [
    { token: "a", why: "first" },
    { token: "b", why: "first" },
  ]);
  t.same(
    dueBriefs(
      ["a", "b", "c", "d"],
      [row("a", now - 2 * DAY_MS), row("c", now - 2 * HOUR_MS, now - HOUR_MS), row("d", now - HOUR_MS / 2, now)],
      now,
    ),
    [
      { token: "c", why: "urgent" },
      { token: "b", why: "first" },
      { token: "a", why: "daily" },
    ],
    "not again within the hour, whatever happens",
  );
  t.same(dueBriefs(["a"], [row("a", now - 4 * HOUR_MS)], now), [], "it had its daily one");
});

t.test("in a day each token is due once, spread over the day", async () => {
  assertProperty(
    fc.property(fc.integer({ min: 20_000 * DAY_MS, max: 20_001 * DAY_MS }), (start) => {
      const written = new Map(TOKENS.map((token) => [token, start - HOUR_MS]));
      const times: number[] = [];
      for (let now = start; now < start + DAY_MS; now += HOUR_MS / 4) {
        const rows = TOKENS.map((token) => ({ token, brief_ms: written.get(token) ?? 0, number: 1, urgent_ms: 0 }));
        for (const { token } of dueBriefs(TOKENS, rows, now)) {
          written.set(token, now);
          times.push(now);
        }
      }
      const hours = new Map<number, number>();
      for (const at of times) hours.set(Math.floor(at / HOUR_MS), (hours.get(Math.floor(at / HOUR_MS)) ?? 0) + 1);
      return times.length >= 95 && times.length <= 105 && Math.max(...hours.values()) <= 12;
    }),
    { numRuns: 5 },
  );
});

t.test("the planner asks once for what is ready, stands behind who waits, and publishes what was lost", async (t) => {
  const { store } = await startTestStore(t);
  const server = await startTestRedis(t);
  let now = BASE;
  const { deps, close } = openTestDeps(server.url, { store, clock: { now: () => now } });
  t.teardown(close);
  const facts = factsOf(wholeRows());
  const publish = async (token: string) => {
    const frame = stateFrame(buildState(facts, token), now);
    await publishFrames(deps.redis, [{ name: SNAPSHOTS.state(token), version: now, frame }]);
  };
  t.equal(await planBriefs(deps), 0, "nothing is ready");
  await publish("ethereum");
  t.equal(await planBriefs(deps), 1);
  const { waiting } = await deps.producer.backlog("premium");
  t.match(waiting, [/^brief\.write~run_/]);
  await publish("bitcoin");
  t.equal(await planBriefs(deps), 0, "one waits already");
  await deps.redis.del(...(await deps.redis.keys(`${KEYS.queuePrefix}*`)));
  t.equal(await planBriefs(deps), 1, "the other one, not the one that was asked for");

  const draft = draftBrief(1, now);
  await issueBrief(deps, draft, []);
  t.ok((await readFrames(deps.redis, [SNAPSHOTS.brief("bitcoin")]))[0]);
  await deps.redis.del(KEYS.snapshot(SNAPSHOTS.brief("bitcoin")));
  now += 60_000;
  await planBriefs(deps);
  const [frame] = await readFrames(deps.redis, [SNAPSHOTS.brief("bitcoin")]);
  t.match(JSON.parse(frame?.parts.get("body")?.toString() ?? "{}"), {
    id: "1",
    data: { headline: draft.data.headline },
  });
  t.equal(frame?.version, 1);

  await deps.redis.expire(KEYS.snapshot(SNAPSHOTS.brief("bitcoin")), 60);
  await planBriefs(deps);
  t.ok((await deps.redis.ttl(KEYS.snapshot(SNAPSHOTS.brief("bitcoin")))) > 80_000, "before its end, not after it");

  // A brief that was issued while Redis was away is shown, not the one before it.
  await issueBrief(deps, draftBrief(2, now), []);
  const [latest] = await readFrames(deps.redis, [SNAPSHOTS.brief("bitcoin")]);
  t.equal(latest?.version, 2);
  const before = encodeFrame({ name: SNAPSHOTS.brief("bitcoin"), version: 1, meta: {} }, new Map());
  await deps.redis.set(KEYS.snapshot(SNAPSHOTS.brief("bitcoin")), before);
  await deps.redis.hset(KEYS.snapshotVersions, SNAPSHOTS.brief("bitcoin"), 1);
  await planBriefs(deps);
  t.equal((await readFrames(deps.redis, [SNAPSHOTS.brief("bitcoin")]))[0]?.version, 2);

  // Who is never ready keeps nobody else waiting.
  const last = TRACKED.at(-1)?.id ?? "";
  await deps.redis.del(...(await deps.redis.keys(`${KEYS.queuePrefix}*`)));
  await publish(last);
  t.equal(await planBriefs(deps), 1, "the last of a hundred, of which no other is ready");

  // A signal of its highest grade asks for one more, an hour later at the earliest.
  now += 2 * HOUR_MS;
  const fired = { number: 1, kind: "signal", token: "bitcoin", at: now - 60_000, id: "7", verdict_from: "" };
  await store.insert(
    "event",
    [{ ...fired, verdict_to: "", direction: "bearish", severity: 3, written_at: now }],
    "event",
  );
  await deps.redis.del(...(await deps.redis.keys(`${KEYS.queuePrefix}*`)));
  for (const token of ["bitcoin", "ethereum"]) await deps.redis.del(KEYS.lock(`brief~${token}`));
  await publish("bitcoin");
  await publish("ethereum");
  t.equal(await planBriefs(deps), 2);
  const asked = await deps.producer.backlog("premium");
  t.equal(asked.waiting.length, 2);
  t.ok(asked.waiting.every((id) => id.startsWith(jobId("brief.write", ""))));
});
