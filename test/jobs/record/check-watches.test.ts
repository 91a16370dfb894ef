// What a brief said to watch is checked against the states after it; the record shows what was met, once, whoever checks.
import t from "tap";
import { issueBrief } from "../../../jobs/brief/issue-brief.ts";
import { publishFrames } from "../../../jobs/publish.ts";
import { checkWatches } from "../../../jobs/record/check-watches.ts";
import { scoreOutcomes } from "../../../jobs/record/score.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import type { WatchCondition } from "../../../schema/object/brief.ts";
import { recordPage } from "../../../schema/query/record/record-item.ts";
import { FIRST_PAGE, itemOf } from "../../../schema/record/record-item.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { draftBrief } from "../../support/rows/brief.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { startTestStore } from "../../support/store.ts";

const bitcoin = buildState(factsOf(wholeRows()), "bitcoin");
const price = Number(bitcoin.sections.market.price_usd);

/** The state of a later minute at another price. */
function stateAt(at: number, usd: number | "unassessed"): BuiltState {
  const market = { ...bitcoin.sections.market, as_of: toTime(at), price_usd: usd };
  return { ...bitcoin, sections: { ...bitcoin.sections, market } };
}

t.test("a condition is met by the first state after its brief that is beyond its value", async (t) => {
  const { store } = await startTestStore(t);
  const redis = await startTestRedis(t);
  let now = AS_OF;
  const { deps, close } = openTestDeps(redis.url, { store, clock: { now: () => now } });
  t.teardown(close);
  // What another process knows of the store: nothing.
  const another = () => ({ ...deps, store: { ...store } as Store });
  const publish = async (usd: number | "unassessed", at = now - 5_000) => {
    const frame = stateFrame(stateAt(at, usd), now);
    await publishFrames(deps.redis, [{ name: SNAPSHOTS.state("bitcoin"), version: now, frame }]);
  };
  const watch = (comparator: ">" | "<", value: number, until = now + DAY_MS): WatchCondition => ({
    ...{ metric: "market/price_usd", comparator, value, until: toTime(until) },
  });
  const conditions = [watch(">", price + 10), watch("<", price - 10), watch("<", price + 99, now + MINUTE_MS)];
  const watched = { watch_next: ["A", "B", "C"], watch_conditions: conditions };
  await issueBrief(deps, draftBrief(1, now, watched), []);
  const met = async () => {
    const page = { since: 0, ...FIRST_PAGE, token: "", kind: "brief", limit: 10 };
    const rows = await store.query(recordPage, page);
    return rows.map((row) => itemOf(row, "http://localhost").watch_met);
  };

  await publish(price + 50, now - 1_000);
  t.equal(await checkWatches(deps), 0, "what was so before the brief meets nothing");
  now += 5 * MINUTE_MS;
  await publish(price);
  t.equal(await checkWatches(deps), 0, "neither beyond nor in time");
  await publish("unassessed");
  now += MINUTE_MS;
  await publish(price + 11);
  const at = now - 5_000;
  const [first, ...others] = await Promise.all([deps, another(), another()].map(checkWatches));
  t.same([first, ...others], [1, 1, 1], "three workers at once, or one that was killed");
  now += MINUTE_MS;
  await publish(price + 12);
  t.equal(await checkWatches(deps), 0);
  t.equal(await checkWatches(another()), 0, "one that starts later knows what was met");

  await scoreOutcomes(deps, new AbortController().signal);
  t.same(await met(), [[{ index: 0, at: toTime(at) }]]);
  now += 20 * HOUR_MS;
  await publish(price - 11);
  t.equal(await checkWatches(another()), 1);
  now += 30 * HOUR_MS;
  await publish(price - 99);
  t.equal(await checkWatches(another()), 0, "and it is over a day after");
  t.same(await met(), [
    [
      { index: 0, at: toTime(at) },
      { index: 1, at: toTime(AS_OF + 20 * HOUR_MS + 7 * MINUTE_MS - 5_000) },
    ],
  ]);
  const [count] = (await store.query({ name: "test", sql: "SELECT count() AS n FROM watch_met" }, {})) as {
    n: number;
  }[];
  t.equal(Number(count?.n), 2);
});
