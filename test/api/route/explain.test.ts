// POST /v1/explain from the call to the issued brief, and how it is read and proven: real queue, worker and store.
import t from "tap";
import { openApp } from "../../../api/app.ts";
import { briefExample } from "../../../api/route/example/brief.ts";
import { investigate } from "../../../jobs/brief/investigate.ts";
import { issueNextBrief } from "../../../jobs/brief/issue-brief.ts";
import { HANDLERS } from "../../../jobs/handler/index.ts";
import { closeModel } from "../../../jobs/model/model-of.ts";
import { appendIssued } from "../../../jobs/proof/append-log.ts";
import { replayIssued } from "../../../jobs/replay/replay-issued.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { digestOf } from "../../../schema/canonical.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import type { Brief } from "../../../schema/object/brief.ts";
import { issuedById } from "../../../schema/query/issued/issued-by-id.ts";
import type { Query } from "../../../schema/query/query.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { createOpenai } from "../../../scripts/sandbox/chat/openai.ts";
import { createBudget } from "../../../scripts/sandbox/limit.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { openOrigin } from "../../../scripts/sandbox/origin.ts";
import { ask } from "../../support/api/api.ts";
import { poster, startPremiumApi } from "../../support/api/premium.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { factsOf, wholeRows } from "../../support/rows/facts.ts";
import { tokensFrame } from "../../support/rows/frames.ts";
import { checkBrief } from "../../support/statement/check-brief.ts";
import { startTestStore } from "../../support/store.ts";
import { until } from "../../support/until.ts";

const NOW = BASE;
const TO = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
/** The move starts so many minutes before the end of the window. */
const STARTS = 50;
const LEVEL = 1_000;

const store = askedOnce((await startTestStore(t)).store);
const redis = await startTestRedis(t);
const { deps, close } = openTestDeps(redis.url, { store, clock: { now: () => NOW } });
t.teardown(close);

const from = (venue: string) => ({ venue, symbol: "XUSDT", provider: `sandbox:${venue}` });
const candles = (token: string, minutes: number, fallsBy: number) =>
  Array.from({ length: minutes }, (_, at) => {
    const left = minutes - at;
    const price = LEVEL * (1 - fallsBy * Math.min(1, Math.max(0, (STARTS - left) / 5)) + 0.00002 * Math.sin(at));
    return {
      ...{ token, ...from("okx"), market: "spot", interval_s: 60, open_at: TO - left * MINUTE_MS },
      ...{ open: price, high: price, low: price, close: price, volume_native: 1, volume_usd: price },
      retrieved_at: TO - left * MINUTE_MS + MINUTE_MS + 500,
    };
  });
const closedAt = TO - (STARTS - 1) * MINUTE_MS;
await store.insert("candle", [...candles("maker", 1_440, 0.04), ...candles("bitcoin", 180, 0)], "candles");
const sent = (tx: string, at: number, usd: number) => ({
  ...{ token: "maker", chain: "eth", at, tx_hash: tx, log_index: 1, amount: "5" },
  ...{ amount_native: 5, value_usd: usd, from_address: "0x1", to_address: "0x2", from_label: null },
  ...{ to_label: "Binance 14", towards: "exchange", label_set: "1", provider: "sandbox:node" },
  retrieved_at: closedAt,
});
/** The largest is not among the newest. */
const small = Array.from({ length: 400 }, (_, i) => sent(`0x${i}`, TO - 20 * MINUTE_MS + i, 1_000_000));
await store.insert("large_transfer", [sent("0xabc", closedAt - 10 * MINUTE_MS, 5_000_000), ...small], "transfers");

const facts = factsOf(wholeRows());
const tokens = TRACKED.filter(({ id }) => id === "maker" || id === "bitcoin").map(({ id, symbol, name }, at) => ({
  ...{ id, symbol, name, rank: at + 1, contracts: [] },
}));
const frames = new Map([
  [SNAPSHOTS.tokens, { version: NOW, bytes: tokensFrame(NOW, tokens) }],
  [SNAPSHOTS.state("maker"), { version: NOW, bytes: stateFrame(buildState(facts, "maker"), NOW) }],
]);
const { api, app } = await startPremiumApi(t, { deps, redisUrl: redis.url, now: NOW, frames, store });
const explain = poster<Brief>({ app }, "/v1/explain", "203.0.113.8");

t.test("before the first brief there is none, and what cannot be asked is refused before it costs", async (t) => {
  t.match((await ask(t, app, "/v1/explain/MKR")).body, { code: "no_brief_yet" });
  t.match((await ask(t, app, "/v1/explain/MKR/1")).body, { code: "brief_not_found" });
  t.match((await explain(t, { token: "nothing-like-it" })).body, { code: "token_not_found" });
  for (const hours of [0.5, 24.1]) {
    const { status, body } = await explain(t, { token: "MKR", hours });
    t.match([status, body], [400, { code: "hours_out_of_range", errors: [{ pointer: "/hours" }] }]);
  }
  t.match((await explain(t, { token: "MKR", hours: "2" })).body, { code: "invalid_type" });
});

