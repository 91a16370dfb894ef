// /v1/monitor from the call to the receiver: real queue, workers, store and sockets.
import { createHash, createHmac } from "node:crypto";
import t from "tap";
import { openApp } from "../../../api/app.ts";
import type { JobCalls } from "../../../api/job-call.ts";
import { appendEvents } from "../../../jobs/event/append-events.ts";
import { handleWebhookSweep } from "../../../jobs/handler/webhook-sweep.ts";
import { matchEvents } from "../../../jobs/webhook/match-events.ts";
import type { SignalRow } from "../../../schema/dataset/signal/signal.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { fault } from "../../../schema/fault.ts";
import type { JobName } from "../../../schema/job.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import type { Monitor, MonitorList } from "../../../schema/object/monitor.ts";
import { monitorById } from "../../../schema/query/watch/monitor-by-id.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { get, verified } from "../../support/api/api.ts";
import { poster, startPremiumApi } from "../../support/api/premium.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { openShop } from "../../support/payment/shop.ts";
import { startReceiver, verifiedBody } from "../../support/receiver.ts";
import { startTestRedis } from "../../support/redis.ts";
import { tokensFrame } from "../../support/rows/frames.ts";
import { startTestStore } from "../../support/store.ts";
import { until } from "../../support/until.ts";

const NOW = BASE;
const PATH = "/v1/monitor";
const ENV = {
  MONITOR_KEY: Buffer.alloc(32, 5).toString("base64"),
  WEBHOOK_LOOPBACK: "true",
  RATE_FACTOR: 1_000,
} as const;
const KEY = `assay_abcdefgh_${"k".repeat(43)}`;

const { store } = await startTestStore(t);
const redis = await startTestRedis(t);
const opened = openTestDeps(redis.url, { store, clock: { now: () => NOW } });
t.teardown(opened.close);
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "mixed.example.com": ["1.1.1.1", "10.0.0.1"],
  "inside.example.com": ["169.254.169.254"],
};
const deps = {
  ...opened.deps,
  env: { ...opened.deps.env, ...ENV },
  resolve: async (host: string) => NAMES[host] ?? [],
};
const receiver = await startReceiver(t);

const partner = {
  ...{ id: "abcdefgh", name: "test", digest: createHash("sha256").update(KEY).digest("hex"), read: 1_000, llm: 100 },
  ...{ createdAt: NOW, changedAt: NOW, revokedAt: null },
};
await deps.redis.hset(KEYS.partnerKeys, partner.id, JSON.stringify(partner));
const tokens = TRACKED.slice(0, 3).map(({ id, symbol, name }, at) => ({
  id,
  symbol,
  name,
  rank: at + 1,
  contracts: [],
}));
const frames = new Map([[SNAPSHOTS.tokens, { version: NOW, bytes: tokensFrame(NOW, tokens) }]]);
/** The job whose answer is lost on its way, as if the API had died there. */
let lost: JobName | null = null;
const between = (calls: JobCalls): JobCalls => ({
  async ask(request, patienceMs) {
    const answer = request.name === "monitor.begin" && lost === request.name ? null : calls.ask(request, patienceMs);
    await answer;
    if (lost === request.name) throw fault("overloaded");
    return answer;
  },
});
const shop = await openShop(t, deps.redis, store);
const started = await startPremiumApi(t, {
  ...{ deps, redisUrl: redis.url, now: NOW, frames, store, env: ENV, lanes: ["watch", "deliver"], between },
  payments: shop.payments,
});
const { app, api } = started;
const post = poster<Monitor & { code?: string; errors?: { pointer: string }[] }>({ app }, PATH, "203.0.113.9");
const create = (tap: Tap, body: object, headers: Record<string, string> = {}) =>
  post(tap, body, { authorization: `Bearer ${KEY}`, ...headers });
type Tap = Parameters<typeof verified>[0];

async function call<B>(tap: Tap, method: string, path: string, secret?: string) {
  const given = secret === undefined ? {} : { "x-monitor-secret": secret };
  const request = { ...get(path, given, method), peer: "203.0.113.9" };
  const answer = await app.handle(request);
  return { status: answer.status, body: verified(tap, request, answer) as unknown as B & { code?: string } };
}
const list = (tap: Tap, secret?: string) => call<MonitorList>(tap, "GET", PATH, secret);
const monitorOf = ({ data: { monitors } }: MonitorList, path: string) =>
  monitors.find(({ webhook_url: url }) => url === hook(path));
