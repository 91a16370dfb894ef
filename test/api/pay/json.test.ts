// JSON that a payer controls, at every header and body of a real process: an answer of the catalogue, never a failure of ours.
import fc from "fast-check";
import t from "tap";
import { FAULTS } from "../../../schema/fault.ts";
import { JSON_DEPTH_MAX, parseJson } from "../../../schema/json.ts";
import { requirementsOf } from "../../../schema/pay/offer.ts";
import { encodeHeader } from "../../../schema/pay/x402.ts";
import { openPayer } from "../../../scripts/pay/wallet.ts";
import { createCardano } from "../../../scripts/sandbox/cardano/blockfrost.ts";
import { createLedger } from "../../../scripts/sandbox/cardano/ledger.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { startGated } from "../../support/api/gated.ts";
import { assertAsyncProperty } from "../../support/property.ts";
import { startTestRedis } from "../../support/redis.ts";

const SEED = 7;
const RUNS = 150;
const redis = await startTestRedis(t);
const ledger = await openOrigin({
  provider: createCardano(4, createLedger(4, 60)),
  port: 0,
  now: Date.now,
  gzip: false,
});
t.teardown(() => ledger.close());
const { url } = await startGated(t, {
  REDIS_URL: redis.url,
  SANDBOX_ORIGINS: JSON.stringify({ cardano: ledger.url }),
  RATE_FACTOR: "10000",
});
const payTo = "addr_test1vzgavgyvry9daw9p2mqrr8gnnearmxkw4zada5hwhnv3hfgkeyuty";
const seller = { origin: "", network: "cardano:preprod", payTo, confirmations: 0, isSandbox: true } as const;
const accepted = requirementsOf(seller, "data");
const { payload } = await openPayer(ledger.url, Buffer.alloc(32, 31)).pay(payTo, accepted.amount);
const payment = { x402Version: 2, accepted, payload, extensions: { "payment-identifier": { info: { id: "x" } } } };
const caller = { "x-forwarded-for": "203.0.113.99" };

type Said = { readonly status: number; readonly code: unknown };
async function said(path: string, init: RequestInit): Promise<Said> {
  const answer = await fetch(`${url}${path}`, init);
  const body = (await answer.json()) as { code?: unknown };
  return { status: answer.status, code: body.code };
}
const inHeader = (text: string) =>
  said("/v1/test/abc", {
    headers: { ...caller, "payment-signature": Buffer.from(text, "utf8").toString("base64") },
  });
const inBody = (path: string) => (text: string) =>
  said(path, { method: "POST", headers: { ...caller, "content-type": "application/json" }, body: text });

const MARK = '"@here@"';
const ask = { x402Version: 2, paymentPayload: payment, paymentRequirements: accepted };
const test = { name: "a", size: 1, side: "buy" };
type Door = { readonly send: (text: string) => Promise<Said>; readonly value: object; readonly code: string };
const DOORS: Readonly<Record<string, Door>> = {
  "PAYMENT-SIGNATURE": { send: inHeader, value: payment, code: "payment_malformed" },
  "POST /facilitator/verify": { send: inBody("/facilitator/verify"), value: ask, code: "invalid_json" },
  "POST /facilitator/settle": { send: inBody("/facilitator/settle"), value: ask, code: "invalid_json" },
  "POST of an endpoint": { send: inBody("/v1/test"), value: test, code: "invalid_json" },
};

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}${close.repeat(depth)}`;
/** What parses, and has no JSON. */
const NO_JSON: Readonly<Record<string, string>> = {
  "an infinite number": "1e999",
  "a negative infinite number": "-1e400",
  "half a character": '"\\ud800"',
  "half a character as a name": '{"\\udc00":1}',
  "3,000 nested arrays": nested("[", "]", 3_000),
  "arrays nested too deep": nested("[", "]", JSON_DEPTH_MAX + 1),
  "objects nested too deep": nested('{"a":', "}", JSON_DEPTH_MAX).replace('{"a":}', '{"a":{}}'),
};
/** Every place of a value, as a text with a mark there. */
function placesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, member]) =>
    placesOf(member).map((text) => JSON.stringify({ ...value, [name]: "@inside@" }).replace('"@inside@"', () => text)),
  );
  const added = JSON.stringify({ ...value, added: "@here@" });
  return [...inside, added, ...Object.keys(value).map((name) => JSON.stringify({ ...value, [name]: "@here@" }))];
}

for (const [door, { send, value, code }] of Object.entries(DOORS)) {
  t.test(`${door}: what has no JSON is 400 ${code}, wherever it stands`, async (t) => {
    const wrong: unknown[] = [];
    for (const [what, item] of Object.entries(NO_JSON)) {
      for (const place of placesOf(value)) {
        const got = await send(place.replace(MARK, () => item));
        if (got.status !== 400 || got.code !== code) wrong.push([what, place.slice(0, 200), got]);
      }
    }
    t.same(wrong.slice(0, 3), []);
  });

  t.test(
    `${door}: whatever JSON stands anywhere gets an answer of the catalogue that is no failure of ours`,
    async (t) => {
      const texts = fc.oneof(
        fc.json({ maxDepth: 5 }),
        fc.constantFrom("1e308", "-0", "9007199254740993", "1E-400", "null", "true", '""', "[[[]]]", '{"__proto__":1}'),
        fc.constantFrom('"\\u0000"', '"\\u202e"', '{"constructor":{}}', '{"a":1,"a":2}', "01", "NaN", "{", '"\\x"'),
      );
      const property = fc.asyncProperty(fc.constantFrom(...placesOf(value)), texts, async (place, text) => {
        const got = await send(place.replace(MARK, () => text));
        return got.status === 200 || (got.status < 500 && typeof got.code === "string" && got.code in FAULTS);
      });
      await assertAsyncProperty(property, { seed: SEED, numRuns: RUNS });
      t.pass("held");
    },
  );
}

t.test("a payment of another version of x402 is not spoken", async (t) => {
  t.same(await inHeader(JSON.stringify({ ...payment, x402Version: 1 })), {
    status: 400,
    code: "payment_version_unsupported",
  });
});

t.test("what nobody foresaw is 500, and tells nobody what it was", async (t) => {
  t.same(await said("/v1/test/broken", { headers: caller }), { status: 500, code: "internal_error" });
});

t.test("the depth is that of brackets, not of what texts hold", async (t) => {
  const read = (text: string) => parseJson(Buffer.from(text));
  t.same(read(JSON.stringify(`${"[".repeat(99)}"\\${"{".repeat(99)}`)), `${"[".repeat(99)}"\\${"{".repeat(99)}`);
  t.ok(read(nested("[", "]", JSON_DEPTH_MAX)));
  t.throws(() => read(nested("[", "]", JSON_DEPTH_MAX + 1)), SyntaxError);
  t.same(read(`[${Array.from({ length: 100 }, () => "[]").join()}]`), new Array(100).fill([]));
  t.throws(() => parseJson(Buffer.from([0x22, 0xff, 0x22])), SyntaxError, "not UTF-8");
  t.same((await inHeader(encodeHeader("not a payment"))).code, "payment_malformed");
});
