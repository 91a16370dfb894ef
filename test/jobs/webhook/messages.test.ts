// From events to deliveries on the real engine: each match is one message under one number whoever dies when, and what
// follows from an attempt is the contract's schedule.
import t from "tap";
import { issueBrief } from "../../../jobs/brief/issue-brief.ts";
import { Later } from "../../../jobs/deps.ts";
import { appendEvents } from "../../../jobs/event/append-events.ts";
import { buildEvents } from "../../../jobs/event/build-events.ts";
import { issue } from "../../../jobs/proof/issue.ts";
import { readFrames } from "../../../jobs/publish.ts";
import { listMonitors } from "../../../jobs/webhook/ask-monitor.ts";
import { deliverMessage } from "../../../jobs/webhook/deliver-message.ts";
import { matchEvents } from "../../../jobs/webhook/match-events.ts";
import { keepMonitor } from "../../../jobs/webhook/standing.ts";
import { sweepMessages } from "../../../jobs/webhook/sweep-messages.ts";
import { digestOf } from "../../../schema/canonical.ts";
import { compile } from "../../../schema/check.ts";
import type { SignalRow } from "../../../schema/dataset/signal/signal.ts";
import type { MessageRow } from "../../../schema/dataset/watch/message.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { JobRequest } from "../../../schema/io/queue.ts";
import type { JobPayload } from "../../../schema/job.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import { MESSAGE_BODIES, type MessageKind } from "../../../schema/object/message.ts";
import type { MonitorReadRow } from "../../../schema/query/watch/monitor-row.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { makeSecret, readSealKeys, seal } from "../../../schema/webhook/secret.ts";
import { valuesIn } from "../../support/api/values-in.ts";
import { BASE } from "../../support/base.ts";
import { draftEvaluation } from "../../support/proof/evaluation-draft.ts";
import { mortalStore } from "../../support/proof/log-step.ts";
import { verifiedBody } from "../../support/receiver.ts";
import { draftBrief } from "../../support/rows/brief.ts";
import { MONITOR_KEY, SEALED, SECRET, startDeliveryGround } from "../../support/watch/delivery-ground.ts";

const START = Math.floor(BASE / MINUTE_MS) * MINUTE_MS - 7 * DAY_MS;
let now = START;

const { store, asked, deps, receiver } = await startDeliveryGround(t, () => now);

let made = 0;
/** Stores a monitor, as creation does. */
async function watch(more: Partial<MonitorReadRow> = {}): Promise<MonitorReadRow> {
  made += 1;
  const id = `mon_${String(made).padStart(26, "0")}`;
  const row: MonitorReadRow = {
    ...{ id, secret_digest: digestOf(SECRET), secret_sealed: SEALED, tokens: ["bitcoin"], kinds: [...SIGNAL_KINDS] },
    ...{ min_severity: 2, verdict_changes: 1, new_briefs: 1, webhook_url: `${receiver.url}/${made}`, since_event: 1 },
    ...{ caller: "", payment: "", created_at: now, begun_at: now },
    ...{ stopped_at: null, suspended_at: null, resumed_at: null, changed_at: now, ...more },
  };
  await keepMonitor(deps, row);
  return row;
}

let signals = 0;
async function fire(more: Partial<SignalRow> = {}) {
  signals += 1;
  const row: SignalRow = {
    ...{ token: "bitcoin", at: now, key: `${signals}`, id: signals, kind: "price_move", direction: "bullish" },
    ...{ severity: 2, value: 4.2, ratio: 2.1, details: '{"unit":"pct"}', status: "open" },
    ...{ expires_at: now + DAY_MS, closed_at: null, rules: "sig-1", changed_at: now, ...more },
  };
  await store.insert("signal", [row], `signal~${row.id}`);
}

const messages = () =>
  store.query<object, MessageRow>(
    { name: "messages", sql: "SELECT * FROM message WHERE monitor != '' ORDER BY monitor, sequence" },
    {},
  );
