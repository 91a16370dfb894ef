// POST /v1/ask from the call to the issued answer, and how it is proven: real queue, worker and store.
import t from "tap";
import { openApp } from "../../../api/app.ts";
import { recordExample } from "../../../api/route/example/record.ts";
import { answerAsked } from "../../../jobs/ask/ask.ts";
import { appendIssued } from "../../../jobs/proof/append-log.ts";
import { codeVersion } from "../../../jobs/proof/code-version.ts";
import { publishFrames } from "../../../jobs/publish.ts";
import { rehearse } from "../../../jobs/rehearse.ts";
import { replayIssued } from "../../../jobs/replay/replay-issued.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { digestOf } from "../../../schema/canonical.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { encodeFrame } from "../../../schema/frame.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import type { Answer } from "../../../schema/object/answer.ts";
import { issuedById } from "../../../schema/query/issued/issued-by-id.ts";
import { issuedCount } from "../../../schema/query/issued/issued-count.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { ask } from "../../support/api/api.ts";
import { poster, startPremiumApi } from "../../support/api/premium.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { factsOf, wholeRows } from "../../support/rows/facts.ts";
import { tokensFrame } from "../../support/rows/frames.ts";
import { checkAnswer } from "../../support/statement/check-answer.ts";
import { startTestStore } from "../../support/store.ts";

const NOW = BASE;
const TOKENS = ["bitcoin", "ethereum", "aave"];

const store = askedOnce((await startTestStore(t)).store);
const redis = await startTestRedis(t);
const { deps, close } = openTestDeps(redis.url, { store, clock: { now: () => NOW } });
t.teardown(close);

const facts = factsOf(wholeRows());
const tokens = TRACKED.filter(({ id }) => TOKENS.includes(id)).map(({ id, symbol, name }, at) => ({
  ...{ id, symbol, name, rank: at + 1, contracts: [] },
}));
const frames = new Map([
  [SNAPSHOTS.tokens, { version: NOW, bytes: tokensFrame(NOW, tokens) }],
  ...TOKENS.map(
    (id) => [SNAPSHOTS.state(id), { version: NOW, bytes: stateFrame(buildState(facts, id), NOW) }] as const,
  ),
]);
const { api, app, gate, jobCalls } = await startPremiumApi(t, { deps, redisUrl: redis.url, now: NOW, frames, store });
const send = poster<Answer>({ app }, "/v1/ask", "203.0.113.9");

t.test("what cannot be asked is refused before it costs", async (t) => {
  const codes = [
    [{ token: "BTC" }, "question_or_claim_required"],
    [{ token: "BTC", question: "the price?", claim: "it is up" }, "question_and_claim_exclusive"],
    [{ token: "BTC", question: "  a " }, "text_length"],
    [{ token: "BTC", claim: "x".repeat(501) }, "text_length"],
    [{ token: "nothing-like-it", claim: "it is up" }, "token_not_found"],
    [{ token: "BTC", questions: "the price?" }, "unknown_field"],
  ] as const;
  for (const [body, code] of codes) t.match((await send(t, body)).body, { code }, code);
});

t.test("a claim is held against what was measured, issued and proven by its id and its run", async (t) => {
  const claim = "Bitcoin is up more than 1 % over the last 24 hours and funding is positive on every venue";
  const { status, body, left } = await send(t, { token: "BTC", claim });
  t.equal(status, 201);
  t.equal(left, "9", "one of ten free calls");
  const { data } = body;
  t.match(body.id, /^ans_/);
  t.match(data, { mode: "claim", input: claim, verdict: "supported" });
  t.same(
    data.claims_checked?.map(({ result, measured }) => [result, typeof measured]),
    [
      ["supported", "number"],
      ["supported", "number"],
    ],
  );
  t.same(checkAnswer(data), []);
  t.equal(await appendIssued(deps), 1);
  for (const id of [body.id ?? "", data.run_id]) {
    const proof = (await ask(t, app, `/v1/verify/${id}`)).body;
    t.match(proof, { id: body.id, data: { kind: "answer", hash: data.hash, attestation: { status: "pending" } } });
  }
  const [kept] = await store.query(issuedById, { id: body.id ?? "" });
  t.equal(digestOf(Buffer.from(kept?.canonical ?? "")), data.hash);
});

