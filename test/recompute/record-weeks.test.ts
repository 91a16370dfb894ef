// Weeks of the sandbox market through detection, minting, the log and scoring; then every public number is recomputed.
import t from "tap";
import { HORIZON_IDS, SCORING } from "../../schema/record/rule.ts";
import {
  completeness,
  differingOutcomes,
  differingRows,
  madeScorecard,
  scorecardLines,
} from "../support/check-record.ts";
import { startTestRedis } from "../support/redis.ts";
import { replay } from "../support/replay.ts";
import { startTestStore } from "../support/store.ts";

const HOURS = Number(process.env.RECORD_HOURS ?? 12);
const TOKENS = (process.env.RECORD_TOKENS ?? "bitcoin,dogecoin").split(",");
const SEED = Number(process.env.RECORD_SEED ?? 7);
const SCORE_HOURS = Number(process.env.RECORD_SCORE_HOURS ?? 6);
/** Every so many calls, outcomes are recomputed from candles. */
const STEP = Number(process.env.RECORD_STEP ?? 1);
const START = Date.UTC(2026, 8, 7);

t.test("weeks of calls: all in the record, every number as the published SQL gives it", async (t) => {
  t.setTimeout(7_200_000);
  const [{ store }, redis] = [await startTestStore(t), await startTestRedis(t)];
  const from = performance.now();
  const options = {
    store,
    redisUrl: redis.url,
    tokens: TOKENS,
    seed: SEED,
    startMs: START,
    hours: HOURS,
    scoreHours: SCORE_HOURS,
  };
  const done = await replay({ ...options, say: (line) => t.comment(line) });
  t.comment(`${((performance.now() - from) / 1_000).toFixed(0)} s: ${JSON.stringify(done.costs)}`);

  const { issued, recorded } = await completeness(store);
  t.ok(issued > 0 && recorded === issued, `${issued} issued, ${recorded} in the record`);
  t.equal(issued, done.minted + done.signals, "as many as were minted and fired");
  t.equal(done.leaves, done.minted, "every minted object is in the log");
  t.equal(done.corrected, 0, "nothing came late, so nothing was corrected");
  const whole = { since: 0, token: "" };
  const card = await madeScorecard(store, whole);
  for (const line of scorecardLines(card)) t.comment(line);
  t.equal(card.totals.issued, issued, "totals are those of what was issued");
  t.equal(card.totals.pending, 0, "every horizon is over and settled");
  t.equal(card.totals.scored + card.totals.unassessed, issued * HORIZON_IDS.length, "three outcomes a call");

  for (const scope of [
    whole,
    { since: START + 6 * 3_600_000, token: "" },
    ...TOKENS.map((token) => ({ since: 0, token })),
  ])
    t.same(await differingRows(store, scope), [], `the published SQL gives every number of ${JSON.stringify(scope)}`);
  const settled = await differingOutcomes(store, STEP);
  t.same(settled.broken, [], `${settled.compared} outcomes are what minute candles give`);
  t.ok(settled.compared > 0);

  const rows = [...card.summary, ...card.calibration.by_kind, ...card.calibration.by_severity];
  t.same(
    rows.filter(({ hit_rate, base_rate }) => hit_rate !== null && base_rate === null),
    [],
    "a base rate stands beside every hit rate",
  );
  for (const row of card.summary.filter((one) => one.n_independent >= 300))
    t.comment(
      `${row.kind} ${row.horizon}: ECE ${row.ece} over ${row.n_independent} independent calls, at most 0.05 is the aim`,
    );
  const [early] = await store.query<object, { n: number }>(
    {
      name: "test",
      sql: `SELECT countIf(entry_at <= issued_at OR settled_at < due_at OR settled_at > due_at + ${SCORING.toleranceMs / 1_000}) AS n FROM outcome FINAL`,
    },
    {},
  );
  t.equal(early?.n, 0, "entries are after issuance and settlements after their horizon: nothing looks ahead");
});
