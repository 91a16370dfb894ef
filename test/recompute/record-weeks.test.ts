// Weeks of the sandbox market through detection, minting, the log and scoring; then every public number is recomputed.
import t from "tap";
import { publishedVersion } from "../../jobs/publish.ts";
import { scoreOutcomes } from "../../jobs/record/score.ts";
import { replayIssued } from "../../jobs/replay/replay-issued.ts";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { type RecordItem, type RecordObject, record } from "../../schema/object/record.ts";
import { issuedNewest } from "../../schema/query/issued/issued-basis.ts";
import { HORIZON_IDS, SCORING } from "../../schema/record/rule.ts";
import { ask, startTestApi } from "../support/api/api.ts";
import { observeShared, openSeen } from "../support/api/member.ts";
import { RECORD, shownBy } from "../support/api/not-at-start.ts";
import { openTestDeps } from "../support/deps.ts";
import {
  completeness,
  differingOutcomes,
  differingRows,
  madeScorecard,
  scorecardLines,
} from "../support/market/check-record.ts";
import { REPLAY_TAIL_MS, replay } from "../support/market/replay.ts";
import { startTestRedis } from "../support/redis.ts";
import { tokensFrame } from "../support/rows/frames.ts";
import { startTestStore } from "../support/store.ts";

const setting = (name: string, usual: number) => Number(process.env[`RECORD_${name}`] ?? usual);
const HOURS = setting("HOURS", 5);
const TOKENS = (process.env.RECORD_TOKENS ?? "bitcoin,floki").split(",");
const SEED = setting("SEED", 7);
/** Every so many calls, outcomes are recomputed from candles. */
const STEP = setting("STEP", 1);
const START = Date.UTC(2026, 8, 7, 4);
const END = START + HOURS * HOUR_MS + REPLAY_TAIL_MS;
const WHOLE = { since: 0, token: "" };
const quiet = new AbortController().signal;

const one = async <R>(store: Store, sql: string): Promise<R | undefined> =>
  ((await store.query({ name: "test", sql }, {})) as R[])[0];

