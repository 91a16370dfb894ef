// What a brief says is issued for good, and read back alike by the record, the facts and the events.
import t from "tap";
import { readProof } from "../../../api/proof/read-proof.ts";
import { issueBrief } from "../../../jobs/brief/issue-brief.ts";
import { buildEvents } from "../../../jobs/event/build-events.ts";
import type { HeldFacts } from "../../../jobs/fact/held.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { appendIssued } from "../../../jobs/proof/append-log.ts";
import { publishedVersion, readFrames } from "../../../jobs/publish.ts";
import { replayIssued } from "../../../jobs/replay/replay-issued.ts";
import { compile } from "../../../schema/check.ts";
import { KEYS, SNAPSHOTS, STORED_BRIEF } from "../../../schema/key.ts";
import { EVENT_DATA, HistoryEvent } from "../../../schema/object/history.ts";
import type { Query } from "../../../schema/query/query.ts";
import { recordIssued } from "../../../schema/query/record/record-issued.ts";
import { valuesIn } from "../../support/api/values-in.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { draftBrief } from "../../support/rows/brief.ts";
import { startTestStore } from "../../support/store.ts";

t.setTimeout(180_000);
const minute = 60_000;
const day = 1_440 * minute;
const step = 5 * minute;
/** Frames of events are made anew each quarter of an hour: all that is issued here lies within one. */
const quarter = 15 * minute;
const AS_OF = Math.floor(BASE / quarter) * quarter + minute;
const TOKENS = ["bitcoin", "ethereum"];
const ETHER = { id: "ethereum", symbol: "ETH", name: "Ethereum" };

const store = askedOnce((await startTestStore(t)).store);
const server = await startTestRedis(t);
let now = AS_OF;
const { deps, close } = openTestDeps(server.url, { store, clock: { now: () => now } });
t.teardown(close);

const issueAt = (at: number, id: number, more: Parameters<typeof draftBrief>[2] = {}) => {
  now = at;
  return issueBrief(deps, draftBrief(id, at - 1_000, more), []);
};
const asked: string[] = [];
const watched = {
  ...store,
  query: <P extends object, R>(query: Query<P, R>, params: P) => {
    asked.push(query.name);
    return store.query(query, params);
  },
};
const rows: HeldFacts["rows"] = new Map();
const load = async (asOf: number) => {
  asked.length = 0;
  const counts = await deps.redis.hgetall(KEYS.storedCount);
  return loadFacts(
    watched,
    { asOf, tokens: TOKENS, market: "sandbox" },
    { rows, counts, known: asOf, older: new Map() },
  );
};
const anew = (asOf: number) => loadFacts(store, { asOf, tokens: TOKENS, market: "sandbox" });
const numbers = ({ tokens }: Awaited<ReturnType<typeof anew>>) => TOKENS.map((id) => tokens.get(id)?.brief?.id ?? null);

t.test("what does not fit its shape is not issued", async (t) => {
  for (const wrong of [
    { headline: "x".repeat(161) },
    { severity: 4 },
    { what_happened: [{ text: "Said without evidence.", evidence: [] }] },
  ]) {
    await t.rejects(issueAt(AS_OF, 1, wrong), /does not fit its shape/);
  }
  t.strictSame(numbers(await anew(AS_OF)), [null, null]);
});

t.test("what is issued is in the log and proves, and the record takes what it holds calls against", async (t) => {
  const issued = await issueAt(AS_OF, 1);
  t.ok(issued.isOurs);
  const again = await issueAt(AS_OF, 1, { direction: "bearish" });
  t.match(again, { hash: issued.hash, isOurs: false }, "the first one's words stay");
  t.equal(await appendIssued(deps), 1);
  const proof = await readProof(store, "1", null, null);
  t.match(proof, { problem: "", data: { kind: "brief", hash: issued.hash, schema: "vmi/brief/1" } });
  const [taken] = await store.query(recordIssued, { from: AS_OF - day, limit: 10 });
  t.match(taken, { kind: "brief", id: "1", token: "bitcoin", direction: "bullish", severity: 2, confidence: 0.62 });
  t.match(taken, { p_right_24h: 0.62, sigma_1h_pct: 0.4, sigma_7d_pct: null, rules: "brief-1", is_simulated: 1 });
});