/** The number behind all events so far. */
const nextEvent = async (): Promise<number> => {
  const last = { name: "last", sql: "SELECT toUInt64(max(number)) AS numbered FROM event" };
  return ((await store.query<object, { numbered: number }>(last, {}))[0]?.numbered ?? 0) + 1;
};
type Tap = Pick<typeof t, "same" | "equal">;
/** Sequences from 1 without holes, ids and events each once. */
function numbered(t: Tap, rows: readonly MessageRow[]): void {
  for (const monitor of new Set(rows.map((row) => row.monitor))) {
    const own = rows.filter((row) => row.monitor === monitor);
    t.same(
      own.map(({ sequence }) => sequence),
      own.map((_, at) => at + 1),
      `${monitor}: from 1 without holes and doubles`,
    );
    const events = own.map(({ event }) => event);
    t.same(
      events,
      [...new Set(events)].sort((a, b) => a - b),
      `${monitor}: in the order of events, each once`,
    );
  }
  t.equal(new Set(rows.map(({ id }) => id)).size, rows.length, "ids are each of one message");
}

t.test("each match is a message under the next number of its monitor, matched once however often", async (t) => {
  const all = await watch({ min_severity: 1 });
  const few = await watch({ kinds: ["depeg"], verdict_changes: 0, new_briefs: 0 });
  const other = await watch({ tokens: ["ethereum"] });
  await fire({ severity: 1 });
  await fire({ kind: "depeg", severity: 3 });
  await fire({ token: "ethereum", kind: "oi_surge" });
  await appendEvents(deps);
  await matchEvents(deps);
  const first = await messages();
  const told = (monitor: string, rows: readonly MessageRow[]) => rows.filter((row) => row.monitor === monitor).length;
  t.same([told(all.id, first), told(few.id, first), told(other.id, first)], [2, 1, 1]);
  await matchEvents(deps);
  t.same(await messages(), first, "done again: the same rows");
  await Promise.all([1, 2, 3].map(() => matchEvents(deps)));
  t.same(await messages(), first);
  t.equal(new Set(asked.map(({ id }) => id)).size, 4, "one job a message");
  const late = await watch({ since_event: 4 });
  await issueBrief(deps, draftBrief(1, now), []);
  await matchEvents(deps);
  const after = await messages();
  t.same([told(all.id, after), told(few.id, after), told(other.id, after), told(late.id, after)], [3, 1, 1, 1]);
  numbered(t, after);
});

t.test("matchers that die before or after their writes, beside others, leave neither hole nor double", async (t) => {
  const dead = new Error("died");
  const die = (): never => {
    throw dead;
  };
  for (const [side, write] of [
    ["before", 1],
    ["after", 1],
    ["after", 2],
  ] as const) {
    await fire();
    await fire({ token: "ethereum" });
    await appendEvents(deps);
    const mortal = { ...deps, store: mortalStore(store, write, side, die) };
    await Promise.allSettled([matchEvents(mortal), matchEvents(deps), matchEvents(mortal)]);
  }
  await fire();
  await appendEvents(deps);
  await t.rejects(matchEvents({ ...deps, store: mortalStore(store, 2, "after", die) }), dead);
  for (let n = 0; n < 3; n += 1) await fire();
  await appendEvents(deps);
  await Promise.all(Array.from({ length: 10 }, () => matchEvents(deps)));
  const rows = await messages();
  numbered(t, rows);
  const jobs = new Set(asked.map(({ payload }) => (payload as JobPayload<"webhook.deliver">).message));
  t.same(
    rows.filter(({ id }) => !jobs.has(id)),
    [],
    "each has its job",
  );
});

const run = (payload: JobRequest["payload"]) => deliverMessage(deps, payload as JobPayload<"webhook.deliver">);
const jobsOf = ({ id }: MonitorReadRow) =>
  asked.filter(({ payload }) => (payload as JobPayload<"webhook.deliver">).monitor === id);