t.test("weeks of calls: all in the record, every number as the published SQL gives it", async (t) => {
  t.setTimeout(7_200_000);
  const [{ store }, redis] = [await startTestStore(t), await startTestRedis(t)];
  const before = openTestDeps(redis.url, { store, clock: { now: () => START - HOUR_MS } });
  t.same(await scoreOutcomes(before.deps, quiet), { taken: 0, settled: 0, corrected: 0 });
  t.equal(await publishedVersion(before.redis, SNAPSHOTS.record), START - HOUR_MS, "an empty record is published too");
  await before.close();
  const from = performance.now();
  const done = await replay({
    ...{
      store,
      redisUrl: redis.url,
      tokens: TOKENS,
      seed: SEED,
      startMs: START,
      hours: HOURS,
      venues: setting("VENUES", 2),
    },
    ...{ mintHours: setting("MINT_HOURS", 1), scoreHours: setting("SCORE_HOURS", 3) },
    say: (line) => t.comment(line),
  });
  t.comment(`${((performance.now() - from) / 1_000).toFixed(0)} s: ${JSON.stringify(done.costs)}`);

  const { issued, recorded } = await completeness(store);
  t.ok(issued > 0 && recorded === issued, `${issued} issued, ${recorded} in the record`);
  t.equal(issued, done.minted + done.signals, "as many as were minted and fired");
  t.equal(done.leaves, done.minted, "every minted object is in the log");
  const minted = await store.query(issuedNewest, { before: END, limit: done.minted + 1, kinds: ["evaluation"] });
  const again = await replayIssued(
    store,
    minted.map(({ id }) => id),
  );
  t.equal(again.length, done.minted);
  t.same(
    again.filter(({ result }) => result !== "identical"),
    [],
    "and each is made again from the store alone, byte for byte",
  );
  t.equal(done.corrected, 0, "nothing came late, so nothing was corrected");
  const card = await madeScorecard(store, WHOLE);
  for (const line of scorecardLines(card)) t.comment(line);
  t.equal(card.totals.issued, issued, "totals are those of what was issued");
  t.equal(card.totals.pending, 0, "every horizon is over and settled");
  t.equal(card.totals.scored + card.totals.unassessed, issued * HORIZON_IDS.length, "three outcomes a call");
  const rows = await one<{ n: number }>(store, "SELECT count() AS n FROM outcome");
  t.equal(rows?.n, issued * HORIZON_IDS.length, "none is stored twice");

  const later = { since: START + (HOURS / 2) * HOUR_MS, token: "" };
  for (const scope of [WHOLE, later, ...TOKENS.map((token) => ({ since: 0, token }))])
    t.same(await differingRows(store, scope), [], `the published SQL gives every number of ${JSON.stringify(scope)}`);
  const settled = await differingOutcomes(store, STEP);
  t.same(settled.broken, [], `${settled.compared} outcomes are what minute candles give`);
  t.ok(settled.compared > 0);

  t.same(
    [...card.summary, ...card.calibration.by_kind, ...card.calibration.by_severity].filter(
      ({ hit_rate, base_rate }) => hit_rate !== null && base_rate === null,
    ),
    [],
    "a base rate stands beside every hit rate",
  );
  for (const row of card.summary) {
    const much = row.n_independent >= 300 ? "at most 0.05 is the aim" : "too few to say";
    t.comment(`${row.kind} ${row.horizon}: ECE ${row.ece} over ${row.n_independent} independent calls, ${much}`);
  }
  const looks = `entry_at <= issued_at OR settled_at < due_at OR settled_at > due_at + ${SCORING.toleranceMs / 1_000}`;
  const ahead = await one<{ n: number }>(store, `SELECT countIf(${looks}) AS n FROM outcome FINAL`);
  t.equal(ahead?.n, 0, "entries are after issuance and settlements after their horizon: nothing looks ahead");

  t.test("the API gives what was published, and pages through every call once", async (t) => {
    const tokens = TOKENS.map((id, at) => ({ id, symbol: id, name: id, rank: at + 1, contracts: [] }));
    const frame = { version: END, bytes: tokensFrame(END, tokens) };
    const { app } = await startTestApi(t, END, new Map([[SNAPSHOTS.tokens, frame]]), store, redis.url);
    const shown = openSeen();
    const read = async (target: string) => {
      const { status, body } = await ask(t, app, target);
      t.equal(status, 200, target);
      observeShared(shown, record, body, "record");
      return (body as RecordObject).data;
    };
    const plain = await read("/v1/record");
    t.same(plain.totals, card.totals);
    t.same(plain.calibration, card.calibration);
    const { totals, summary } = await read(`/v1/record/${TOKENS[0]}`);
    const alone = await madeScorecard(store, { since: 0, token: TOKENS[0] ?? "" });
    t.same([totals, summary], [alone.totals, alone.summary], "a token's own scorecard");
    const since = new Date(START + (HOURS / 2) * HOUR_MS).toISOString();
    const cut = await read(`/v1/record?since=${since}&kind=evaluation`);
    t.ok(cut.items.length > 0, "the cut has calls");
    t.same(
      cut.items.filter((item) => item.kind !== "evaluation" || item.issued_at < since),
      [],
    );
    t.equal(cut.totals.issued, cut.totals.by_kind.evaluation.issued);
    const seen: RecordItem[] = [...plain.items];
    const limit = Math.max(5, Math.ceil(issued / 8));
    for (let cursor = plain.next_cursor; cursor !== null; ) {
      const page = await read(`/v1/record?limit=${Math.min(500, limit)}&cursor=${cursor}`);
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    t.equal(new Set(seen.map(({ kind, id }) => `${kind} ${id}`)).size, issued, "every call is on a page");
    t.equal(seen.length, issued, "and on one only");
    t.same(
      seen.map((item) => item.issued_at),
      seen
        .map((item) => item.issued_at)
        .sort()
        .reverse(),
      "newest first",
    );
    t.equal((await ask(t, app, "/v1/record?cursor=abc")).body.code, "out_of_range");
    const valueless = shownBy(RECORD).filter((member) => !shown.value.has(member));
    t.same(valueless, [], "what a fresh record lacks is there with time");
  });

  t.test("what was settled without prices is corrected by a further row once they came", async (t) => {
    const clock = { at: 0, now: () => clock.at };
    const opened = openTestDeps(redis.url, { store, clock });
    t.teardown(() => opened.close());
    const [token = ""] = TOKENS;
    const at = Math.ceil(END / HOUR_MS) * HOUR_MS + 7 * 60_000;
    const signal = { token, at, key: "late", id: 1e9, kind: "price_move", direction: "bullish", severity: 2, value: 4 };
    const life = { status: "open", expires_at: at + DAY_MS, closed_at: null, rules: "sig-1", changed_at: at };
    await store.insert("signal", [{ ...signal, ratio: 2, details: '{"sandbox:":1}', ...life }], "late");
    const score = (now: number) => {
      clock.at = now;
      return scoreOutcomes(opened.deps, quiet);
    };
    await score(at + 2 * HOUR_MS);
    const mine =
      "SELECT groupArray((revision, result, correction)) AS rows FROM (SELECT * FROM outcome WHERE id = '1000000000' AND horizon_h = 1 ORDER BY revision)";
    t.same(await one(store, mine), { rows: [[0, "unassessed", ""]] });
    const minutes = Array.from({ length: 90 }, (_, minute) => {
      const open_at = at + (minute - 10) * 60_000;
      const price = 100 + minute;
      const bar = { open: price, high: price, low: price, close: price, volume_native: 1, volume_usd: price };
      const where = { token, venue: "binance", market: "spot", symbol: "X", interval_s: 60, open_at };
      return { ...where, ...bar, provider: "sandbox:binance", retrieved_at: open_at + 60_000 };
    });
    await store.insert("candle", minutes, "late");
    await t.rejects(scoreOutcomes(opened.deps, AbortSignal.abort()), "stopped in the middle");
    t.equal((await score(at + 27 * HOUR_MS)).corrected, 1, "the next run goes on");
    t.same(
      await one(store, mine),
      {
        rows: [
          [0, "unassessed", ""],
          [1, "right", "late_data"],
        ],
      },
      "both rows are kept",
    );
    const both = await Promise.all([score(at + 28 * HOUR_MS), score(at + 28 * HOUR_MS)]);
    t.ok(
      both.some(({ taken, settled }) => taken + settled === 0),
      "of two at once one leaves it to the other",
    );
    t.same(
      both.map(({ corrected }) => corrected),
      [0, 0],
      "and it is corrected once",
    );
  });
});
