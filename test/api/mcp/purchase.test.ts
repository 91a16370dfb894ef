// Tools that are paid: the official client of x402 pays the terms of a result on a real ledger, and each payment buys one
// answer.
import { validatePaymentRequired } from "@x402/core/schemas";
import t from "tap";
import { openApp } from "../../../api/app.ts";
import { openGate } from "../../../api/gate/gate.ts";
import { withMcp } from "../../../api/mcp/endpoint.ts";
import { ROUTES } from "../../../api/route/index.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { absentStore, startTestApi } from "../../support/api/api.ts";
import { openClient } from "../../support/payment/payer.ts";
import { openShop } from "../../support/payment/shop.ts";
import { frames } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const FREE = 25;
const api = await startTestApi(t, AT, frames(AT));
// There is no store to bring anything back from: what this Redis holds is all there is.
await api.redis.set(KEYS.restored, "test");
const shop = await openShop(t, api.redis, absentStore);
const subscriber = openRedis(api.redisUrl, "patient", "gate");
const env = { ...api.deps.env, RATE_FACTOR: 1_000, PUBLIC_URL: "https://assay.example" };
const own = { ...api.deps, env };
const gate = openGate({ ...own, redis: api.redis, subscriber, payments: shop.payments });
await gate.start();
t.teardown(async () => {
  await gate.stop();
  subscriber.disconnect();
});
const app = withMcp(openApp({ ...own, gate }), { ...own, gate }, ROUTES);
const buyer = openClient(shop.payer);

type Terms = {
  readonly error: string;
  readonly resource: { readonly url: string };
  readonly accepts: readonly { readonly amount: string }[];
  readonly extensions: Readonly<Record<string, unknown>>;
};
type Reply = {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Terms & { readonly object?: string; readonly code?: string };
  readonly _meta?: Readonly<Record<string, { readonly success: boolean; readonly transaction: string }>>;
};

const HEADERS = {
  host: "assay.example",
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "mcp-protocol-version": "2025-11-25",
};

async function callTool(name: string, args: object, payment?: unknown, peer = "192.0.2.1"): Promise<Reply> {
  const params = { name, arguments: args, _meta: payment === undefined ? {} : { "x402/payment": payment } };
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  const answer = await app.handle({ method: "POST", path: "/mcp", query: "", peer, body, headers: HEADERS });
  return (JSON.parse(answer.body?.toString() ?? "") as { result: Reply }).result;
}
const STATE = { token: "bitcoin", sections: ["market"] };
const state = (payment?: unknown, peer?: string, args: object = STATE) =>
  callTool("get_token_state", args, payment, peer);
const pay = (terms: Terms) => buyer.createPaymentPayload(terms as never) as Promise<object>;
const receiptOf = ({ _meta }: Reply) => _meta?.["x402/payment-response"];

for (let n = 0; n < FREE; n++) await state();
const unpaid = await state();
const terms = unpaid.structuredContent;

t.test("past the free calls the result is the terms of the tool, in both forms", async (t) => {
  t.equal(unpaid.isError, true);
  t.ok(validatePaymentRequired(terms));
  t.same(JSON.parse(unpaid.content[0]?.text ?? ""), terms);
  t.match(JSON.parse(unpaid.content[1]?.text ?? ""), { code: "payment_required", payment: { price: 2 } });
  t.equal(terms.resource.url, "mcp://tool/get_token_state");
  t.equal(terms.accepts[0]?.amount, "2000000");
  t.match(terms.extensions.bazaar, {
    info: { input: { type: "mcp", toolName: "get_token_state", inputSchema: { type: "object" } } },
  });
  t.same((await state()).structuredContent, terms, "the same each time");
});

t.test("the official client pays them, and the payment buys this answer and no other", async (t) => {
  const payment = await pay(terms);
  const bought = await state(payment);
  t.notOk(bought.isError, JSON.stringify(bought.structuredContent));
  t.equal(bought.structuredContent.object, "state");
  t.match(receiptOf(bought), { success: true, amount: "2000000", extra: { ledger: "sandbox" } });
  const again = await state(payment);
  t.same(again.structuredContent, bought.structuredContent, "who lost it gets it again");
  t.equal(receiptOf(again)?.transaction, receiptOf(bought)?.transaction);
  const duplicates = [
    await state(payment, "192.0.2.77"),
    await state(payment, undefined, { token: "bitcoin", sections: ["liquidity"] }),
    await callTool("get_market_overview", {}, { ...payment, resource: undefined }),
  ];
  for (const refused of duplicates) {
    t.equal(refused.isError, true);
    t.match(refused.structuredContent, { error: "duplicate_settlement" });
    t.notMatch(JSON.stringify(refused), '"as_of"');
  }
});

t.test("a payment for another tool, of another amount or of no form is refused, and takes nothing", async (t) => {
  const payment = (await pay(terms)) as { accepted: object; resource: object };
  const elsewhere = await callTool("get_market_overview", {}, payment);
  t.match(elsewhere.structuredContent, {
    error: "resource_mismatch",
    resource: { url: "mcp://tool/get_market_overview" },
  });
  const dearer = await callTool("ask_about_token", { token: "bitcoin", question: "How is the price?" }, payment);
  t.match(dearer.structuredContent, { error: "no_matching_payment_requirements", accepts: [{ amount: "5000000" }] });
  const less = { ...payment, accepted: { ...payment.accepted, amount: "1" } };
  t.match((await state(less)).structuredContent, { error: "no_matching_payment_requirements" });
  for (const none of ["x", 1, [], {}, { x402Version: 2 }, { ...payment, payload: {} }]) {
    const { isError, structuredContent } = await state(none);
    t.equal(isError, true);
    t.ok(structuredContent.code === "payment_malformed" || structuredContent.error !== undefined, JSON.stringify(none));
  }
  const bought = await state(payment);
  t.notOk(bought.isError, "it still buys what it is for");
});

t.test("wrong arguments are told before a price", async (t) => {
  const payment = await pay(terms);
  t.match((await state(payment, undefined, { token: "nosuchtoken" })).structuredContent, { code: "token_not_found" });
  t.match((await state(payment, undefined, { tokne: "bitcoin" })).structuredContent, { code: "missing_field" });
  t.notOk((await state(payment)).isError, "nothing was taken");
});
