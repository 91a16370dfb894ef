// A receiver that is well again gets all that waited, whatever the clock did; and who fails is tried beside who is slow.
import { createServer } from "node:http";
import t from "tap";
import { deliverMessage } from "../../../jobs/webhook/deliver-message.ts";
import { keepMonitor } from "../../../jobs/webhook/standing.ts";
import { sweepMessages } from "../../../jobs/webhook/sweep-messages.ts";
import { digestOf } from "../../../schema/canonical.ts";
import type { DeliveryRow } from "../../../schema/dataset/watch/delivery.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { JobPayload } from "../../../schema/job.ts";
import { KEYS } from "../../../schema/key.ts";
import type { MonitorReadRow } from "../../../schema/query/watch/monitor-row.ts";
import { messageIdOf } from "../../../schema/webhook/compose.ts";
import { BASE } from "../../support/base.ts";
import { SEALED, SECRET, startDeliveryGround } from "../../support/watch/delivery-ground.ts";

type Payload = JobPayload<"webhook.deliver">;
let now = BASE;

const { store, asked, deps, receiver } = await startDeliveryGround(t, () => now);

const idOf = (monitor: number) => `mon_${String(monitor).padStart(26, "0")}`;
async function watch(
  monitor: number,
  url = `${receiver.url}/${monitor}`,
  resumedAt: number | null = null,
): Promise<void> {
  const row: MonitorReadRow = {
    ...{ id: idOf(monitor), secret_digest: digestOf(SECRET), secret_sealed: SEALED, tokens: ["bitcoin"], kinds: [] },
    ...{ min_severity: 2, verdict_changes: 1, new_briefs: 1, webhook_url: url, since_event: 1 },
    ...{ caller: "", payment: "", created_at: BASE - 6 * DAY_MS, begun_at: BASE - 6 * DAY_MS, stopped_at: null },
    ...{ suspended_at: null, resumed_at: resumedAt, changed_at: BASE },
  };
  await keepMonitor(deps, row);
}

let events = 0;
/** Messages of a monitor that were matched at an instant, with their first attempts. */
async function matched(monitor: number, count: number, at: number): Promise<Payload[]> {
  const first = events + 1;
  events += count;
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ monitor: idOf(monitor), sequence: first + n, id: messageIdOf(idOf(monitor), first + n, at), event: first + n },
    ...{ is_held: 0 as const, written_at: at },
  }));
  const told = rows.map(({ event }) => ({
    ...{ event, kind: "brief" as const, token: "bitcoin", object: "{}", as_of: at, written_at: at },
  }));
  await store.insert("message", rows, `message ${first}`);
  await store.insert("message_object", told, `object ${first}`);
  return rows.map(({ id, monitor: of, sequence, event }) => ({
    message: id,
    monitor: of,
    sequence,
    event,
    attempt: 1,
  }));
}

const askedOf = (monitor: number) =>
  asked.map(({ payload }) => payload as Payload).filter(({ monitor: of }) => of === idOf(monitor));
const attempts = (monitor: number) =>
  store.query<object, DeliveryRow>(
    { name: "attempts", sql: `SELECT * FROM delivery WHERE monitor = '${idOf(monitor)}' ORDER BY message, attempt` },
    {},
  );

t.test("a taken delivery has all sent that waited, also for days, and but once a minute", async (t) => {
  await watch(1);
  const old = await matched(1, 2, BASE - 4 * DAY_MS);
  const [first, ...rest] = await matched(1, 4, BASE - HOUR_MS);
  if (first === undefined) throw new Error("no message");
  receiver.answer("/1", 500);
  t.equal(await deliverMessage(deps, first), "retry");
  receiver.answer("/1", 200);
  asked.length = 0;
  now = BASE + MINUTE_MS;
  t.equal(await deliverMessage(deps, { ...first, attempt: 2 }), "delivered");
  const waiting = [...old, ...rest].map(({ message }) => message);
  t.same(
    askedOf(1).map(({ message }) => message),
    waiting,
    "what is older than the sweep looks for too",
  );
  asked.length = 0;
  const [second, third, fourth] = rest;
  if (second === undefined || third === undefined || fourth === undefined) throw new Error("no message");
  t.equal(await deliverMessage(deps, second), "delivered");
  t.same(asked, [], "who was well waits for nobody");
  receiver.answer("/1", 500);
  await deliverMessage(deps, third);
  receiver.answer("/1", 200);
  asked.length = 0;
  t.equal(await deliverMessage(deps, fourth), "delivered");
  t.same(askedOf(1), [], "a receiver that fails and takes by turns wakes nothing again within a minute");
  await deps.redis.del(...(await deps.redis.keys(KEYS.webhookWoken("*", "*"))));
});

t.test("what a monitor missed before it was resumed is held, and what comes after is sent", async (t) => {
  now = BASE;
  await watch(4, undefined, BASE - 2 * HOUR_MS);
  const [missed] = await matched(4, 1, BASE - 3 * HOUR_MS);
  const [fresh] = await matched(4, 1, BASE - HOUR_MS);
  if (missed === undefined || fresh === undefined) throw new Error("no message");
  t.same([await deliverMessage(deps, missed), await deliverMessage(deps, fresh)], ["held", "delivered"]);
  t.equal(receiver.got.filter(({ path }) => path === "/4").length, 1);
});

t.test("a clock that is set back during an attempt costs neither it nor those that are stored with it", async (t) => {
  now = BASE;
  const server = createServer((_, response) => {
    now -= 2_000;
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => server.close());
  const address = server.address();
  await watch(2, `http://localhost:${typeof address === "object" ? address?.port : ""}/`);
  await watch(3);
  const [back] = await matched(2, 1, BASE - HOUR_MS);
  const [beside] = await matched(3, 1, BASE - HOUR_MS);
  if (back === undefined || beside === undefined) throw new Error("no message");
  t.same(await Promise.all([deliverMessage(deps, back), deliverMessage(deps, beside)]), ["retry", "delivered"]);
  t.match(await attempts(2), [{ attempt: 1, state: "retry", status: 500, took_ms: 0 }]);
  t.match(await attempts(3), [{ attempt: 1, state: "delivered" }]);
});

t.test("receivers that fail are tried, however much waits for some that answer slowly", async (t) => {
  now = BASE + DAY_MS;
  await store.command("TRUNCATE TABLE message");
  await watch(10);
  const [failed] = await matched(10, 3, now - HOUR_MS);
  if (failed === undefined) throw new Error("no message");
  const row: DeliveryRow = {
    ...{ monitor: failed.monitor, message: failed.message, attempt: 1, at: now - HOUR_MS, status: 500 },
    ...{ outcome: "answered", took_ms: 1, state: "retry", next_at: now - HOUR_MS },
  };
  await store.insert("delivery", [row], "delivery ten");
  for (let monitor = 20; monitor < 70; monitor += 1) {
    await watch(monitor);
    await matched(monitor, 101, now - HOUR_MS);
  }
  asked.length = 0;
  await sweepMessages(deps);
  t.equal(asked.length, 5_000);
  t.same(
    askedOf(10).map(({ attempt }) => attempt),
    [2, 1, 1],
  );
  t.equal(askedOf(20)[0]?.attempt, 1);
});
