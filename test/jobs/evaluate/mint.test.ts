// Minting against a real store and Redis: killed anywhere, done twice, by two.
import t from "tap";
import { evaluationId } from "../../../jobs/evaluate/evaluation-id.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { readVerdicts } from "../../../jobs/evaluate/verdicts.ts";
import { publishFrames, readFrames } from "../../../jobs/publish.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { buildTokenItems } from "../../../jobs/state/build-tokens.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { evaluationLatest } from "../../../schema/query/evaluation-latest.ts";
import { soothe } from "../../support/calm-metrics.ts";
import { emptyRows } from "../../support/corpus.ts";
import { openTestDeps } from "../../support/deps.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/facts.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const TOKENS = ["bitcoin", "maker"];
const SLOT = Math.floor(AS_OF / 300_000) * 300_000;
const clock = { now: () => AS_OF + 1_000 };
const signal = new AbortController().signal;

t.test(
  "two minters and a kill between issuing and publishing: one evaluation a token and slot, published",
  async (t) => {
    const [{ store }, redis] = [await startTestStore(t), await startTestRedis(t)];
    const opened = openTestDeps(redis.url, { store, clock });
    t.teardown(() => opened.close());
    const facts = factsOf(wholeRows());
    const states = TOKENS.map((id) => ({ name: SNAPSHOTS.state(id), frame: stateFrame(buildState(facts, id), AS_OF) }));
    await publishFrames(
      opened.redis,
      states.map((one) => ({ ...one, version: AS_OF })),
    );
    await Promise.all([mintEvaluations(opened.deps, SLOT, signal), mintEvaluations(opened.deps, SLOT, signal)]);
    const issued = async () => (await store.query(evaluationLatest, { tokens: TOKENS, from: 0 })).map(({ id }) => id);
    const ids = TOKENS.map((token) => evaluationId(token, SLOT, "standard"));
    t.same(await issued(), ids);
    // As if killed before publishing.
    const names = TOKENS.map(SNAPSHOTS.evaluation);
    await opened.redis.del(...names.map(KEYS.snapshot));
    await opened.redis.hdel(KEYS.snapshotVersions, ...names);
    t.equal(await mintEvaluations(opened.deps, SLOT, signal), 0, "nothing new");
    const frames = await readFrames(opened.redis, names);
    t.same(
      frames.map((frame) => JSON.parse(frame?.parts.get("body")?.toString() ?? "null").id),
      ids,
    );
    const published = frames.map((frame) => JSON.parse(frame?.parts.get("body")?.toString() ?? "null").data);
    const verdicts = await readVerdicts(opened.redis, AS_OF);
    t.same(
      TOKENS.map((token) => verdicts.get(token)),
      published.map(({ verdict, valid_until }) => ({ verdict, until: Date.parse(valid_until) })),
      "the verdicts in force are kept for the token list",
    );
    const shown = buildTokenItems(new Map([["bitcoin", buildState(facts, "bitcoin")]]), verdicts);
    t.equal(shown[0]?.verdict, published[0].verdict);
    const end = Date.parse(published[0].valid_until);
    t.same(
      (await readVerdicts(opened.redis, end)).get("bitcoin"),
      { verdict: "unassessed", until: end },
      "until they end",
    );
    for (const { valid_until } of published)
      t.ok(Date.parse(valid_until) <= opened.deps.clock.now() + 1_200_000, "for twenty minutes at most");
    t.equal(await mintEvaluations(opened.deps, SLOT + 900_000, signal), 2, "after 15 minutes it is minted again");
    const [{ total } = { total: 0 }] = await store.query<Record<string, never>, { total: number }>(
      { name: "issued-total", sql: "SELECT toUInt32(count()) AS total FROM issued" },
      {},
    );
    t.equal(total, 4);
    // A start: what is read for the first time is waited for, but not for ever.
    const young = soothe(buildState(factsOf({ ...wholeRows(), contracts: [], calls: [] }), "aave"));
    const name = SNAPSHOTS.state("aave");
    await publishFrames(opened.redis, [{ name, frame: stateFrame(young, AS_OF), version: AS_OF }]);
    await opened.redis.hset(KEYS.backfill, "started_at", AS_OF - 60_000);
    t.equal(await mintEvaluations(opened.deps, SLOT, signal), 0, "its contract was not scanned yet");
    await opened.redis.hset(KEYS.backfill, "started_at", AS_OF - 600_000);
    t.equal(await mintEvaluations(opened.deps, SLOT, signal), 1, "for ten minutes at most");
    // Nobody could say anything of it.
    const unknown = buildState(factsOf(emptyRows(wholeRows())), "uniswap");
    await publishFrames(opened.redis, [
      { name: SNAPSHOTS.state("uniswap"), frame: stateFrame(unknown, AS_OF), version: AS_OF },
    ]);
    t.equal(await mintEvaluations(opened.deps, SLOT, signal), 0, "where no dimension is assessed nothing is issued");
  },
);