const hook = (path: string) => `${receiver.url}${path}`;

let signals = 0;
async function fire(token: string, more: Partial<SignalRow> = {}) {
  signals += 1;
  const row: SignalRow = {
    ...{ token, at: NOW, key: `${signals}`, id: signals, kind: "price_move", direction: "bearish", severity: 2 },
    ...{ value: -4.2, ratio: 2.1, details: "{}", status: "open", expires_at: NOW + DAY_MS, closed_at: null },
    ...{ rules: "sig-1", changed_at: NOW, ...more },
  };
  await store.insert("signal", [row], `signal~${row.id}`);
}
/** Whatever Redis holds, as text. */
async function everythingInRedis(): Promise<string> {
  const texts: string[] = [];
  for (const key of await deps.redis.keys("*"))
    texts.push((await deps.redis.dumpBuffer(key))?.toString("latin1") ?? "");
  return texts.join("\n");
}

t.test("what cannot be watched is refused before it costs, with the place that is wrong", async (t) => {
  const url = "https://hooks.example.com/";
  const cases = [
    [{ tokens: ["BTC"] }, "missing_field", "/webhook_url"],
    [{ tokens: [], webhook_url: url }, "out_of_range", "/tokens"],
    [{ tokens: Array.from({ length: 51 }, () => "BTC"), webhook_url: url }, "too_many_tokens", "/tokens"],
    [{ tokens: ["BTC", "nothing-like-it"], webhook_url: url }, "token_not_found", "/tokens/1"],
    [{ tokens: ["BTC"], webhook_url: "http://example.com/" }, "webhook_url_not_https", "/webhook_url"],
    [{ tokens: ["BTC"], webhook_url: "https://10.0.0.1/" }, "webhook_url_invalid", "/webhook_url"],
    [{ tokens: ["BTC"], webhook_url: "https://db.internal/" }, "webhook_url_private", "/webhook_url"],
    [
      { tokens: ["BTC"], webhook_url: url, conditions: { min_severity: 4 } },
      "out_of_range",
      "/conditions/min_severity",
    ],
    [{ tokens: ["BTC"], webhook_url: url, conditions: { kinds: ["pump"] } }, "invalid_enum", "/conditions/kinds/0"],
    [{ tokens: ["BTC"], webhook_url: url, secret: "x" }, "unknown_field", "/secret"],
  ] as const;
  for (const [asked, code, pointer] of cases) {
    const { status, body } = await post(t, asked);
    t.match([status, body], [code === "token_not_found" ? 404 : 400, { code, errors: [{ pointer }] }], code);
  }
  const unpaid = await post(t, { tokens: ["BTC"], webhook_url: url });
  t.match([unpaid.status, unpaid.body.code], [402, "payment_required"], "no free calls of the day reach it");
  t.equal(receiver.got.length, 0);
});

t.test("names are looked up as part of the work, and nobody pays for one that leads inside", async (t) => {
  const codes = {
    "nowhere.example.com": "webhook_url_unresolvable",
    "mixed.example.com": "webhook_url_private",
    "inside.example.com": "webhook_url_private",
  };
  for (const [host, code] of Object.entries(codes)) {
    const { status, body } = await create(t, { tokens: ["BTC"], webhook_url: `https://${host}/` });
    t.match([status, body], [400, { code, errors: [{ pointer: "/webhook_url" }] }], host);
  }
  t.same(await store.query({ name: "all", sql: "SELECT id FROM monitor" }, {}), [], "nothing was made");
});

const conditions = { kinds: [...SIGNAL_KINDS], min_severity: 2, verdict_changes: true, new_briefs: true };
let secret = "";
let id = "";

