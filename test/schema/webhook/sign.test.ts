// Signatures of deliveries: the contract's golden vector, two verifiers that are not ours, and what they refuse.
import { Webhook } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import t from "tap";
import { signDelivery } from "../../../schema/webhook/sign.ts";
import { checkDelivery } from "../../../schema/webhook/verify.ts";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const OTHER = "whsec_AQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const HEADER = "X-Service-Signature";
/** Contract, section 10. */
const BODY =
  '{"monitor_id":"mon_01JD6Q3Z8W","kind":"signal","token":"bitcoin","object":{"id":1,"kind":"price_move","direction":"bearish","severity":2,"value":-4.2,"ratio":2.1,"at":"2026-11-20T12:00:00.000Z","details":{}},"as_of":"2026-11-20T12:00:00.000Z","id":"msg_01JD6Q4000","sequence":1}';
const GOLDEN = {
  [HEADER]: "bd77042aa5e8f76383821f44f88bfda8620da8e96887a85fe4152d09fc35dddb",
  "webhook-id": "msg_01JD6Q4000",
  "webhook-timestamp": "1795176000",
  "webhook-signature": "v1,yFz9jeR5G5L/p2uuTjn3H/RFmx+zY+5XlYxdva27dFk=",
};

const signed = (at: number, body = BODY, secret = SECRET) =>
  signDelivery({ secret, id: "msg_01JD6Q4000", at, body, header: HEADER });

const checked = (body: string, headers: Record<string, string>, secret = SECRET) => {
  const small = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return checkDelivery(secret, { headers: small, body, header: HEADER });
};

t.test("the golden vector, byte for byte", async (t) => {
  t.same(signed(1_795_176_000_000), GOLDEN);
  t.same(signed(1_795_176_000_999), GOLDEN, "the timestamp is in whole seconds");
});

t.test("standardwebhooks and svix verify it unmodified, and refuse what was touched", async (t) => {
  const from = Date.now();
  const headers = signed(from);
  const changed = BODY.replace("-4.2", "-4.3");
  const judges = {
    standardwebhooks: (secret: string) => new Webhook(secret),
    svix: (secret: string) => new Svix(secret),
  };
  for (const [name, judge] of Object.entries(judges)) {
    t.same(judge(SECRET).verify(BODY, headers), JSON.parse(BODY), name);
    const refuses = (body: string, given: Record<string, string>, secret: string, what: string) =>
      t.throws(() => judge(secret).verify(body, given), `${name}: ${what}`);
    refuses(changed, headers, SECRET, "one byte of the body");
    refuses(BODY, headers, OTHER, "another secret");
    refuses(BODY, { ...headers, "webhook-id": "msg_other" }, SECRET, "another id");
    refuses(BODY, signed(from - 301_000), SECRET, "an old timestamp");
    // The time is cut to seconds, and the judge looks at its own clock: well beyond its five minutes.
    refuses(BODY, signed(from + 600_000), SECRET, "one of the future");
  }
  t.same(checked(BODY, headers), { standard: true, own: true });
  t.same(checked(changed, headers), { standard: false, own: false });
  t.same(checked(BODY, headers, OTHER), { standard: false, own: false });
  t.same(checked(BODY, {}), { standard: false, own: false });
  t.same(checked(BODY, signed(from - 301_000)), { standard: false, own: true }, "by itself it knows no time");
});