t.test(
  "a question is answered with its evidence; the same key joins the same run, and one run is one answer",
  async (t) => {
    const key = { "idempotency-key": "once" };
    const body = { token: "AAVE", question: "What is the funding rate, and how did it do against BTC this week?" };
    const [one, other] = await Promise.all([send(t, body, key), send(t, body, key)]);
    t.equal(one.body.id, other.body.id);
    const { data, id } = one.body;
    t.same(data.intents, ["funding", "compare"]);
    t.same(checkAnswer(data), []);
    t.ok((data.key_points?.length ?? 0) > 2);
    const payload = {
      id: id ?? "",
      token: "aave",
      mode: "question",
      text: body.question,
      until: NOW + MINUTE_MS,
    } as const;
    t.equal((await answerAsked(deps, payload, new AbortController().signal))?.data.hash, data.hash);
  },
);

t.test("every answer is made again from what is kept with it, to the same bytes; a call does so too", async (t) => {
  const other = poster<Answer>({ app }, "/v1/ask", "203.0.113.19");
  const claim = await other(t, { token: "BTC", claim: "Bitcoin fell more than 40 % today" });
  const why = await other(t, {
    token: "BTC",
    question: "Why did it move today, and what is its volume over 24 hours?",
  });
  const all = await store.query<object, { id: string }>(
    { name: "test", sql: "SELECT id FROM issued_object WHERE kind = 'answer' ORDER BY id" },
    {},
  );
  const ids = all.map(({ id }) => id);
  t.ok(ids.includes(claim.body.id ?? "") && ids.includes(why.body.id ?? ""));
  const replayed = await replayIssued(store, ids);
  t.same(
    replayed.map(({ result, members, why: hindered = "" }) => [result, ...members, hindered].join(" ").trim()),
    ids.map(() => "identical"),
  );
  const asked = await ask(t, app, `/v1/replay/${why.body.data.run_id}`);
  t.equal(asked.status, 200);
  const told = { kind: "answer", result: "identical", reason: null, members: [], hash: why.body.data.hash };
  t.match(asked.body, { id: why.body.id, data: { ...told, replayed_by: codeVersion(), made_by: codeVersion() } });
  t.match((await ask(t, app, "/v1/replay/ans_01JD6Q3Z8W0000000000000009")).body, { code: "proof_not_found" });
  t.match((await ask(t, app, "/v1/replay/nothing")).body, { code: "out_of_range" });
});

t.test("who comes again with the same key after the api died gets what was issued", async (t) => {
  const PEER = "203.0.113.10";
  const named = () => deps.redis.keys(KEYS.idempotency("*"));
  const before = new Set(await named());
  let [done, die]: [(answer: Answer) => void, (why: Error) => void] = [() => {}, () => {}];
  const issued = new Promise<Answer>((resolve) => {
    done = resolve;
  });
  const death = new Promise<never>((_, reject) => {
    die = reject;
  });
  const dying = {
    async ask(...call: Parameters<typeof jobCalls.ask>) {
      done((await jobCalls.ask(...call)) as Answer);
      return death;
    },
  };
  const asked = [t, { token: "AAVE", claim: "AAVE is above $2" }, { "idempotency-key": "lost" }] as const;
  const lost = poster({ app: openApp({ ...api.deps, jobCalls: dying, gate }) }, "/v1/ask", PEER)(...asked);
  const { id } = await issued;
  // What is left of an api that is killed: nobody says any more that the call runs.
  for (const key of await named()) if (!before.has(key)) await deps.redis.del(key);
  t.equal((await poster<Answer>({ app }, "/v1/ask", PEER)(...asked)).body.id, id);
  t.match(await store.query(issuedById, { id: id ?? "" }), [{ id }]);
  die(new Error("the api was killed"));
  t.equal((await lost).status, 500);
});

