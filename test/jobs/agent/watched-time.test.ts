// How much of a time was watched, as the store has it: what was judged in its minutes, and whether any was before.
import t from "tap";
import { NO_PAST } from "../../../jobs/agent/judged-before.ts";
import { blindTo } from "../../../jobs/agent/judged-rules.ts";
import { readLapses } from "../../../jobs/agent/read-states.ts";
import {
  blindSpot,
  type CoveredMinutes,
  countOf,
  judgeMinutes,
  readWatchedTime,
} from "../../../jobs/agent/watched-time.ts";
import type { TokenCoverage } from "../../../jobs/detect/run-minute.ts";
import { standingAfter } from "../../../jobs/evaluate/standing.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteOf } from "../../../schema/duration.ts";
import type { Verdict } from "../../../schema/evaluation/rule.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { BASE } from "../../support/base.ts";
import { startTestStore } from "../../support/store.ts";

const { store } = await startTestStore(t);
const TOKENS = ["bitcoin", "cardano", "ethereum", "solana"];
const AT = minuteOf(BASE);
const NOW = AT + 30_000;
const WHOLE: TokenCoverage = [20, 0, null, {}];
const ISSUED = { month: 0, kind: "evaluation", subkind: "standard" };
const SILENT: TokenCoverage = [0, 20, "stale", { stale: [...SIGNAL_KINDS] }];

type Row = {
  readonly at: number;
  readonly coverage: Readonly<Record<string, TokenCoverage>>;
  readonly skipped?: number;
};

async function detected(rows: readonly Row[], writtenAfterMs = 20_000): Promise<void> {
  await store.insert(
    "signal_minute",
    rows.map(({ at, coverage, skipped = 0 }) => ({
      ...{ at, read_at: at, last_id: 0, skipped_count: skipped, coverage: JSON.stringify(coverage), outcome: "{}" },
      written_at: at + writtenAfterMs,
    })),
    `watched~${rows[0]?.at}~${writtenAfterMs}`,
  );
}
const minutes = (count: number, ago: number, coverage: Row["coverage"], skipped = 0): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ at: AT - (ago + count - 1 - at) * MINUTE_MS, coverage },
    skipped: at === 0 ? skipped : 0,
  }));
const why = ({ coverage, lastAt: at }: CoveredMinutes) => blindTo({ coverage, at, past: NO_PAST }, SIGNAL_KINDS);
async function lookBack(token: string, hours: number) {
  const span = { since: NOW - hours * HOUR_MS, now: NOW };
  const time = await readWatchedTime({ store }, ["bitcoin", "ethereum", "solana"], span);
  const judged = judgeMinutes(time.minutes(token), why);
  return { hasBefore: time.hasBefore, minutes: countOf(judged), gap: blindSpot(judged, time.hasBefore, span)?.gap };
}
t.beforeEach(() => store.command("TRUNCATE TABLE signal_minute"));

t.test("minutes are counted by what was judged of each token in them, the first row of a minute alone", async (t) => {
  await detected([
    ...minutes(60, 0, { bitcoin: WHOLE, ethereum: WHOLE }),
    ...minutes(30, 60, { bitcoin: SILENT, ethereum: WHOLE }),
    ...minutes(91, 90, { bitcoin: WHOLE }),
  ]);
  await detected(minutes(30, 60, { bitcoin: WHOLE, ethereum: SILENT }), 50_000);
  t.match(await lookBack("bitcoin", 1), { minutes: 60, hasBefore: true, gap: undefined });
  t.match(await lookBack("bitcoin", 3), { minutes: 150, gap: "insufficient_coverage" });
  t.match(await lookBack("ethereum", 1), { minutes: 60, gap: undefined });
  t.match(await lookBack("ethereum", 3), { minutes: 90, gap: "insufficient_coverage" });
  t.match(
    await lookBack("solana", 1),
    { minutes: 0, gap: "insufficient_coverage" },
    "of which nothing was ever judged",
  );
});

t.test("a stop, however long, is no time before the first minute that was ever watched", async (t) => {
  const since = minutes(45, 0, { bitcoin: WHOLE });
  await detected(since);
  t.match(await lookBack("bitcoin", 1), { minutes: 45, hasBefore: false, gap: "insufficient_history" });
  const before = AT - 40 * DAY_MS;
  await detected([{ at: before, coverage: { bitcoin: WHOLE } }]);
  t.match(await lookBack("bitcoin", 1), { minutes: 45, hasBefore: true, gap: "insufficient_coverage" });
  await store.command("TRUNCATE TABLE signal_minute");
  await detected(minutes(45, 0, { bitcoin: WHOLE }, 100_000), 25_000);
  t.match(
    await lookBack("bitcoin", 1),
    { hasBefore: true, gap: "insufficient_coverage" },
    "minutes that are kept no more",
  );
});

t.test("a time without a verdict in force is as long as it was, and since when there are any is told", async (t) => {
  const at = (ms: number) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
  const issue = (token: string, minutesAgo: readonly number[]) =>
    store.command(
      `INSERT INTO issued_object (id, month, kind, subkind, token, as_of, issued_at, valid_until) VALUES ${minutesAgo
        .map((ago) => {
          const ms = NOW - ago * MINUTE_MS;
          return `('${token}~${ago}', 0, 'evaluation', 'standard', '${token}', ${at(ms)}, ${at(ms)}, ${at(ms + 20 * MINUTE_MS)})`;
        })
        .join(", ")}`,
    );
  const quarters = Array.from({ length: 100 }, (_, nth) => 15 * nth + 5);
  await issue("bitcoin", quarters);
  await issue("ethereum", [5, 200, 2_000]);
  await issue("solana", [5, 20, 35]);
  await issue("cardano", [90, ...quarters.slice(6)]);
  const lapses = async (hours: number) =>
    Object.fromEntries(
      [...(await readLapses({ store }, TOKENS, { since: NOW - hours * HOUR_MS, now: NOW }))].map(([token, one]) => [
        token,
        [one.longestMs / MINUTE_MS, (NOW - one.firstAt) / MINUTE_MS],
      ]),
    );
  t.same(await lapses(1), { bitcoin: [0, 1_490], cardano: [60, 1_490], ethereum: [55, 2_000], solana: [0, 35] });
  t.same(await lapses(24), { bitcoin: [0, 1_490], cardano: [70, 1_490], ethereum: [1_240, 2_000], solana: [0, 35] });
  t.equal((await readLapses({ store }, ["ripple"], { since: NOW - HOUR_MS, now: NOW })).size, 0, "none was issued");
});

