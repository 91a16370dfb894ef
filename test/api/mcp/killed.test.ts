// Paid tool calls whose process dies, at any step between the claim and the answer: nothing is paid without its answer.
import t from "tap";
import { openApp } from "../../../api/app.ts";
import { openGate } from "../../../api/gate/gate.ts";
import { withMcp } from "../../../api/mcp/endpoint.ts";
import type { Payments } from "../../../api/pay/payment.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { decodeBase64 } from "../../../schema/pay/x402.ts";
import { type Run, signFor } from "../../chaos/pay/run.ts";
import { CALM, LEASE_MS, openWorld, type Process, payee, seller, startProcess } from "../../chaos/pay/world.ts";
import { startTestApi } from "../../support/api/api.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const STEPS = 9;
const TRIES_MAX = 20;
const clock = { at: AT, now: () => AT };
const api = await startTestApi(t, AT, frames(AT));
await api.redis.set(KEYS.restored, "test");
const subscriber = openRedis(api.redisUrl, "patient", "gate");
const world = openWorld(api.redis, openDraw(17));

/** By the coins of a payment: the process that it is brought to. */
const processes = new Map<string, Process>();
const calm = startProcess(world, { at: AT, now: () => AT }, CALM);
const payments: Payments = {
  terms: calm.payments.terms,
  take(request, header, caller, patienceMs) {
    const { payload } = JSON.parse(decodeBase64(header)?.toString() ?? "") as { payload: { nonce: string } };
    return (processes.get(payload.nonce) ?? calm).payments.take(request, header, caller, patienceMs);
  },
};
const env = { ...api.deps.env, RATE_FACTOR: 1_000, PUBLIC_URL: seller.origin };
const deps = { ...api.deps, env };
const gate = openGate({ ...deps, redis: api.redis, subscriber, payments });
await gate.start();
t.teardown(async () => {
  await gate.stop();
  subscriber.disconnect();
});
const app = withMcp(openApp({ ...deps, gate }), { ...deps, gate }, ROUTES);

type Reply = {
  readonly isError?: boolean;
  readonly structuredContent: { readonly object?: string; readonly code?: string; readonly error?: string };
  readonly _meta?: Readonly<Record<string, { readonly success: boolean; readonly transaction: string }>>;
};
async function buy(payment: object): Promise<Reply> {
  const headers = { host: "localhost", accept: "application/json, text/event-stream" };
  const _meta = { "x402/payment": payment };
  const params = { name: "get_token_state", arguments: { token: "bitcoin", sections: ["market"] }, _meta };
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  const asked = { method: "POST", path: "/mcp", query: "", peer: "192.0.2.1", body };
  const answer = await app.handle({ ...asked, headers: { ...headers, "content-type": "application/json" } });
  return (JSON.parse(answer.body?.toString() ?? "") as { result: Reply }).result;
}
const isCharged = (id: string) =>
  (world.ledger.outputs(id, AT) ?? []).some(({ output }) => output.address === payee.address);

/** Buys with a process that dies at a step, then comes again with the same payment until there is an answer. */
async function buyOnce(at: number, isBefore: boolean) {
  const request = { method: "GET", path: "", query: "", bodyDigest: "", tier: "data", description: "" } as const;
  const run: Run = { kind: "killed", request, clock, sent: [], attempts: 0, stolen: 0 };
  const { id, ref, payment } = signFor(world, run);
  const dying = startProcess(world, { at: AT, now: () => AT }, { kill: { at, isBefore }, trouble: () => null });
  processes.set(ref, dying);
  const first = await Promise.race([buy(payment), dying.death.then(() => null)]);
  world.ledger.addBlocks(1);
  const wasCharged = isCharged(id);
  processes.delete(ref);
  const refusals: (string | undefined)[] = [];
  let told = await buy(payment);
  for (let n = 1; n < TRIES_MAX && told.isError === true; n++) {
    refusals.push(told.structuredContent.error ?? told.structuredContent.code);
    await new Promise((resolve) => setTimeout(resolve, LEASE_MS / 3));
    told = await buy(payment);
  }
  return { id, at, isBefore, first, wasCharged, refusals, told };
}

t.test("killed at any step of a paid call, the same payment gets its one answer, and is charged once", async (t) => {
  const places = Array.from({ length: STEPS }, (_, at) => at).flatMap((at) => [true, false].map((is) => ({ at, is })));
  const bought = await Promise.all(places.map(({ at, is }) => buyOnce(at, is)));
  for (const { id, at, isBefore, first, refusals, told } of bought) {
    const where = `killed ${isBefore ? "before" : "after"} step ${at}`;
    t.equal(told.structuredContent.object, "state", `${where}: ${refusals.join(", ")}`);
    t.match(told._meta?.["x402/payment-response"], { success: true, transaction: id }, where);
    t.ok(isCharged(id), where);
    t.notOk(refusals.includes("payment_required"), `${where}: nobody is asked to pay again`);
    if (first !== null) t.same(first.structuredContent, told.structuredContent, `${where}: its end was not reached`);
  }
  const killed = [...world.counts.keys()].filter((name) => name.startsWith("killed"));
  t.ok(killed.includes("killed before redis: keep the answer"), "between work and settlement");
  t.ok(killed.includes("killed before ledger: send"), "between the kept answer and the ledger");
  t.ok(killed.includes("killed after ledger: send"), "between the ledger and the answer");
  t.ok(
    bought.some(({ wasCharged, first }) => wasCharged && first === null),
    "some were charged and had no answer yet",
  );
  const rows = (await api.redis.lrange(KEYS.paymentLedger, 0, -1)).map((text) => JSON.parse(text) as { state: string });
  t.same(
    rows.map(({ state }) => state),
    bought.map(() => "settled"),
  );
});
