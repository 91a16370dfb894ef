// What others do, or die over, leaves the messages of a monitor as they were: on the real engine.
import { createServer } from "node:http";
import t from "tap";
import { LEFT } from "../../../jobs/deps.ts";
import { deliverMessage } from "../../../jobs/webhook/deliver-message.ts";
import { resealSecrets } from "../../../jobs/webhook/reseal-secrets.ts";
import { changeMonitor, keepMonitor, standingMonitors } from "../../../jobs/webhook/standing.ts";
import { sweepMessages } from "../../../jobs/webhook/sweep-messages.ts";
import { digestOf } from "../../../schema/canonical.ts";
import { HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { JobPayload } from "../../../schema/job.ts";
import { KEYS } from "../../../schema/key.ts";
import { messageOverdue } from "../../../schema/query/watch/message-overdue.ts";
import { monitorById } from "../../../schema/query/watch/monitor-by-id.ts";
import type { MonitorReadRow } from "../../../schema/query/watch/monitor-row.ts";
import { messageIdOf } from "../../../schema/webhook/compose.ts";
import { isSealedBy, readSealKeys } from "../../../schema/webhook/secret.ts";
import { BASE } from "../../support/base.ts";
import { verifiedBody } from "../../support/receiver.ts";
import { MONITOR_KEY, SEALED, SECRET, startDeliveryGround } from "../../support/watch/delivery-ground.ts";

const NEW = Buffer.alloc(32, 8).toString("base64");
const { store, asked, deps, receiver } = await startDeliveryGround(t, () => BASE);
const withKeys = (keys: string) => ({ ...deps, env: { ...deps.env, MONITOR_KEY: keys } });

const idOf = (monitor: number) => `mon_${String(monitor).padStart(26, "0")}`;
const rowOf = (monitor: number, more: Partial<MonitorReadRow> = {}): MonitorReadRow => ({
  ...{ id: idOf(monitor), secret_digest: digestOf(SECRET), secret_sealed: SEALED, tokens: ["bitcoin"], kinds: [] },
  ...{ min_severity: 2, verdict_changes: 1, new_briefs: 1, webhook_url: `${receiver.url}/${monitor}`, since_event: 1 },
  ...{ caller: "", payment: "", created_at: BASE, begun_at: BASE, stopped_at: null, suspended_at: null },
  ...{ resumed_at: null, changed_at: BASE, ...more },
});

/** Messages of a monitor, matched an hour ago, of the events from that number on. */
async function matched(monitor: number, first: number, count: number): Promise<JobPayload<"webhook.deliver">[]> {
  const at = BASE - HOUR_MS;
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ monitor: idOf(monitor), sequence: n + 1, id: messageIdOf(idOf(monitor), first + n, at), event: first + n },
    ...{ is_held: 0 as const, written_at: at },
  }));
  const told = rows.map(({ event }) => ({
    ...{ event, kind: "brief" as const, token: "bitcoin", object: "{}", as_of: at, written_at: at },
  }));
  await store.insert("message", rows, `message ${monitor} ${first}`);
  await store.insert("message_object", told, `object ${monitor} ${first}`);
  return rows.map(({ id, monitor: of, sequence, event }) => ({
    message: id,
    monitor: of,
    sequence,
    event,
    attempt: 1,
  }));
}
const deliver = (payload: JobPayload<"webhook.deliver"> | undefined, by = deps) =>
  deliverMessage(by, payload ?? ({} as never));

t.test("who died after storing a monitor, before saying so, leaves copies of minutes and not for ever", async (t) => {
  await keepMonitor(deps, rowOf(1));
  await standingMonitors(deps);
  const left = await deps.redis.pttl(KEYS.monitorsMark);
  t.ok(left > 0 && left <= 5 * MINUTE_MS, `${left} ms`);
  await deps.redis.del(KEYS.monitorsMark);
  await standingMonitors(deps);
  const anew = await deps.redis.pttl(KEYS.monitorsMark);
  t.ok(anew > 0 && anew <= 5 * MINUTE_MS, `and where Redis had none: ${anew} ms`);
});

