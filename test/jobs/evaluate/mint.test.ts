// Minting against a real store and Redis: killed anywhere, done twice, by two.
import t from "tap";
import { asOfState, citedSources, evaluateState } from "../../../jobs/evaluate/evaluate.ts";
import { keptState } from "../../../jobs/evaluate/inputs.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { readVerdicts } from "../../../jobs/issued/verdicts.ts";
import { appendIssued } from "../../../jobs/proof/append-log.ts";
import { codeVersion } from "../../../jobs/proof/code-version.ts";
import { issue } from "../../../jobs/proof/issue.ts";
import { publishFrames, readFrames } from "../../../jobs/publish.ts";
import { keepOdds, readOdds } from "../../../jobs/record/odds.ts";
import { replayIssued } from "../../../jobs/replay/replay-issued.ts";
import { replaySample } from "../../../jobs/replay/replay-sample.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { buildTokenItems } from "../../../jobs/state/build-tokens.ts";
import { replaysOf } from "../../../jobs/status/replays.ts";
import { digestOf } from "../../../schema/canonical.ts";
import { EVAL_1 } from "../../../schema/evaluation/eval-1.ts";
import { evaluationId } from "../../../schema/evaluation/evaluation-id.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import type { Evaluation } from "../../../schema/object/evaluation.ts";
import { evaluationLatest } from "../../../schema/query/issued/evaluation-latest.ts";
import { replayNewest } from "../../../schema/query/service/replay-sampled.ts";
import { isStructuralReason, type Reason } from "../../../schema/reason.ts";
import { type OddsTable, oddsOf } from "../../../schema/record/rule.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { soothe } from "../../support/calm-metrics.ts";
import { openTestDeps } from "../../support/deps.ts";
import { draftEvaluation } from "../../support/proof/evaluation-draft.ts";
import { startTestRedis } from "../../support/redis.ts";
import { emptyRows } from "../../support/rows/corpus.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { startTestStore } from "../../support/store.ts";

const TOKENS = ["bitcoin", "maker"];
const SLOT = Math.floor(AS_OF / 300_000) * 300_000;
const clock = { now: () => AS_OF + 1_000 };
const signal = new AbortController().signal;

t.test("in parts of the tokens the same is issued as at once, by two minters too", async (t) => {
  const [{ store }, redis] = [await startTestStore(t), await startTestRedis(t)];
  const opened = openTestDeps(redis.url, { store, clock });
  t.teardown(() => opened.close());
  await keepOdds(opened.deps, {});
  const facts = factsOf(wholeRows());
  await publishFrames(
    opened.redis,
    TOKENS.map((id) => ({
      name: SNAPSHOTS.state(id),
      version: AS_OF,
      frame: stateFrame(buildState(facts, id), AS_OF),
    })),
  );
  // The two are of different parts.
  const mint = () => mintEvaluations(opened.deps, SLOT, signal, 50);
  await Promise.all([mint(), mint()]);
  const rows = await store.query(evaluationLatest, { tokens: TOKENS, from: 0 });
  t.same(
    rows.map(({ id, minted }) => [id, minted]),
    TOKENS.map((token) => [evaluationId(token, SLOT, "standard"), TOKENS.length]),
  );
  t.equal((await mint()).issued, 0);
});

