// Events on the real engine: numbered without holes or doubles whoever dies when, and none is lost.
import fc from "fast-check";
import t from "tap";
import { issueBrief } from "../../../jobs/brief/issue-brief.ts";
import { standingAfter } from "../../../jobs/evaluate/standing.ts";
import { appendEvents } from "../../../jobs/event/append-events.ts";
import { buildEvents } from "../../../jobs/event/build-events.ts";
import { issue } from "../../../jobs/proof/issue.ts";
import { readFrames } from "../../../jobs/publish.ts";
import { compile } from "../../../schema/check.ts";
import type { EventRow } from "../../../schema/dataset/signal/event.ts";
import type { SignalRow } from "../../../schema/dataset/signal/signal.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { VERDICTS, type Verdict } from "../../../schema/evaluation/rule.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { HistoryEvent } from "../../../schema/object/history.ts";
import { ULID_ALPHABET } from "../../../schema/ulid.ts";
import { valuesIn } from "../../support/api/values-in.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { draftEvaluation } from "../../support/proof/evaluation-draft.ts";
import { mortalStore } from "../../support/proof/log-step.ts";
import { assertProperty } from "../../support/property.ts";
import { startTestRedis } from "../../support/redis.ts";
import { draftBrief } from "../../support/rows/brief.ts";
import { startTestStore } from "../../support/store.ts";