t.test("what is sent has the shape of its kind and both signatures, and once sent is not sent again", async (t) => {
  const monitor = await watch({ min_severity: 1, since_event: await nextEvent() });
  await fire({ severity: 1 });
  await fire({ details: JSON.stringify({ unit: "pct", sources: "x".repeat(30_000) }) });
  await issueBrief(deps, draftBrief(2, now), []);
  await matchEvents(deps);
  for (const { payload } of jobsOf(monitor)) await run(payload);
  const path = `/${monitor.webhook_url.split("/").at(-1)}`;
  const got = receiver.got.filter((one) => one.path === path);
  t.equal(got.length, new Set(jobsOf(monitor).map(({ id }) => id)).size);
  for (const one of got) {
    const body = verifiedBody(SECRET, one);
    const isBody = compile(MESSAGE_BODIES[body.kind as MessageKind]);
    if (!isBody(body)) t.fail(isBody.describe());
    t.match(one.headers, { "webhook-id": body.id, "webhook-attempt": "1", "x-service-signature": /^[0-9a-f]{64}$/ });
    t.same(Object.keys(body), ["monitor_id", "kind", "token", "object", "as_of", "id", "sequence"]);
    t.ok(Buffer.byteLength(one.text) <= LIMITS.messageBytesMax, "no longer than 20 kB");
  }
  t.ok(new Set(got.map(({ text }) => JSON.parse(text).kind)).has("brief"));
  for (const { payload } of jobsOf(monitor)) await run(payload);
  t.equal(receiver.got.filter((one) => one.path === path).length, got.length, "run again: nothing is sent");
});

t.test("as many deliveries as go at once ask the store once what an event tells, and store few blocks", async (t) => {
  const urls = Array.from({ length: 40 }, (_, at) => `${receiver.url.replace("127.0.0.1", `h${at}.example`)}/many`);
  const since = await nextEvent();
  const watching: string[] = [];
  for (const [at, url] of urls.entries()) {
    const own = { min_severity: 1, tokens: ["tron"], since_event: since, webhook_url: url, payment: `payment ${at}` };
    watching.push((await watch({ ...own, caller: `caller ${at}` })).id);
  }
  await fire({ token: "tron", severity: 1 });
  await appendEvents(deps);
  await matchEvents(deps);
  const jobs = asked.map(({ payload }) => payload as JobPayload<"webhook.deliver">);
  const own = jobs.filter(({ monitor }) => watching.includes(monitor));
  t.equal(own.length, urls.length);
  const counted = { objects: 0, blocks: 0 };
  const counting: typeof store = {
    ...store,
    query: (query, params) => {
      if (query.name === "message-object-of") counted.objects += 1;
      return store.query(query, params);
    },
    insert: (table, rows, key, added) => {
      if (table === "delivery") counted.blocks += 1;
      return store.insert(table, rows, key, added);
    },
  };
  const many = { ...deps, env: { ...deps.env }, store: counting, resolve: async () => ["127.0.0.1"] };
  const states = await Promise.all(own.map((payload) => deliverMessage(many, payload)));
  t.same([...new Set(states)], ["delivered"]);
  t.equal(receiver.got.filter(({ path }) => path === "/many").length, urls.length);
  t.equal(counted.objects, 1, "read once");
  t.ok(counted.blocks >= 1 && counted.blocks <= 4, `${counted.blocks} blocks`);
});