t.test("a monitor is made, its secret shown once and kept nowhere in plain, its address tried", async (t) => {
  const body = { tokens: ["btc", "ethereum", "BTC"], webhook_url: hook("/one") };
  const headers = { "idempotency-key": "first" };
  const { status, body: made } = await create(t, body, headers);
  t.equal(status, 201);
  t.match(made, { object: "monitor", id: null, sources: [] });
  t.same(made.data.tokens, ["bitcoin", "ethereum"]);
  t.same(made.data.conditions, conditions, "the defaults are shown");
  t.match(made.data.resolved, [{ input: "btc", id: "bitcoin", by: "symbol" }, { input: "BTC" }]);
  t.same(made.data.ping, { accepted: true, status: 200 });
  ({ id, secret = "" } = made.data);
  const [ping] = receiver.got;
  if (ping === undefined) throw new Error("no ping came");
  t.match(verifiedBody(secret, ping), { kind: "ping", monitor_id: id, tokens: ["bitcoin", "ethereum"] });
  t.equal(ping.headers["x-service-signature"], createHmac("sha256", secret).update(ping.text).digest("hex"));
  t.notMatch(await everythingInRedis(), secret.slice(6, 30));
  const rows = await store.query({ name: "all", sql: "SELECT * FROM monitor" }, {});
  t.equal(rows.length, 1);
  t.notMatch(JSON.stringify(rows), secret.slice(6, 30));
  t.equal((await create(t, body, headers)).body.data.secret, secret, "the same call again, within ten minutes");
  api.clock.at += 11 * MINUTE_MS;
  const later = (await create(t, body, headers)).body;
  t.match(later.data, { id, note: made.data.note }, "later it is replayed");
  t.notOk("secret" in later.data, "without the secret");
  api.clock.at = NOW;
  t.equal(receiver.got.length, 1, "a replay sends nothing");
  t.match((await create(t, { ...body, tokens: ["ETH"] }, headers)).body, { code: "idempotency_key_reused" });
});

t.test("a second monitor joins the first under its secret; whoever has no secret sees nothing", async (t) => {
  const joined = await create(t, { tokens: ["ETH"], webhook_url: hook("/two") }, { "x-monitor-secret": secret });
  t.equal(joined.status, 201);
  t.notOk("secret" in joined.body.data);
  const { body } = await list(t, secret);
  t.equal(body.data.count, 2);
  t.match(monitorOf(body, "/one"), { id, status: "active", delivery: { state: "ok", last_sequence: 0, pending: 0 } });
  t.match(monitorOf(body, "/two"), { id: joined.body.data.id, tokens: ["ethereum"] });
  t.notMatch(JSON.stringify(body), /whsec_/);
  const wrong = `whsec_${"A".repeat(43)}=`;
  t.match((await list(t)).body, { code: "monitor_secret_required" });
  t.match((await list(t, wrong)).body, { code: "monitor_not_found" });
  const refused = await create(t, { tokens: ["ETH"], webhook_url: hook("/x") }, { "x-monitor-secret": wrong });
  t.match(refused.body, { code: "monitor_not_found" });
  t.match((await call(t, "DELETE", `${PATH}/${id}`)).body, { code: "monitor_secret_required" });
  t.match((await call(t, "DELETE", `${PATH}/${id}`, wrong)).body, { code: "monitor_not_found" });
  t.match((await call(t, "DELETE", `${PATH}/mon_x`, secret)).body, { code: "monitor_not_found" });
});

const paths = (path: string) => receiver.got.filter((one) => one.path === path);

t.test(
  "events reach those who watch their token, numbered and signed; a failing receiver holds up nobody",
  async (t) => {
    receiver.answer("/two", 302, { location: hook("/elsewhere") });
    for (let n = 0; n < 5; n += 1) await fire("ethereum");
    await fire("bitcoin");
    await fire("bitcoin", { severity: 1 });
    await appendEvents(deps);
    t.equal(await matchEvents(deps), 11);
    await until(() => paths("/one").length === 7 && paths("/two").length >= 6);
    const bodies = paths("/one")
      .slice(1)
      .map((one) => verifiedBody(secret, one));
    t.same(bodies.map(({ sequence }) => sequence).sort(), [1, 2, 3, 4, 5, 6]);
    t.equal(paths("/elsewhere").length, 0, "a redirect is not followed");
    const standing = await until(async () => {
      const { body } = await list(t, secret);
      const [one, two] = [monitorOf(body, "/one"), monitorOf(body, "/two")];
      const isDone = one?.delivery.pending === 0 && two?.delivery.last_status === 302;
      return isDone && two.delivery.consecutive_failures >= 5 ? [one, two] : null;
    });
    t.match(standing[0]?.delivery, { state: "ok", last_sequence: 6, last_status: 200, exhausted: 0 });
    t.match(standing[1]?.delivery, { state: "failing", last_sequence: 5, pending: 5, next_attempt_at: String });
  },
);