t.test("what waits for a receiver that fails is looked for behind what others lost", async (t) => {
  await keepMonitor(deps, rowOf(2));
  const [failed] = await matched(1, 100, 40);
  const lost = await matched(2, 1_000, 2);
  receiver.answer("/1", 500);
  t.equal(await deliver(failed), "retry");
  receiver.answer("/1", 200);
  const rows = await store.query(messageOverdue, { since: 0, due: BASE - MINUTE_MS, limit: 100, monitors: [] });
  t.same(
    rows.slice(0, 2).map(({ id }) => id),
    lost.map(({ message }) => message),
  );
  t.equal(rows.length, 10, "and of the others a few, by which it is found well again");
  const own = await store.query(messageOverdue, { since: 0, due: BASE - MINUTE_MS, limit: 100, monitors: [idOf(2)] });
  t.same(own, rows.slice(0, 2), "or of some alone");
});

t.test("where too many wait before it a message is left, and found again", async (t) => {
  await keepMonitor(deps, rowOf(3));
  const [payload] = await matched(3, 2_000, 1);
  const key = KEYS.webhookTurn("127.0.0.1");
  const now = Number((await deps.redis.time())[0]) * 1_000;
  await deps.redis.hset(key, { "well:holder": "x", "well:until": now + HOUR_MS, "well:next": now + HOUR_MS });
  await deps.redis.hdel(key, ...(await deps.redis.hkeys(key)).filter((name) => name.startsWith("sick ")));
  t.equal(await deliver(payload), LEFT);
  await deps.redis.del(key);
  t.equal(receiver.got.filter(({ path }) => path === "/3").length, 0);
  asked.length = 0;
  await sweepMessages(deps);
  const [again] = asked.filter(({ payload: one }) => (one as { monitor: string }).monitor === idOf(3));
  t.same(again?.payload, payload);
  t.equal(await deliver(payload), "delivered");
});

t.test("an attempt that began before its owner resumed a monitor suspends it no more", async (t) => {
  const server = createServer(async (_, response) => {
    // Another attempt was told so too, and then the owner came.
    await changeMonitor(deps, idOf(4), () => ({ suspended_at: BASE }));
    await changeMonitor(deps, idOf(4), () => ({ suspended_at: null, resumed_at: BASE }));
    response.writeHead(410).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await keepMonitor(deps, rowOf(4, { webhook_url: `http://127.0.0.1:${port}/` }));
  const [payload] = await matched(4, 3_000, 1);
  t.equal(await deliver(payload), "gone");
  t.match(await store.query(monitorById, { id: idOf(4) }), [{ suspended_at: null, resumed_at: BASE }]);
});

t.test("secrets move under a new key, so that the old one can be given up", async (t) => {
  await keepMonitor(deps, rowOf(5));
  await keepMonitor(deps, rowOf(6, { stopped_at: BASE }));
  const [payload] = await matched(5, 4_000, 1);
  const both = withKeys(`${NEW},${MONITOR_KEY}`);
  t.same(await resealSecrets(withKeys(NEW)), { resealed: 0, lost: 5 }, "what no key opens is counted");
  t.same(await resealSecrets(both), { resealed: 5, lost: 0 });
  t.same(await resealSecrets(both), { resealed: 0, lost: 0 });
  const [row] = await store.query(monitorById, { id: idOf(5) });
  const [key] = readSealKeys(NEW);
  t.ok(key !== undefined && isSealedBy(key, row?.secret_sealed ?? ""));
  t.equal(await deliver(payload, withKeys(NEW)), "delivered");
  const got = receiver.got.find(({ path }) => path === "/5");
  if (got === undefined) throw new Error("nothing came");
  t.match(verifiedBody(SECRET, got), { monitor_id: idOf(5) }, "the secret is the same");
});