t.test("of the verdicts that were in force those count that were judged without something, but avoid", async (t) => {
  type Issued = readonly [minutesAgo: number, verdict: string, lost: number | null, standing?: string];
  const issue = (token: string, rows: readonly Issued[]) =>
    store.insert(
      "issued_object",
      rows.map(([ago, verdict, lost_count, standing = verdict]) => {
        const [at, until] = [NOW - ago * MINUTE_MS, NOW - (ago - 20) * MINUTE_MS];
        return {
          ...ISSUED,
          id: `${token}~${ago}`,
          token,
          as_of: at,
          issued_at: at,
          valid_until: until,
          verdict,
          standing,
          lost_count,
        };
      }),
      `hiding~${token}`,
    );
  await issue("litecoin", [
    [1_500, "caution", 3],
    [75, "caution", 3],
    [62, "caution", 1],
    [50, "caution", 0],
    [48, "caution", 0],
    [45, "avoid", 2],
    [40, "caution", 2, "avoid"],
    [35, "proceed", null],
    [5, "caution", 0],
  ]);
  await issue("dogecoin", [
    [300, "caution", null],
    [50, "avoid", null],
    [40, "caution", null],
    [30, "proceed", null],
    [25, "caution", 0],
  ]);
  const hiding = async (token: string, hours: number) =>
    (await readLapses({ store }, [token], { since: NOW - hours * HOUR_MS, now: NOW })).get(token)?.hidingCount;
  t.same(
    [await hiding("litecoin", 1), await hiding("litecoin", 2), await hiding("litecoin", 72)],
    [2, 3, 4],
    "one that the next one replaced before is over, and what stands excuses nothing",
  );
  t.same(
    [await hiding("dogecoin", 1), await hiding("dogecoin", 72)],
    [2, 2],
    "a caution of before they were counted may have lost something",
  );
});

t.test("whatever verdicts lost, a turn to avoid within the time is heard or something hides one", async (t) => {
  const VERDICTS: readonly Verdict[] = ["proceed", "caution", "avoid"];
  const series = VERDICTS.flatMap((a) =>
    VERDICTS.flatMap((b) => VERDICTS.flatMap((c) => VERDICTS.map((d): readonly Verdict[] => [a, b, c, d, "avoid"]))),
  );
  /** Where a verdict turns to avoid, told one after the other. */
  const turnsOf = (verdicts: readonly Verdict[]): number[] => {
    const turns: number[] = [];
    let last: Parameters<typeof standingAfter>[1] = null;
    for (const [at, verdict] of verdicts.entries()) {
      const next = standingAfter(verdict, last);
      if (next.changedFrom !== "" && next.verdict === "avoid") turns.push(at);
      last = { verdict, standing: next.verdict };
    }
    return turns;
  };
  const worlds = series.flatMap((whole, nth) =>
    Array.from({ length: 16 }, (_, losses) => {
      const isLost = (at: number) => ((losses >> at) & 1) === 1;
      const stored = whole.map((verdict, at): Verdict => (isLost(at) ? "caution" : verdict));
      const lost = whole.map((_, at) => isLost(at));
      return { token: `w${nth}~${losses}`, whole, stored, lost };
    }),
  );
  const STEP = 5 * MINUTE_MS;
  const atOf = (nth: number) => NOW - (4 - nth) * STEP - MINUTE_MS;
  await store.insert(
    "issued_object",
    worlds.flatMap(({ token, stored, lost }) =>
      stored.map((verdict, nth) => ({
        ...{ ...ISSUED, id: `${token}~${nth}`, token, as_of: atOf(nth), issued_at: atOf(nth), verdict },
        ...{ valid_until: atOf(nth) + 9 * MINUTE_MS, lost_count: lost[nth] === true ? 1 : 0 },
      })),
    ),
    "worlds",
  );
  let quiet = 0;
  const deaf: string[] = [];
  for (const first of [1, 2, 3, 4]) {
    for (let from = 0; from < worlds.length; from += 324) {
      const some = worlds.slice(from, from + 324);
      const since = atOf(first) - 1;
      const lapses = await readLapses(
        { store },
        some.map(({ token }) => token),
        { since, now: NOW },
      );
      for (const { token, whole, stored, lost } of some) {
        const heard = (verdicts: readonly Verdict[]) => turnsOf(verdicts).some((at) => at >= first);
        const hiding = lapses.get(token)?.hidingCount ?? 0;
        if (hiding === 0 && !heard(stored)) {
          quiet += 1;
          if (heard(whole)) deaf.push(`${whole.join()} lost ${lost.join()} from ${first}`);
        }
        if (!lost.includes(true) && hiding > 0) t.fail(`${token}: nothing was lost`);
      }
    }
  }
  t.same(deaf, []);
  t.ok(quiet > 100, `${quiet} worlds are quiet`);
});