t.test("a monitor that is stopped is gone, and gets nothing more", async (t) => {
  const { status, body } = await call<Monitor>(t, "DELETE", `${PATH}/${id}`, secret);
  t.match([status, body.data], [200, { id, stopped_at: String, tokens: ["bitcoin", "ethereum"] }]);
  t.match((await call(t, "DELETE", `${PATH}/${id}`, secret)).body, { code: "monitor_not_found" });
  t.equal((await list(t, secret)).body.data.count, 1);
  const before = paths("/one").length;
  await fire("bitcoin");
  await appendEvents(deps);
  t.equal(await matchEvents(deps), 0);
  t.equal(paths("/one").length, before);
});

/** Monitors that were stored, by the path they are sent to. */
const stored = (path: string) =>
  store.query<object, { id: string; begun: number; payment: string }>(
    {
      name: "stored",
      sql: `SELECT id, isNotNull(begun_at) AS begun, payment FROM monitor FINAL WHERE webhook_url = '${hook(path)}'`,
    },
    {},
  );
/** Pays for a monitor of bitcoin. */
const buy = (tap: Tap, path: string, payment: string) =>
  post(tap, { tokens: ["BTC"], webhook_url: hook(path) }, { "payment-signature": payment });

t.test("a monitor that is paid for begins with its payment, and never where the coins went elsewhere", async (t) => {
  const paid = await shop.pay("premium");
  const { status, body } = await buy(t, "/paid", paid);
  t.equal(status, 201);
  t.match((await list(t, body.data.secret)).body.data, { count: 1, monitors: [{ id: body.data.id }] });
  t.equal((await buy(t, "/paid", paid)).body.data.secret, body.data.secret, "the same payment: the same answer");
  const stranger = poster<{ code: string }>({ app }, PATH, "203.0.113.77");
  const theirs = await stranger(t, { tokens: ["BTC"], webhook_url: hook("/paid") }, { "payment-signature": paid });
  t.match([theirs.status, theirs.body.code], [402, "duplicate_settlement"], "to another caller nothing is told");
  t.match((await buy(t, "/another", paid)).body, { code: "duplicate_settlement" }, "nor is another made for it");
  t.same(await stored("/another"), []);
  api.clock.at += 11 * MINUTE_MS;
  const later = await buy(t, "/paid", paid);
  t.match([later.status, later.body.data.id], [201, body.data.id]);
  t.notOk("secret" in later.body.data, "and without its secret after ten minutes");
  api.clock.at = NOW;
  const twice = await buy(t, "/twice-spent", await shop.pay("premium", true));
  t.match([twice.status, twice.body.code], [402, "settlement_failed"]);
  t.equal(paths("/twice-spent").length, 1, "its work was done before its payment failed");
  await handleWebhookSweep(deps, { slot: 1 }, AbortSignal.timeout(10_000));
  t.match(await stored("/twice-spent"), [{ begun: 0 }]);
  await fire("bitcoin");
  await appendEvents(deps);
  await matchEvents(deps);
  await until(() => paths("/paid").length === 2);
  t.equal(paths("/twice-spent").length, 1, "nothing is sent but its ping");
});

t.test("an API that dies on its way leaves a monitor that was paid for or none, and never two", async (t) => {
  lost = "monitor.create";
  const payment = await shop.pay("premium");
  t.match((await buy(t, "/lost", payment)).body, { code: "overloaded" });
  const [first] = await stored("/lost");
  t.match(first, { begun: 0 }, "before the payment: not begun");
  lost = null;
  const again = await buy(t, "/lost", payment);
  t.match(again.body.data, { id: first?.id }, "the same payment finds it");
  t.match((await list(t, again.body.data.secret)).body.data, { count: 1, monitors: [{ id: first?.id }] });
  t.equal((await stored("/lost")).length, 1);
  lost = "monitor.begin";
  const late = await buy(t, "/late", await shop.pay("premium"));
  t.equal(late.status, 201);
  t.match((await list(t, late.body.data.secret)).body, { code: "monitor_not_found" }, "after the payment: not yet");
  lost = null;
  await handleWebhookSweep(deps, { slot: 2 }, AbortSignal.timeout(10_000));
  t.match((await list(t, late.body.data.secret)).body.data, { count: 1 }, "and soon");
});