t.test(
  "28 hours of failures: eight attempts at their times, then exhausted; five days: suspended, and resumed",
  async (t) => {
    const secret = makeSecret(Buffer.alloc(32, 3));
    const sealed = seal(readSealKeys(MONITOR_KEY), "secret", secret, Buffer.alloc(12, 2));
    const own = {
      secret_digest: digestOf(secret),
      secret_sealed: sealed,
      tokens: ["solana"],
      since_event: await nextEvent(),
    };
    const monitor = await watch(own);
    const path = `/${monitor.webhook_url.split("/").at(-1)}`;
    receiver.answer(path, 500);
    const send = async () => {
      await fire({ token: "solana" });
      await appendEvents(deps);
      await matchEvents(deps);
      return jobsOf(monitor).at(-1)?.payload;
    };
    const listed = async () => (await listMonitors(deps, { digest: digestOf(secret) })).data.monitors[0]?.delivery;
    let payload = await send();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8 && payload !== undefined; attempt += 1) {
      t.match(payload, { attempt });
      const before = asked.length;
      await run(payload);
      const next = asked.slice(before).find(({ name }) => name === "webhook.deliver");
      if (next?.delayMs === undefined) break;
      waits.push(next.delayMs);
      now += next.delayMs;
      payload = next.payload;
    }
    const expected = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000];
    t.ok(waits.every((ms, at) => Math.abs(ms / (expected[at] ?? 0) - 1) <= 0.1) && waits.length === 7, waits.join());
    t.match(await listed(), {
      ...{ state: "failing", last_status: 500, consecutive_failures: 8, pending: 0, exhausted: 1 },
      ...{ last_sequence: 1, next_attempt_at: null, last_success_at: null },
    });
    const ids = receiver.got
      .filter((one) => one.path === path)
      .map(({ headers, text }) => `${headers["webhook-id"]} ${text}`);
    t.equal(new Set(ids).size, 1, "the same id and the same bytes each time");
    now = START + 8 * DAY_MS;
    await run((await send()) ?? ({} as never));
    await fire({ token: "solana" });
    await appendEvents(deps);
    await matchEvents(deps);
    const before = receiver.got.length;
    for (const job of jobsOf(monitor).slice(-2)) await run(job.payload);
    t.equal(receiver.got.length, before, "while it is suspended nothing is sent");
    receiver.answer(path, 204);
    t.match(await listed(), { state: "suspended", last_sequence: 3, pending: 0 }, "the sign of life");
    now += MINUTE_MS;
    await run((await send()) ?? ({} as never));
    t.match(await listed(), { state: "ok", last_status: 204, consecutive_failures: 0, last_sequence: 4, exhausted: 1 });
    t.match(receiver.got.at(-1), { path, text: /"sequence":4\}$/ }, "numbered while it was suspended, without holes");
    await buildEvents({ store, redis: deps.redis, asOf: now, tokens: ["solana"] });
    const [frame] = await readFrames(deps.redis, [SNAPSHOTS.events("solana")]);
    const history = (valuesIn(frame?.parts.get("rows")) as HistoryEvent[]).map((event) => event.id);
    const sent = receiver.got.filter((one) => one.path === path).map(({ text }) => JSON.parse(text).object.id);
    const missed = Array.from({ length: 4 }, (_, at) => signals - 3 + at).filter((one) => !sent.includes(one));
    t.equal(missed.length, 1, "one was numbered and never sent");
    for (const one of missed)
      t.ok(history.includes(`signal~${one}`), "who sees the hole finds the event in the history");
    receiver.answer(path, 410);
    now += MINUTE_MS;
    await run((await send()) ?? ({} as never));
    t.match(await listed(), { state: "suspended", last_status: 410 }, "410 suspends at once");
    receiver.answer(path, 200);
  },
);