t.test(
  "an investigation names what was planted, is issued, read alike everywhere and proven by number and by run",
  async (t) => {
    const { status, body, left } = await explain(t, { token: "MKR" });
    t.equal(status, 200);
    t.equal(left, "9", "one of ten free calls");
    const { data } = body;
    t.match([body.id, data.id], ["1", 1]);
    t.same(checkBrief(data), []);
    t.equal(data.likely_causes[0]?.kind, "large_transfer");
    t.match(data.headline, /^MKR dropped 4\.0 % from \d\d:\d\d UTC on as a large transfer was seen$/);
    t.match(data.window, { to: new Date(TO).toISOString(), from: new Date(TO - 2 * HOUR_MS).toISOString() });
    t.equal(data.evidence.find(({ kind }) => kind === "spot_volume")?.data.venue, "okx");

    await until(() => api.snapshots.get("brief", SNAPSHOTS.brief("maker")));
    t.same((await ask(t, app, "/v1/explain/MKR")).body, body);
    t.same((await ask(t, app, "/v1/explain/maker/1")).body, body);
    t.match((await ask(t, app, "/v1/explain/bitcoin/1")).body, { code: "brief_not_found" }, "of another token");

    t.equal(await appendIssued(deps), 1);
    for (const id of ["1", data.run_id]) {
      const proof = (await ask(t, app, `/v1/verify/${id}`)).body;
      t.match(proof, { id: "1", data: { kind: "brief", hash: data.hash, attestation: { status: "pending" } } });
    }
    const [kept] = await store.query(issuedById, { id: "1" });
    t.equal(digestOf(Buffer.from(kept?.canonical ?? "")), data.hash);
  },
);

t.test(
  "numbers count up without a hole, the same key joins the same run, and a run that is done again is one brief",
  async (t) => {
    const key = { "idempotency-key": "once" };
    const all = await Promise.all([
      explain(t, { token: "MKR", hours: 1 }, key),
      explain(t, { token: "MKR", hours: 1 }, key),
    ]);
    t.same(
      all.map(({ body }) => body.id),
      ["2", "2"],
    );
    const run = all[0]?.body.data.run_id ?? "";
    const payload = { run, token: "maker", hours: 1, until: NOW + MINUTE_MS };
    const again = await investigate(deps, payload, new AbortController().signal);
    t.equal(again?.data.hash, all[0]?.body.data.hash, "killed after it was issued");
    const runs = ["0", "1", "2", "3"].map((n) => `run_01JD6Q3Z8W000000000000000${n}`);
    const side = await Promise.all(
      runs.map((one) => {
        const worker = { ...deps, store: { ...deps.store } };
        return investigate(worker, { ...payload, run: one, hours: 1.2345678 }, new AbortController().signal);
      }),
    );
    t.same(side.map((brief) => brief?.data.id ?? 0).sort(), [3, 4, 5, 6], "four workers at once");
    t.match(side[0]?.data.window.from, /:00\.000Z$/, "fractions of an hour, to the minute");
    const busy = ["4", "5", "6", "7"].map((n) => `run_01JD6Q3Z8W000000000000000${n}`);
    const one = await Promise.all(
      busy.map((each) => investigate(deps, { ...payload, run: each }, new AbortController().signal)),
    );
    t.same(
      one.map((brief) => brief?.data.id ?? 0).sort((a, b) => a - b),
      [7, 8, 9, 10],
      "four at once in one worker",
    );
    const kept: Query<object, { readonly id: string; readonly count: number }> = {
      name: "kept-inputs",
      sql: "SELECT id, toUInt32(count()) AS count FROM issued_input WHERE id IN ('7', '8', '9', '10') GROUP BY id",
    };
    const counts = (await store.query(kept, {})).map(({ count }) => count);
    t.same(counts, [1, 1, 1, 1], "what each was made of is stored once, not at each number that another had");
    const { hash: _hash, verify_url: _url, score: _score, id: _id, ...data } = (side[0] as Brief).data;
    const late = { asOf: NOW - MINUTE_MS, data: { ...data, run_id: runs[0] ?? "" }, sources: side[0]?.sources ?? [] };
    t.equal((await issueNextBrief(deps, late, [])).data.id, side[0]?.data.id, "whoever comes to the same run later");
    t.equal(
      (
        await until(async () => {
          const { body } = await ask(t, app, "/v1/explain/MKR");
          return body.id === "10" ? body : null;
        })
      ).id,
      "10",
      "the latest is the highest",
    );
    t.equal(
      await investigate(
        deps,
        { ...payload, run: "run_01JD6Q3Z8W0000000000000009", until: NOW },
        new AbortController().signal,
      ),
      null,
      "nobody waits",
    );
  },
);