t.test(
  "what a payment was for when its call failed never begins by it: it buys what it pays for at last",
  async (t) => {
    lost = "monitor.create";
    const [first, second] = [await shop.pay("premium"), await shop.pay("premium")];
    t.match((await buy(t, "/given-up", first)).body, { code: "overloaded" });
    t.match((await buy(t, "/other-call", second)).body, { code: "overloaded" });
    lost = null;
    const bought = await buy(t, "/bought", first);
    t.match([bought.status, bought.body.data.webhook_url], [201, hook("/bought")], "what is asked for now");
    t.match((await list(t, bought.body.data.secret)).body.data, { count: 1, monitors: [{ id: bought.body.data.id }] });
    const joining = {
      "x-monitor-secret": bought.body.data.secret ?? "",
      "payment-signature": await shop.pay("premium"),
    };
    lost = "monitor.create";
    t.match((await post(t, { tokens: ["BTC"], webhook_url: hook("/join") }, joining)).body, { code: "overloaded" });
    lost = null;
    const alone = await buy(t, "/join", joining["payment-signature"]);
    t.not(alone.body.data.secret, bought.body.data.secret, "nor does it join what it was to join before");
    t.match((await list(t, alone.body.data.secret)).body.data, { count: 1, monitors: [{ id: alone.body.data.id }] });
    // The other payment paid for another call.
    const payment = (await stored("/other-call"))[0]?.payment ?? "";
    const about = { at: NOW, transaction: payment, state: "settled", method: "POST", target: "/v1/evaluate" };
    await store.insert("payment", [about], "other-call");
    await handleWebhookSweep(deps, { slot: 3 }, AbortSignal.timeout(10_000));
    t.match(
      [...(await stored("/given-up")), ...(await stored("/other-call"))],
      [{ begun: 0 }, { begun: 0 }],
      "one payment, one thing",
    );
  },
);

t.test("who comes again after the api died gets the monitor it was making, by its key as by its payment", async (t) => {
  let die = (_: Error) => {};
  const death = new Promise<never>((_, reject) => {
    die = reject;
  });
  const jobCalls: JobCalls = {
    ask: (...call) => Promise.race([death, started.jobCalls.ask(...call).then(() => death)]),
  };
  const dying = openApp({ ...api.deps, env: { ...api.deps.env, ...ENV }, jobCalls, gate: started.gate });
  const names = () => deps.redis.keys(KEYS.idempotency("*"));
  const held = new Set(await names());
  const payment = await shop.pay("premium");
  const calls: Promise<{ readonly status: number }>[] = [];
  for (const [path, headers] of [
    ["/by-key", { authorization: `Bearer ${KEY}`, "idempotency-key": "dies" }],
    ["/by-payment", { "payment-signature": payment }],
    ["/by-both", { "payment-signature": await shop.pay("premium"), "idempotency-key": "dies too" }],
  ] as const) {
    const body = { tokens: ["BTC"], webhook_url: hook(path) };
    const call = poster({ app: dying }, PATH, "203.0.113.9")(t, body, headers);
    const one = await until(async () => (await stored(path))[0]);
    await until(() => paths(path).length === 1);
    // What is left of an api that is killed: nobody says any more that the call runs.
    for (const name of await names()) if (!held.has(name)) await deps.redis.del(name);
    await deps.redis.del(KEYS.payment(one.payment));
    const { status, body: made } = await post(t, body, headers);
    t.match([status, made.data], [201, { id: one.id, webhook_url: hook(path) }], path);
    t.match((await list(t, made.data.secret)).body.data, { count: 1, monitors: [{ id: one.id }] });
    t.equal((await post(t, body, headers)).body.data.secret, made.data.secret, "and once more: the same");
    t.equal((await stored(path)).length, 1, "there is one of it");
    calls.push(call);
  }
  die(new Error("the api was killed"));
  for (const { status } of await Promise.all(calls)) t.equal(status, 500);
});

t.test("an address has 200 monitors and no more; a key as many as it likes", async (t) => {
  const [one] = await stored("/paid");
  const [row] = await store.query(monitorById, { id: one?.id ?? "" });
  const more = Array.from({ length: 200 }, (_, at) => ({ ...row, id: `mon_${String(at).padStart(26, "0")}` }));
  await store.insert("monitor", more, "many");
  const { status, body } = await buy(t, "/many", await shop.pay("premium"));
  t.match([status, body], [429, { code: "rate_limited", violated_policies: ["monitor"] }]);
  t.equal((await create(t, { tokens: ["BTC"], webhook_url: hook("/many") })).status, 201);
});
