// Since when nothing of a monitor was taken: as its attempts say, however many begin to fail at once.
import t from "tap";
import { failingSince } from "../../../jobs/webhook/failing.ts";
import type { DeliveryRow } from "../../../schema/dataset/watch/delivery.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { KEYS } from "../../../schema/key.ts";
import type { MonitorReadRow } from "../../../schema/query/watch/monitor-row.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const { store } = await startTestStore(t);
const { deps, close } = openTestDeps((await startTestRedis(t)).url, { store, clock: { now: () => BASE } });
t.teardown(close);

const at = (minutes: number) => BASE - 60 * MINUTE_MS + minutes * MINUTE_MS;

const monitorOf = (id: string, resumedAt: number | null = null): MonitorReadRow => ({
  ...{ id, secret_digest: "", secret_sealed: "", tokens: ["bitcoin"], kinds: [], min_severity: 2, verdict_changes: 1 },
  ...{ new_briefs: 1, webhook_url: "https://receiver.example", since_event: 1, caller: "", payment: "" },
  ...{ created_at: at(0), begun_at: at(0), stopped_at: null, suspended_at: null, resumed_at: resumedAt },
  changed_at: at(0),
});

let attempts = 0;
function attemptOf(monitor: string, minutes: number, state: "retry" | "delivered" | "held"): DeliveryRow {
  attempts += 1;
  const outcome = state === "held" ? "held" : "answered";
  const status = state === "delivered" ? 200 : state === "held" ? 0 : 500;
  return {
    ...{ monitor, message: `msg_${attempts}`, attempt: 1, at: at(minutes), status, outcome },
    ...{ took_ms: 10, state, next_at: null },
  };
}

t.test(
  "a Redis that knows nothing learns it of all that ask at once, from their own attempts, in one statement",
  async (t) => {
    const rows = [
      ...[attemptOf("mon_fails", 10, "retry"), attemptOf("mon_fails", 20, "retry")],
      ...[
        attemptOf("mon_taken", 10, "retry"),
        attemptOf("mon_taken", 15, "delivered"),
        attemptOf("mon_taken", 30, "retry"),
      ],
      ...[attemptOf("mon_resumed", 10, "retry"), attemptOf("mon_resumed", 40, "retry")],
      ...[attemptOf("mon_held", 10, "held"), attemptOf("mon_held", 25, "retry")],
      ...[attemptOf("mon_other", 1, "retry")],
    ];
    await store.insert("delivery", rows, "delivery~failing");
    let statements = 0;
    const counting: typeof store = {
      ...store,
      query: (query, params) => {
        statements += 1;
        return store.query(query, params);
      },
    };
    const counted = { ...deps, store: counting };
    const monitors = [
      ...[monitorOf("mon_fails"), monitorOf("mon_taken"), monitorOf("mon_resumed", at(35)), monitorOf("mon_held")],
      ...[monitorOf("mon_new"), monitorOf("mon_fails")],
    ];
    // Asked of Redis in one turn, they are answered in one.
    const since = await Promise.all(monitors.map((monitor) => failingSince(counted, monitor)));
    t.same(since, [at(10), at(30), at(40), at(25), BASE, at(10)]);
    t.ok(statements >= 1 && statements < monitors.length, `${statements} statements`);
    const again = await failingSince(counted, monitorOf("mon_fails"));
    t.equal(again, at(10));
    t.equal(await failingSince(counted, monitorOf("mon_new")), BASE, "what began with this attempt is remembered");
  },
);

t.test("a sign of life begins it anew, also where an attempt that began before it fails behind it", async (t) => {
  const [old, resumed] = [monitorOf("mon_alive"), monitorOf("mon_alive", at(50))];
  await store.insert("delivery", [attemptOf("mon_alive", 10, "retry")], "delivery~alive");
  t.equal(await failingSince(deps, old), at(10), "the attempt that was under way knows of no resumption");
  t.equal(await failingSince(deps, resumed), at(50));
});

t.test(
  "what a monitor would be suspended for is read anew: one may have been taken that Redis was not told of",
  async (t) => {
    const old = { ...monitorOf("mon_five_days"), created_at: BASE - 6 * DAY_MS };
    await deps.redis.set(KEYS.webhookFailing(old.id), BASE - 5.5 * DAY_MS);
    const rows = [attemptOf(old.id, 30, "delivered"), attemptOf(old.id, 31, "retry")];
    await store.insert("delivery", rows, "delivery~five days");
    t.equal(await failingSince(deps, old), at(31));
    t.equal(Number(await deps.redis.get(KEYS.webhookFailing(old.id))), at(31));
  },
);