t.test("the fault of a planned brief is thrown: nobody else would hear of it", async (t) => {
  const run = "run_01JD6Q3Z8W0000000000000008";
  const payload = { run, token: "bitcoin", hours: 2, until: NOW + MINUTE_MS };
  const { signal } = new AbortController();
  await HANDLERS["brief.write"](deps, payload, signal);
  t.match(await deps.redis.get(KEYS.reply(`brief.write~${run}`)), /not_ready/, "whoever waits hears of it");
  await t.rejects(async () => HANDLERS["brief.write"](deps, { ...payload, isFree: true }, signal), {
    code: "not_ready",
  });
});

t.test("a brief that is a day old shows its score", async (t) => {
  const [row] = await store.query(issuedById, { id: "10" });
  const call = { kind: "brief", id: "10", horizon_h: 24, revision: 0, token: "maker", issued_at: row?.issued_at ?? 0 };
  await store.insert("outcome", [{ ...call, result: "wrong", p_right: 0.6, due_at: NOW, scored_at: NOW }], "outcome");
  t.match((await ask(t, app, "/v1/explain/maker/10")).body, { data: { score: null } });
  api.clock.at = NOW + DAY_MS + MINUTE_MS;
  t.match((await ask(t, app, "/v1/explain/maker/10")).body, { data: { score: 0.36 } });
  t.match((await ask(t, app, "/v1/explain/maker")).body, { id: "10", data: { score: 0.36 } });

  const away = { ...store, query: () => Promise.reject(new Error("away")) } as typeof store;
  const unscored = openApp({ ...api.deps, store: away });
  t.match((await ask(t, unscored, "/v1/explain/maker")).body, { id: "10", data: { score: null } }, "as it was issued");
  const get = api.snapshots.get;
  const forgetful = {
    ...api.snapshots,
    get: (kind: "brief", name: string) => (kind === "brief" ? undefined : get(kind, name)),
  };
  const lost = openApp({ ...api.deps, snapshots: forgetful as typeof api.snapshots });
  t.match((await ask(t, lost, "/v1/explain/maker")).body, { id: "10", data: { score: 0.36 } }, "a Redis lost its data");
  t.match((await ask(t, lost, "/v1/explain/bitcoin")).body, { code: "no_brief_yet" });
  const blind = openApp({ ...api.deps, snapshots: forgetful as typeof api.snapshots, store: away });
  t.match((await ask(t, blind, "/v1/explain/maker")).body, { code: "upstream_unavailable" }, "nobody can tell");
});

t.test("words of a model are issued and proven with what it was told and answered, by digest", async (t) => {
  const origin = await openOrigin({
    provider: createOpenai(createModel(1), createBudget()),
    ...{ port: 0, now: () => NOW, gzip: false },
  });
  t.teardown(() => origin.close());
  const write = (n: number, name: string) => {
    const env = { ...deps.env, MODEL_URL: `${origin.url}/v1`, MODEL_NAME: name, MODEL_KEY: "sk-test" };
    const payload = { token: "maker", hours: 1, until: NOW + HOUR_MS, run: `run_01JD6Q3Z8W00000000000000B${n}` };
    t.teardown(() => closeModel({ env }));
    return investigate({ ...deps, env }, payload, new AbortController().signal) as Promise<Brief>;
  };
  const { data, sources } = await write(0, "sim-good");
  t.equal(data.model, "sim-good");
  t.same(checkBrief(data), []);
  t.match(sources.at(-1), { provider: "model", endpoint: "chat/completions", raw_sha256: /^[0-9a-f]{64}$/ });
  await appendIssued(deps);
  const proof = (await ask(t, app, `/v1/verify/${data.run_id}`)).body;
  const called = { provider: "model", params: { model: "sim-good", prompt_sha256: /^[0-9a-f]{64}$/ } };
  t.match((proof.data as { source_calls: unknown[] }).source_calls.at(-1), called);
  t.notOk(JSON.stringify(proof).includes("sk-test"));
  const away = await write(1, "nobody");
  t.match(away.data, { model: "deterministic-1", caveats: [/^The words are those of the rules/] });
  const [worded, fallen, plain] = await replayIssued(store, [`${data.id}`, `${away.data.id}`, "1"]);
  t.match(worded, { result: "numbers_identical", members: [] }, "of a model all but the words is made again");
  t.match([fallen, plain], [{ result: "identical" }, { result: "identical" }], "of the rules every byte");
  const replayed = await ask(t, app, `/v1/replay/${data.run_id}`);
  t.match(replayed.body, { id: `${data.id}`, data: { kind: "brief", reason: "worded_by_a_model" } }, "by its run too");
});

t.test("the example is a brief whose numbers hold", async (t) => {
  t.same(checkBrief(briefExample.data), []);
});
