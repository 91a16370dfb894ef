// Calls that are not metered: those that are named are made once all the same.
import t from "tap";
import type { GatedCall } from "../../../api/gate/call.ts";
import { openUnmetered } from "../../../api/gate/unmetered.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { startTestRedis } from "../../support/redis.ts";

const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "test");
t.teardown(() => redis.disconnect());

let runs = 0;
const call = (idempotencyKey: string, claim: string, method = "POST"): GatedCall => ({
  requester: { authorization: "", peer: "192.0.2.1", forwarded: "" },
  access: { slow: true, joinMs: 5_000, tier: "premium" } as GatedCall["access"],
  ...{ method, path: "/v1/ask", query: "", body: { claim }, paymentSignature: "", idempotencyKey, isCheap: false },
  async work() {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { status: 201, headers: [["content-type", "application/json"]], body: Buffer.from(`{"run":${runs}}`) };
  },
});

t.test("the same named call gets one answer, also at once, and another body under its name is refused", async (t) => {
  const { pass } = openUnmetered({ redis, clock: systemClock });
  const given = await Promise.all([pass(call("a", "up")), pass(call("a", "up")), pass(call("a", "up"))]);
  const again = await pass(call("a", "up"));
  t.same(new Set([...given, again].map(({ body }) => body.toString())), new Set(['{"run":1}']));
  t.ok(again.headers.some(([name, value]) => name === "idempotency-replayed" && value === "true"));
  await t.rejects(pass(call("a", "down")), { code: "idempotency_key_reused" });
  t.equal(runs, 1);
});

t.test("calls without a name are made each time, and reads have none", async (t) => {
  const { pass } = openUnmetered({ redis, clock: systemClock });
  const before = runs;
  for (const one of [call("", "up"), call("", "up"), call("r", "up", "GET"), call("r", "up", "GET")]) await pass(one);
  t.equal(runs, before + 4);
});