const START = Math.floor(BASE / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS;
let now = START;

const { store } = await startTestStore(t);
const { deps, close } = openTestDeps((await startTestRedis(t)).url, { store, clock: { now: () => now } });
t.teardown(close);

const eventsIn = (own: Store = store): Promise<EventRow[]> =>
  own.query<object, EventRow>(
    {
      name: "events",
      sql: `SELECT * REPLACE (toUnixTimestamp64Milli(at) AS at, toUnixTimestamp64Milli(written_at) AS written_at)
        FROM event ORDER BY number`,
    },
    {},
  );
const fire = async (id: number, at: number, more: Partial<SignalRow> = {}) => {
  const row: SignalRow = {
    ...{ token: "bitcoin", at, key: `bitcoin~price_move~bullish~${at}~${id}`, id, kind: "price_move" },
    ...{ direction: "bullish", severity: 2, value: 4, ratio: 2, details: "{}", status: "open" },
    ...{ expires_at: at + MINUTE_MS, closed_at: null, rules: "sig-1", changed_at: at, ...more },
  };
  await store.insert("signal", [row], `signal~${id}~${row.status}`);
};
const idAt = (at: number): string => {
  const time = Array.from({ length: 10 }, (_, place) => ULID_ALPHABET[Math.floor(at / 32 ** (9 - place)) % 32]);
  return `eval_${time.join("")}${"0".repeat(16)}`;
};
/** Issues a token's next evaluation, as minting does. */
async function judge(verdict: Verdict, last: { verdict: Verdict; standing: Verdict } | null) {
  now += MINUTE_MS;
  const standing = standingAfter(verdict, last);
  await issue(deps, "evaluation", { ...draftEvaluation(idAt(now), now, { verdict }), standing });
  return { verdict, standing: standing.verdict };
}
const numbered = (t: Tap, rows: readonly EventRow[]) => {
  t.same(
    rows.map(({ number }) => number),
    rows.map((_, at) => at + 1),
    "from 1, without holes and doubles",
  );
  t.equal(new Set(rows.map(({ kind, id }) => `${kind} ${id}`)).size, rows.length, "each once");
};
type Tap = Pick<typeof t, "equal" | "same">;

t.test("a verdict change counts when it held for two evaluations in a row, or is towards avoid", async (t) => {
  const day = fc.array(fc.constantFrom(...VERDICTS), { minLength: 1, maxLength: 96 });
  const property = fc.property(day, (verdicts) => {
    const told: string[] = [];
    let last: { verdict: Verdict; standing: Verdict } | null = null;
    for (const [at, verdict] of verdicts.entries()) {
      const { verdict: standing, changedFrom } = standingAfter(verdict, last);
      if (changedFrom !== "") told.push(`${at} ${changedFrom} ${standing}`);
      last = { verdict, standing };
    }
    // By runs of one verdict: the first stands, later ones count at once (avoid) or with their second evaluation.
    const starts = verdicts.flatMap((verdict, at) => (verdict === verdicts[at - 1] ? [] : [at]));
    const runs = starts.map((at, n) => ({
      at,
      length: (starts[n + 1] ?? verdicts.length) - at,
      verdict: verdicts[at],
    }));
    const counted = runs.flatMap(({ at, length, verdict }, n) => {
      if (n === 0 || verdict === "avoid") return [{ at, verdict }];
      return length > 1 ? [{ at: at + 1, verdict }] : [];
    });
    const changes = counted.filter(({ verdict }, n) => n > 0 && verdict !== counted[n - 1]?.verdict);
    const before = changes.map(({ at }) => counted.findLast((one) => one.at < at)?.verdict);
    const expected = changes.map(({ at, verdict }, n) => `${at} ${before[n]} ${verdict}`);
    return JSON.stringify(told) === JSON.stringify(expected);
  });
  assertProperty(property, { numRuns: 500, seed: 1 });
  t.end();
});

t.test("signals, verdict changes and briefs are numbered once, in the order they became known", async (t) => {
  await fire(1, START);
  await fire(2, START, { direction: "bearish", severity: 3 });
  await appendEvents(deps);
  let last = await judge("proceed", null);
  last = await judge("caution", last);
  t.equal((await eventsIn()).length, 2, "it did not hold yet");
  last = await judge("caution", last);
  last = await judge("avoid", last);
  await issueBrief(deps, draftBrief(10, now), []);
  now += MINUTE_MS;
  await issueBrief(deps, draftBrief(9, now), []);
  const rows = await eventsIn();
  numbered(t, rows);
  t.match(rows, [
    { kind: "signal", id: "1", at: START, direction: "bullish", severity: 2, verdict_to: "" },
    { kind: "signal", id: "2", direction: "bearish", severity: 3 },
    {
      kind: "verdict_change",
      id: idAt(START + 3 * MINUTE_MS),
      verdict_from: "proceed",
      verdict_to: "caution",
      severity: 2,
    },
    { kind: "verdict_change", at: START + 4 * MINUTE_MS, verdict_from: "caution", verdict_to: "avoid", severity: 3 },
    { kind: "brief", id: "10", token: "bitcoin", direction: "bullish", severity: 2 },
    { kind: "brief", id: "9" },
  ]);
  await fire(1, START, { status: "resolved", changed_at: START + MINUTE_MS });
  await issueBrief(deps, draftBrief(9, now), []);
  await Promise.all([appendEvents(deps), appendEvents(deps)]);
  t.same(await eventsIn(), rows, "done again: the same rows");
});

t.test(
  "appenders that die before or after their write, beside others that live, leave neither hole nor double",
  async (t) => {
    const before = (await eventsIn()).length;
    const dead = new Error("died");
    const die = (): never => {
      throw dead;
    };
    let id = 100;
    for (const side of ["before", "after"] as const) {
      for (const write of [1, 2]) {
        for (let n = 0; n < 3; n++) await fire(id++, now);
        const mortal = { ...deps, store: mortalStore(store, write, side, die) };
        await Promise.allSettled([appendEvents(mortal), appendEvents(deps), appendEvents(mortal)]);
        const alone = { ...deps, store: mortalStore(store, 1, side, die) };
        await fire(id++, now);
        await t.rejects(appendEvents(alone), dead);
        numbered(t, await eventsIn());
        await appendEvents(deps);
      }
    }
    const rows = await eventsIn();
    numbered(t, rows);
    t.equal(rows.length - before, id - 100, "none was lost");
  },
);

t.test("an issuer that dies before its event is numbered loses none: the next look numbers it", async (t) => {
  const insertEncoded: Store["insertEncoded"] = async (table, ...rest) => {
    if (table === "event") throw new Error("died");
    await store.insertEncoded(table, ...rest);
  };
  const away = { ...deps, store: { ...store, insertEncoded } };
  now += MINUTE_MS;
  const before = (await eventsIn()).length;
  await issueBrief(away, draftBrief(11, now), []);
  t.equal((await eventsIn()).length, before);
  await appendEvents(deps);
  t.match((await eventsIn()).at(-1), { number: before + 1, kind: "brief", id: "11" });
});

t.test("a verdict change is told in the history of its token", async (t) => {
  await buildEvents({ store, redis: deps.redis, asOf: now + MINUTE_MS, tokens: ["bitcoin"] });
  const [frame] = await readFrames(deps.redis, [SNAPSHOTS.events("bitcoin")]);
  const events = (valuesIn(frame?.parts.get("rows")) as HistoryEvent[]).filter(({ kind }) => kind === "verdict_change");
  const isEvent = compile(HistoryEvent);
  for (const event of events) if (!isEvent(event)) t.fail(isEvent.describe());
  t.match(events, [
    { severity: 3, summary: "The verdict on BTC changed from caution to avoid", source: { endpoint: "evaluate" } },
    { data: { evaluation_id: idAt(START + 3 * MINUTE_MS), from: "proceed", to: "caution" } },
  ]);
});
