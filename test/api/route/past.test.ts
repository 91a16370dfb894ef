// GET /v1/past/state and /v1/past/market from the call to the sections of then: real queue, worker, builds and store.
import t from "tap";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { drawFrom } from "../../recompute/causes/world.ts";
import { openMeddler } from "../../recompute/replay/meddle.ts";
import { ask, get, headerOf } from "../../support/api/api.ts";
import { startPremiumApi } from "../../support/api/premium.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { fillMarket } from "../../support/rows/market-rows.ts";
import { startTestStore } from "../../support/store.ts";

const NOW = BASE + 40_000;
const [at, later] = [new Date(BASE).toISOString(), new Date(BASE + 20_000).toISOString()];

const store = askedOnce((await startTestStore(t)).store);
const redis = await startTestRedis(t);
let now = BASE;
const { deps, close } = openTestDeps(redis.url, { store, clock: { now: () => now } });
t.teardown(close);
const tokens = TRACKED.map(({ id }) => id).slice(0, 2);
await fillMarket(store, {
  ...{ asOf: BASE, tokens, minuteDays: 1, deepTokens: 2, bookMinutes: 2, fundingDays: 3, levels: 5 },
});
const { signal } = new AbortController();
await buildLive(deps, BASE, signal);
let asked = 0;
const { app } = await startPremiumApi(t, {
  ...{ deps, redisUrl: redis.url, now: NOW, frames: new Map(), store },
  between: (calls) => ({
    ask(...call) {
      asked += 1;
      return calls.ask(...call);
    },
  }),
});
type Answer = { readonly as_of: string; readonly data: Record<string, unknown>; readonly sources: readonly object[] };
const served = async (t: Parameters<typeof ask>[0], path: string) =>
  (await ask(t, app, path)).body as unknown as Answer;

t.test("what was served at a time is told at any later one", async (t) => {
  const before = {
    state: await served(t, "/v1/state/BTC?sources=full"),
    market: await served(t, "/v1/market"),
  };
  now = NOW;
  await buildLive(deps, BASE + 20_000, signal);
  for (const instant of [at, new Date(BASE + 19_999).toISOString()]) {
    const { answer, status, body } = await ask(t, app, `/v1/past/state/BTC?at=${instant}&sources=full`);
    t.equal(status, 200);
    t.match(headerOf(answer, "ratelimit"), /"premium-free";r=\d/, "it is a call of the premium allowance");
    const { as_of, data, sources } = body as unknown as Answer;
    t.match(data, { at: instant, built_at: at, known_at: at });
    t.same({ as_of, sources }, { as_of: before.state.as_of, sources: before.state.sources });
    const { at: _, known_at, built_at, code_version, notes, ...rest } = data;
    t.same(rest, before.state.data, "sections and token, byte for byte what they were");
    t.equal((notes as string[]).length, 1);
  }
  const market = await served(t, `/v1/past/market?at=${at}`);
  const { at: _, known_at, built_at, code_version, notes, ...sections } = market.data;
  t.same(sections, before.market.data);
  const next = await served(t, `/v1/past/state/BTC?at=${later}&sections=market`);
  t.match(next.data, { built_at: later });
  t.same(
    Object.keys(next.data).filter((name) => name === "liquidity"),
    [],
    "sections that were not asked for are absent",
  );
});

t.test("a time that is still to come, or is none, costs nothing", async (t) => {
  const codes = [
    ["/v1/past/state/BTC?at=2099-01-01T00:00:00Z", "out_of_range"],
    ["/v1/past/state/BTC?at=yesterday", "invalid_date_time"],
    ["/v1/past/state/BTC", "missing_field"],
    ["/v1/past/state/nothing-like-it?at=2026-01-01T00:00:00Z", "token_not_found"],
    ["/v1/past/market?at=2026-01-01T00:00:00Z&sections=weather", "invalid_enum"],
  ] as const;
  for (const [path, code] of codes) t.match((await ask(t, app, path)).body, { code }, path);
});

t.test("what was not known at an instant at which nothing was served is waited for no more", async (t) => {
  const day = new Date(BASE - DAY_MS).toISOString();
  for (const path of [`/v1/past/state/BTC?at=${day}`, `/v1/past/market?at=${day}`]) {
    const { data } = await served(t, path);
    const reasons = Object.values(data).flatMap((section) =>
      ((section as { unassessed?: { reason: string }[] } | null)?.unassessed ?? []).map(({ reason }) => reason),
    );
    t.ok(reasons.includes("insufficient_history"), path);
    t.notOk(reasons.includes("pending"), path);
  }
});

t.test("HEAD has no past made: it says what is left, and costs nothing", async (t) => {
  const before = asked;
  for (const path of [`/v1/past/state/BTC?at=${at}`, `/v1/past/market?at=${at}`]) {
    const answer = await app.handle(get(path, {}, "HEAD"));
    t.match(answer, { status: 200, body: null, bodyBytes: null }, path);
    t.match(headerOf(answer, "ratelimit"), /"premium-free";r=\d/);
  }
  t.equal(asked, before, "no job was asked for");
});

t.test("notes tell what was corrected since, of the token and of those that its context is held against", async (t) => {
  const [own = "", other = ""] = tokens;
  const meddler = openMeddler(deps, drawFrom(5));
  const notesAt = async (path: string) => ((await served(t, path)).data.notes as string[]).join(" ");
  const before = await notesAt(`/v1/past/state/BTC?at=${at}`);
  t.notMatch(before, /corrected since/);
  await meddler.correctWhere("candle", `r.token = '${other}' AND r.interval_s = 3600`);
  t.match(
    await notesAt(`/v1/past/state/BTC?at=${at}`),
    /candle, of other tokens that its context rests on: \d+ readings were corrected/,
  );
  t.notMatch(await notesAt(`/v1/past/state/BTC?at=${at}`), /candle: /);
  await meddler.correctWhere("candle", `r.token = '${own}' AND r.interval_s = 3600`);
  t.match(
    await notesAt(`/v1/past/state/BTC?at=${at}`),
    /candle: \d+ readings were corrected since; it shows what was known by then/,
  );
});

t.test("an answer without any value is free", async (t) => {
  const left = async (path: string) => {
    const { answer } = await ask(t, app, path);
    return /"premium-free";r=(\d+)/.exec(headerOf(answer, "ratelimit") ?? "")?.[1];
  };
  const before = "at=2020-01-01T00:00:00Z";
  const first = await left(`/v1/past/state/BTC?${before}&sections=liquidity`);
  for (const path of [`state/BTC?${before}&sections=liquidity`, `state/BTC?${before}`, `market?${before}`])
    t.equal(await left(`/v1/past/${path}`), first, `${path}: what the list of tokens says is no value of then`);
});