t.test(
  "two minters and a kill between issuing and publishing: one evaluation a token and slot, published",
  async (t) => {
    const [opening, redis] = [await startTestStore(t), await startTestRedis(t)];
    const store = askedOnce(opening.store);
    const opened = openTestDeps(redis.url, { store, clock });
    t.teardown(() => opened.close());
    await keepOdds(opened.deps, {});
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
    t.equal((await mintEvaluations(opened.deps, SLOT, signal)).issued, 0, "nothing new");
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
    const asked: string[] = [];
    const counted: typeof store = {
      ...store,
      query: (query, params) => {
        asked.push(query.name);
        return store.query(query, params);
      },
      insertEncoded: (table, ...rest) => {
        asked.push(`insert ${table}`);
        return store.insertEncoded(table, ...rest);
      },
    };
    const minting = mintEvaluations({ ...opened.deps, store: counted }, SLOT + 900_000, signal);
    t.equal((await minting).issued, 2, "after 15 minutes it is minted again");
    const written = asked.filter((name) => name !== "evaluation-latest");
    t.same(written, ["insert issued_object", "issued-kept"], "all in one insert and one look, however many");
    type Kept = { judged: number; built: number; sources: string; cited: string[]; lost: number; reasons: Reason[] };
    const kept = await store.query<object, Kept>(
      {
        name: "issued-basis",
        sql: `SELECT toUnixTimestamp64Milli(judged_at) AS judged, toUnixTimestamp64Milli(build) AS built,
          JSONExtractRaw(canonical, 'sources') AS sources,
          extractAll(JSONExtractRaw(canonical, 'data', 'dimensions'), '"id":"(S[0-9]+)"') AS cited, lost_count AS lost,
          JSONExtract(canonical, 'data', 'not_checked', 'Array(Tuple(reason String))').reason AS reasons FROM issued_object`,
      },
      {},
    );
    for (const { judged, built, sources, cited, lost, reasons } of kept) {
      t.equal(lost, reasons.filter((one) => !isStructuralReason(one)).length, "what was lost is counted");
      t.same({ judged, built }, { judged: AS_OF + 1_000, built: AS_OF }, "when it was judged, and on which build");
      const named = new Set((JSON.parse(sources) as { id: string }[]).map(({ id }) => id));
      t.ok(
        cited.every((id) => named.has(id)),
        "what is cited is listed",
      );
      t.ok(named.size <= new Set(cited).size + 8, `and little else: ${named.size} of ${new Set(cited).size} cited`);
    }
    const [{ total } = { total: 0 }] = await store.query<Record<string, never>, { total: number }>(
      { name: "issued-total", sql: "SELECT toUInt32(count()) AS total FROM issued_object" },
      {},
    );
    t.equal(total, 4);
    const verdictOf = async (name: string) => {
      const [frame] = await readFrames(opened.redis, [name]);
      return JSON.parse(frame?.parts.get("body")?.toString() ?? "null") as Evaluation;
    };
    const all = [...ids, ...TOKENS.map((token) => evaluationId(token, SLOT + 900_000, "standard"))];
    t.match(
      await replayIssued(store, [...all, "eval_none"]),
      [...all, "eval_none"].map((id) => ({
        ...{ id, result: id === "eval_none" ? "not_found" : "identical", members: [] },
        codeVersion: id === "eval_none" ? "" : codeVersion(),
      })),
      "each is made again from the store alone, byte for byte",
    );
    const again = await verdictOf(SNAPSHOTS.evaluation("bitcoin"));
    t.same(again.data.previous, { id: ids[0], verdict: published[0].verdict }, "it names the one before");
    const calm = stateFrame(soothe(buildState(facts, "bitcoin")), AS_OF);
    await publishFrames(opened.redis, [{ name: SNAPSHOTS.state("bitcoin"), frame: calm, version: AS_OF + 1 }]);
    t.ok((await mintEvaluations(opened.deps, SLOT + 1_200_000, signal)).issued > 0);
    const changed = await verdictOf(SNAPSHOTS.evaluation("bitcoin"));
    t.equal(changed.data.previous?.id, again.id);
    t.ok(changed.data.changed_dimensions.length > 0, "and what changed since");
    const changedId = changed.id ?? "";
    t.match(await replayIssued(store, [changedId]), [{ result: "identical" }], "what changed too");
    // As if something else had been judged than what is kept.
    const forged: Pick<typeof store, "query"> = {
      async query(query, params) {
        const rows = await store.query(query, params);
        const forge = (row: object) =>
          "inputs" in row
            ? { ...row, inputs: String(row.inputs).replace(/"price_usd":[\d.]+/, '"price_usd":1.5') }
            : row;
        return rows.map((row) => forge(row as object) as typeof row);
      },
    };
    const [differing] = await replayIssued(forged, [changedId]);
    t.equal(differing?.result, "differs");
    t.ok(differing?.members.includes("/data/price_usd"), `which names what differs: ${differing?.members.join(" ")}`);
    // Where the store was changed, and where an object's inputs are none: each is said of its own, and the rest is done.
    const spoilt: Pick<typeof store, "query"> = {
      async query(query, params) {
        const spoil = (row: Readonly<Record<string, unknown>>) => {
          if (!("inputs" in row)) return row;
          if (row.id === ids[0])
            return { ...row, canonical: String(row.canonical).replace(/"verdict":"\w+"/, '"verdict":"x"') };
          if (row.id === ids[1]) return { ...row, inputs: '{"state":{}}' };
          return row.id === all[2] ? { ...row, source_calls: "[]" } : row;
        };
        return (await store.query(query, params)).map((row) => spoil(row as Record<string, unknown>) as typeof row);
      },
    };
    const told = await replayIssued(spoilt, all);
    t.same(
      told.map(({ result }) => result),
      ["altered", "failed", "failed", "identical"],
    );
    t.match(told[2]?.why, /the calls behind .* are not those of its sources/);
    await appendIssued({ store, clock });
    const rewritten: Pick<typeof store, "query"> = {
      async query(query, params) {
        const rewrite = (row: Readonly<Record<string, unknown>>) => {
          if (!("inputs" in row)) return row;
          const canonical = String(row.canonical).replace(/"code_version":"[^"]*"/, '"code_version":"other"');
          return { ...row, canonical, hash: digestOf(Buffer.from(canonical)) };
        };
        return (await store.query(query, params)).map((row) => rewrite(row as Record<string, unknown>) as typeof row);
      },
    };
    t.match(
      await replayIssued(rewritten, [ids[0] ?? ""]),
      [{ result: "altered" }],
      "what was written anew together with its hash is held against the log",
    );
    const older = buildState(facts, "solana");
    const judged = evaluateState(older, clock.now(), null, {}, EVAL_1);
    const olderId = evaluationId("solana", SLOT, "standard");
    await issue(opened.deps, "evaluation", {
      ...{ id: olderId, asOf: asOfState(older), data: judged, ...citedSources(older, judged) },
      basis: { judgedAt: clock.now(), build: AS_OF, odds: "", inputs: { state: keptState(older) } },
    });
    t.match(await replayIssued(store, [olderId]), [{ result: "identical" }], "older rules' verdicts are theirs again");
    // A start: what is read for the first time is waited for, but not for ever.
    const young = soothe(buildState(factsOf({ ...wholeRows(), contracts: [], calls: [] }), "aave"));
    const name = SNAPSHOTS.state("aave");
    await publishFrames(opened.redis, [{ name, frame: stateFrame(young, AS_OF), version: AS_OF }]);
    await opened.redis.hdel(KEYS.backfill, "started_at");
    t.equal(
      (await mintEvaluations(opened.deps, SLOT, signal)).issued,
      0,
      "also before the back-fill has counted its windows",
    );
    await opened.redis.hset(KEYS.backfill, "started_at", AS_OF - 60_000);
    const early = await mintEvaluations(opened.deps, SLOT, signal);
    t.equal(early.issued, 0, "its contract was not scanned yet");
    t.ok(early.waiting > 0, "which is told, to be looked at again before the next slot");
    await opened.redis.hset(KEYS.backfill, "started_at", AS_OF - 600_000);
    t.match(await mintEvaluations(opened.deps, SLOT, signal), { issued: 1, waiting: 0 }, "for ten minutes at most");
    // What held for two evaluations in a row is a change, and numbered in the act.
    const link = buildState(facts, "chainlink");
    await publishFrames(opened.redis, [
      { name: SNAPSHOTS.state("chainlink"), frame: stateFrame(link, AS_OF), version: AS_OF },
    ]);
    const { verdict } = evaluateState(link, clock.now(), null);
    const stood = verdict === "avoid" ? "proceed" : "avoid";
    const earlier = draftEvaluation(evaluationId("chainlink", SLOT - 900_000, "standard"), AS_OF - 900_000, {
      ...{ token: link.token, verdict },
    });
    await issue(opened.deps, "evaluation", { ...earlier, standing: { verdict: stood, changedFrom: "" } });
    await mintEvaluations(opened.deps, SLOT, signal);
    t.match(await replayIssued(store, [earlier.id]), [{ result: "inputs_not_kept" }], "of others it is said why not");
    const events = await store.query<object, object>({ name: "events", sql: "SELECT * FROM event" }, {});
    t.match(events, [
      { number: 1, kind: "verdict_change", token: "chainlink", verdict_from: stood, verdict_to: verdict },
    ]);
    t.equal(events.length, 1);
    // Nobody could say anything of it.
    const unknown = buildState(factsOf(emptyRows(wholeRows())), "uniswap");
    await publishFrames(opened.redis, [
      { name: SNAPSHOTS.state("uniswap"), frame: stateFrame(unknown, AS_OF), version: AS_OF },
    ]);
    t.equal(
      (await mintEvaluations(opened.deps, SLOT, signal)).issued,
      0,
      "where no dimension is assessed nothing is issued",
    );
    // A dimension that does not apply was not assessed either.
    const { derivatives } = unknown.sections;
    const bare = { ...unknown, sections: { ...unknown.sections, derivatives: { ...derivatives, applicable: false } } };
    await publishFrames(opened.redis, [
      { name: SNAPSHOTS.state("uniswap"), frame: stateFrame(bare, AS_OF + 1), version: AS_OF + 1 },
    ]);
    t.equal(
      (await mintEvaluations(opened.deps, SLOT, signal)).issued,
      0,
      "where nothing was checked nothing is issued",
    );
  },
);