const answerOf = (mode: "question" | "claim", text: string, given = deps) => {
  const payload = { id: `ans_${systemRandom.id(NOW)}`, token: "aave", mode, text, until: NOW + MINUTE_MS } as const;
  return answerAsked(given, payload, new AbortController().signal);
};

t.test(
  "numbers and times that nothing holds are answered, and words that any object has are none of ours",
  async (t) => {
    const digits = "9".repeat(400);
    for (const [text, value] of [
      ["AAVE is down 0 % today", 0],
      ["the price change is -0 %", 0],
      ["the market cap is above 99999999999999999999", "100000000000000000000"],
      [`the price is below ${digits}`, "Infinity"],
    ] as const)
      t.equal((await answerOf("claim", text))?.data.claims_checked?.[0]?.value, value, text);
    for (const text of [
      "How did it move in the last 0.333333 hours?",
      "How did it move in the last 99999999999999 hours?",
      `How did it move in the last ${digits} hours?`,
      `What does it cost to buy $${digits}?`,
    ])
      t.ok((await answerOf("question", text))?.data.key_points?.length, text);
    t.match((await answerOf("claim", "it is up 5% in the last 0.333333 hours"))?.data, { verdict: /./ });
    t.same((await answerOf("claim", "funding on constructor is positive"))?.data.claims_checked, []);
  },
);

t.test("however many tokens are named, few are read and the answer holds what it may", async (t) => {
  const read: string[] = [];
  const counting: Pick<typeof store, "query"> = {
    query(...asked) {
      read.push(asked[0].name);
      return store.query(...asked);
    },
  };
  const symbols = TRACKED.filter(({ id }) => id !== "aave").map(({ symbol }) => symbol);
  const given = { ...deps, store: { ...store, ...counting } };
  for (const [mode, text] of [
    ["question", `compare it over 13 hours with ${symbols.join(" ")}`],
    ["claim", `AAVE outperformed ${symbols.slice(0, 80).join(" and ")} last week`],
  ] as const) {
    const answer = await answerOf(mode, text.slice(0, 500), given);
    t.equal(answer?.data.mode, mode);
    t.ok((answer?.data.evidence.length ?? 0) <= 100);
  }
  const count = read.filter((name) => name === "record-minute" || name === "window-price").length;
  t.ok(count >= 1 && count <= 18, `${count} readings of prices`);
});

t.test(
  "what became of our calls is told as the record counts it, beside how often any hour would have done",
  async (t) => {
    const ASKED = "Were you right about it?";
    const recordOf = async () =>
      (await answerOf("question", ASKED))?.data.evidence.filter(({ kind }) => kind === "record");
    t.same(await recordOf(), []);
    const [row] = recordExample("aave").data.summary;
    const summary = [
      { ...row, kind: "signal", horizon: "24h", right: 7, wrong: 5, base_rate: 0.625 },
      { ...row, kind: "brief", horizon: "24h", right: 0, wrong: 0, base_rate: null },
    ];
    const [name, version] = [SNAPSHOTS.tokenRecord("aave"), NOW];
    const parts = new Map([["card", JSON.stringify({ summary })]]);
    await publishFrames(deps.redis, [
      { name, version, frame: encodeFrame({ name, version, meta: { asOf: NOW - MINUTE_MS } }, parts, "packed") },
    ]);
    t.match(await recordOf(), [
      {
        data: { class: "signal", horizon_h: 24, n: 12, right_count: 7, right_pct: 58.3333, base_pct: 62.5 },
        unassessed: [],
      },
    ]);
    const answer = await answerOf("question", ASKED);
    t.ok(
      answer?.data.answer?.includes("7 of 12 were right after 24 hours and the same would have been right in 62.5 %"),
    );
  },
);