t.test("what no job sends is found again; a host that is taken is left for its turn", async (t) => {
  const monitor = await watch({ tokens: ["cardano"], since_event: await nextEvent() });
  await fire({ token: "cardano" });
  await appendEvents(deps);
  await matchEvents(deps);
  asked.length = 0;
  await sweepMessages(deps);
  t.equal(jobsOf(monitor).length, 0, "not yet");
  now += HOUR_MS;
  await deps.redis.flushall();
  await sweepMessages(deps);
  t.equal(jobsOf(monitor).length, 1, "also by a Redis that lost everything");
  const ends = await Promise.allSettled(jobsOf(monitor).flatMap(({ payload }) => [run(payload), run(payload)]));
  t.ok(ends.some((end) => end.status === "rejected" && end.reason instanceof Later) || ends.length === 2);
  asked.length = 0;
  now += HOUR_MS;
  await sweepMessages(deps);
  t.equal(jobsOf(monitor).length, 0, "taken: nothing is left to send");
});

t.test("an attempt whose process died before it was stored is written down by the next, not made again", async (t) => {
  const monitor = await watch({ tokens: ["dogecoin"], since_event: await nextEvent() });
  const path = `/${monitor.webhook_url.split("/").at(-1)}`;
  const dead = { ...deps, store: { ...store, insert: () => Promise.reject(new Error("the process died")) } };
  for (const [status, state] of [
    [500, "retry"],
    [200, "delivered"],
  ] as const) {
    receiver.answer(path, status);
    await fire({ token: "dogecoin" });
    await appendEvents(deps);
    await matchEvents(deps);
    const payload = jobsOf(monitor).at(-1)?.payload as JobPayload<"webhook.deliver">;
    const before = receiver.got.length;
    await t.rejects(deliverMessage(dead, payload), /the process died/);
    asked.length = 0;
    t.equal(await run(payload), state);
    t.equal(receiver.got.length, before + 1, "sent once");
    t.same(
      jobsOf(monitor).map(({ payload: next }) => (next as typeof payload).attempt),
      state === "retry" ? [2] : [],
      "what follows from it is done",
    );
    const sql = `SELECT status, state FROM delivery WHERE message = '${payload.message}'`;
    t.same(await store.query({ name: "stored", sql }, {}), [{ status, state }]);
  }
});

t.test("a change of verdict names the dimensions that made it", async (t) => {
  const monitor = await watch({ since_event: await nextEvent() });
  const draft = (n: number, verdict: "proceed" | "avoid") => {
    const id = `eval_01JD6Q3Z8W${String(n).padStart(16, "0")}`;
    const made = draftEvaluation(id, now, { verdict });
    const dimensions = { ...made.data.dimensions };
    const reason = {
      code: "honeypot",
      text: "x",
      metric: null,
      value: null,
      threshold: null,
      comparator: null,
      evidence: [],
    };
    dimensions.contract = { ...dimensions.contract, verdict, reasons: verdict === "avoid" ? [reason] : [] };
    const previous = n === 1 ? null : { id: "eval_01JD6Q3Z8W0000000000000001", verdict: "proceed" as const };
    return { ...made, data: { ...made.data, dimensions, previous } };
  };
  await issue(deps, "evaluation", {
    ...draft(1, "proceed"),
    standing: { verdict: "proceed", changedFrom: "" },
  } as never);
  now += MINUTE_MS;
  await issue(deps, "evaluation", {
    ...draft(2, "avoid"),
    standing: { verdict: "avoid", changedFrom: "proceed" },
  } as never);
  await matchEvents(deps);
  for (const { payload } of jobsOf(monitor)) await run(payload);
  const path = `/${monitor.webhook_url.split("/").at(-1)}`;
  const bodies = receiver.got.filter((one) => one.path === path).map((one) => verifiedBody(SECRET, one));
  const isBody = compile(MESSAGE_BODIES.verdict_change);
  for (const body of bodies) if (!isBody(body)) t.fail(isBody.describe());
  t.match(bodies, [
    {
      kind: "verdict_change",
      object: {
        ...{ from: "proceed", to: "avoid", severity: 3, previous_evaluation_id: "eval_01JD6Q3Z8W0000000000000001" },
        changed_dimensions: [{ dimension: "contract", from: "proceed", to: "avoid", reason: "honeypot" }],
      },
    },
  ]);
});