t.test("the facts know the last brief of each token at any instant, and none of the market", async (t) => {
  await issueAt(AS_OF + 1_000, 9);
  await issueAt(AS_OF + 1_000, 10);
  await issueAt(AS_OF + 2_000, 11, { token: null });
  await issueAt(AS_OF - 14 * day - 2 * step, 2, { token: ETHER });
  t.strictSame(numbers(await anew(AS_OF - 1)), [null, null], "nothing issued later, nothing too old");
  t.strictSame(numbers(await anew(AS_OF)), [1, null]);
  t.strictSame(numbers(await anew(AS_OF + 1_000)), [10, null], "by number, not by text");
  t.strictSame(numbers(await anew(AS_OF + 2_000)), [10, null]);
  const { data, asOf } = draftBrief(10, AS_OF);
  t.match((await anew(AS_OF + 1_000)).tokens.get("bitcoin")?.brief, {
    headline: data.headline,
    summary: data.summary,
    confidence: data.confidence,
    as_of_ms: asOf,
    issued_ms: AS_OF + 1_000,
    is_simulated: 1,
  });
});

t.test("builders ask for briefs again when one was issued or five minutes passed, and see what is there", async (t) => {
  t.strictSame(numbers(await load(AS_OF + 3_000)), [10, null]);
  t.ok(asked.includes("brief-latest"));
  t.strictSame(await load(AS_OF + 2 * minute), await anew(AS_OF + 2 * minute));
  t.notOk(asked.includes("brief-latest"));
  await issueAt(AS_OF + 2 * minute + 1_000, 12, { token: ETHER });
  t.equal(Number(await deps.redis.hget(KEYS.storedCount, STORED_BRIEF)), 7);
  t.strictSame(numbers(await load(AS_OF + 3 * minute)), [10, 12]);
  t.ok(asked.includes("brief-latest"));
  await load(AS_OF + 4 * minute);
  t.ok(asked.includes("brief-latest"), "in the next five minutes");
});

t.test(
  "every brief of the last 14 days is an event of its token, and a new one is told at the next look",
  async (t) => {
    const input = { store, redis: deps.redis, tokens: TOKENS };
    const asOf = Math.floor((AS_OF + 3 * minute) / step) * step + 4 * minute;
    await buildEvents({ ...input, asOf });
    const eventsOf = async (token: string) => {
      const [frame] = await readFrames(deps.redis, [SNAPSHOTS.events(token)]);
      return valuesIn(frame?.parts.get("rows")) as HistoryEvent[];
    };
    const told = await eventsOf("bitcoin");
    t.strictSame(
      told.map(({ id }) => id),
      ["brief~10", "brief~9", "brief~1"],
    );
    const [isEvent, isBrief] = [compile(HistoryEvent), compile(EVENT_DATA.brief)];
    for (const event of told) {
      if (!isEvent(event)) t.fail(isEvent.describe());
      if (!isBrief(event.data)) t.fail(isBrief.describe());
    }
    t.match(told[0], {
      kind: "brief",
      at: new Date(AS_OF).toISOString(),
      severity: 2,
      direction: "bullish",
      summary: "Brief 10 on BTC: [simulated] Brief 10",
      data: { id: 10, url: "/v1/explain/bitcoin/10" },
      source: { provider: "sandbox:assay", endpoint: "explain" },
    });
    const before = await publishedVersion(deps.redis, SNAPSHOTS.events("bitcoin"));
    await issueAt(asOf + 3 * minute, 13, { token: ETHER });
    t.equal(await buildEvents({ ...input, asOf: asOf + 3 * minute }), 1);
    t.equal(await publishedVersion(deps.redis, SNAPSHOTS.events("bitcoin")), before);
    t.equal((await eventsOf("ethereum"))[0]?.id, "brief~13");
  },
);

t.test("a brief without what it was written from is not made again, and why is said", async (t) => {
  await issueAt(now + minute, 14, { model: "a-model" });
  const replayed = await replayIssued(store, ["1", "14", "15"]);
  t.same(
    replayed.map(({ result }) => result),
    ["inputs_not_kept", "inputs_not_kept", "not_found"],
  );
});