t.test(
  "the odds of an evaluation are numbered rows: its probabilities follow from the row it names, without Redis",
  async (t) => {
    const [opening, redis] = [await startTestStore(t), await startTestRedis(t)];
    const store = askedOnce(opening.store);
    const opened = openTestDeps(redis.url, { store, clock });
    t.teardown(() => opened.close());
    const tableOf = (right: number): OddsTable =>
      Object.fromEntries(
        ["avoid", "caution", "proceed"].map((verdict, n) => [
          `evaluation~${verdict}`,
          { "1h": { n: 40, right: right + n, base: 1 / 3 }, "24h": null, "7d": { n: 9, right: 2, base: 0.1 + 0.2 } },
        ]),
      );
    const ask = <R>(sql: string) => store.query<object, R>({ name: "test", sql }, {});
    t.same(await readOdds(opened.deps), { table: {}, digest: "" }, "before anything is known there are none");
    const facts = factsOf(wholeRows());
    const frame = stateFrame(buildState(facts, "bitcoin"), AS_OF);
    await publishFrames(opened.redis, [{ name: SNAPSHOTS.state("bitcoin"), frame, version: AS_OF }]);
    const used: string[] = [];
    for (const [round, table] of [tableOf(20), tableOf(20), tableOf(33)].entries()) {
      await keepOdds(opened.deps, table);
      used.push((await readOdds(opened.deps)).digest);
      t.equal((await mintEvaluations(opened.deps, SLOT + round * 900_000, signal)).issued, 1);
    }
    type Issued = { digest: string; verdict: string; odds: string; "1h": number; "24h": number; "7d": number };
    // As another process would, that knows the store alone.
    await opened.redis.flushdb();
    const issued = await ask<Issued>(
      `SELECT i.odds AS digest, i.verdict AS verdict, o.odds AS odds, p_right_1h AS "1h", p_right_24h AS "24h", p_right_7d AS "7d"
     FROM issued_object AS i JOIN odds AS o ON o.digest = i.odds ORDER BY i.id`,
    );
    t.same(
      issued.map(({ digest }) => digest),
      used,
    );
    t.equal(new Set(used).size, 2);
    for (const { verdict, odds, "1h": hour, "24h": day, "7d": week } of issued) {
      const { p } = oddsOf(JSON.parse(odds) as OddsTable, `evaluation~${verdict}`);
      t.same(p, { "1h": hour, "24h": day, "7d": week });
    }
    t.not(issued[0]?.["1h"], issued[2]?.["1h"], "another version gave others");
    t.same(
      (await ask<{ number: number }>("SELECT number FROM odds ORDER BY number")).map(({ number }) => number),
      [1, 2],
      "what did not change is no version",
    );
    const issuedIds = [0, 1, 2].map((round) => evaluationId("bitcoin", SLOT + round * 900_000, "standard"));
    t.match(
      await replayIssued(store, issuedIds),
      issuedIds.map(() => ({ result: "identical" })),
    );
    const slot = opened.deps.clock.now() + 1;
    const sampled = await replaySample(opened.deps, slot, new AbortController().signal);
    t.match(sampled, { at: slot, differing: 0, reasons: "{}" }, "a night's sample is made again");
    t.ok(sampled !== null && sampled.sampled > 2 && sampled.identical === sampled.sampled);
    t.match(replaysOf((await store.query(replayNewest, { asOf: slot }))[0] ?? null), { identical_pct: 100 });
    t.equal((await readOdds(opened.deps)).digest, used[2], "a lost Redis changes no probability");

    // A server that went down between taking a token and keeping the block: the token stands for nothing.
    const lost = { number: 0, at: opened.deps.clock.now(), digest: "", odds: "" };
    await store.insertEncoded("odds", Buffer.from(JSON.stringify(lost)), "odds~3");
    await keepOdds(opened.deps, tableOf(50));
    t.same((await readOdds(opened.deps)).table, tableOf(50), "is not the end of new versions");
    await store.command("DELETE FROM odds WHERE number = 0");

    await Promise.all([tableOf(1), tableOf(2), tableOf(3)].map((table) => keepOdds(opened.deps, table)));
    const numbers = (await ask<{ number: number }>("SELECT number FROM odds ORDER BY number")).map(
      ({ number }) => number,
    );
    t.same(
      numbers,
      numbers.map((_, n) => n + 1),
      "of several that number at once none doubles a number",
    );
    const stored = await ask<{ digest: string }>("SELECT digest FROM odds");
    t.ok(stored.some(({ digest }) => digest === used[2]));
    const given = (await readOdds(opened.deps)).digest;
    t.ok(
      stored.some(({ digest }) => digest === given),
      "and only what is stored is given out",
    );
  },
);