t.test(
  "volume is held against as long a time before it, and the market over a month is the median of all",
  async (t) => {
    const minutes = 130;
    const to = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
    const candles = (venue: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ token: "aave", venue, symbol: "AAVEUSDT", provider: `sandbox:${venue}`, market: "spot", interval_s: 60 },
        ...{ open_at: to - (at + 2) * MINUTE_MS, open: 2, high: 2, low: 2, close: 2, volume_native: 1 },
        ...{ volume_usd: at < 60 ? 200 : 100, retrieved_at: to - at * MINUTE_MS },
      }));
    await store.insert("candle", [...candles("okx", minutes), ...candles("kraken", 70)], "volumes");
    const evidenceOf = async (claim: string, verdict: string) => {
      const data = (await answerOf("claim", claim))?.data;
      t.equal(data?.verdict, verdict, claim);
      t.same(data === undefined ? [] : checkAnswer(data), []);
      return data?.evidence[0]?.data;
    };
    t.match(await evidenceOf("AAVE's volume doubled in the last hour", "supported"), {
      ...{ window_h: 1, volume_usd: 12_000, before_usd: 6_000, change_pct: 100, venues: ["okx"] },
    });
    t.match(await evidenceOf("AAVE's volume halved today", "unknown"), { change_pct: "unassessed" });
    const isUnread = await evidenceOf("AAVE outperformed the market this month", "unknown");
    t.match(isUnread, { other_change_pct: "unassessed" }, "three tokens are no market");
    const others = TRACKED.filter(({ id }) => !TOKENS.includes(id)).map(({ id }, at) => {
      const [name, parts] = [SNAPSHOTS.state(id), new Map([["market", JSON.stringify({ change_30d_pct: at })]])];
      return { name, version: NOW, frame: encodeFrame({ name, version: NOW, meta: {} }, parts) };
    });
    await publishFrames(deps.redis, others);
    const told = (await evidenceOf("AAVE underperformed the market this month", "supported")) as Record<
      string,
      unknown
    >;
    t.match(told, { other: "the median tracked token", other_change_pct: 46.5 });
  },
);

t.test("a worker's rehearsal makes a brief and answers, and issues none of them", async (t) => {
  const issued = async () => (await store.query(issuedCount, {}))[0]?.issued;
  const before = await issued();
  await rehearse(deps);
  t.same(await issued(), before);
  await t.rejects(rehearse({ ...deps, clock: { now: () => NOW + 60 * MINUTE_MS } }), { code: "not_ready" });
});

t.test("what nobody can measure is unknown or not understood, and free", async (t) => {
  const before = (await send(t, { token: "BTC", claim: "Bitcoin will double next week" })).left;
  const { body, left } = await send(t, { token: "BTC", question: "What is the weather in Paris?" });
  t.match(body.data, { intents: [], key_points: [], evidence: [] });
  t.ok(body.data.confidence <= 0.2);
  t.equal(left, before);
});

t.test("answers read as sentences, and say what of the question they leave open", async (t) => {
  const saysOf = async (mode: "question" | "claim", text: string) => {
    const data = (await answerOf(mode, text))?.data;
    if (data === undefined) throw new Error(text);
    t.same(checkAnswer(data), [], text);
    return data.answer ?? (data.reasoning ?? []).map((said) => said.text).join(" ");
  };
  for (const [mode, text, says] of [
    [
      "claim",
      "AAVE is mintable",
      /^As looked at on .* (?:no )?more can be made, which (?:bears|does not bear) the claim/,
    ],
    ["claim", "the price is between 1 and 2 dollars", /^AAVE's price is \$\S+, which bears out a part of/],
    ["claim", "more than $1 of longs were liquidated today", /forced closures of longs over a day are \$/],
    ["question", "How is AAVE doing today?", /Over a day AAVE traded between \$[\d.,]+ and \$[\d.,]+\./],
    ["question", "is AAVE more volatile than bitcoin", /The volatility of AAVE,.* The volatility of BTC, a year, is /],
    ["question", "What happened yesterday with AAVE?", /Causes are looked for in the newest hours alone/],
    ["question", "Will AAVE go up tomorrow?", /^What will be is not measured/],
    ["question", "did AAVE do better than BTC in the last 30 days?", /Over thirty days (?:AAVE|BTC) /],
  ] as const)
    t.match(await saysOf(mode, text), says, text);
});
