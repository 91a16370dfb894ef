// npm run soak verdicts [seed] [weeks] [tokens]: weeks of the simulated market judged hour by hour, and how many fell after each verdict.
import { type Judgement, judgeAll, type Order, overallOf } from "../../../jobs/evaluate/judge.ts";
import { DIMENSIONS, VERDICTS } from "../../../schema/evaluation/rule.ts";
import { EVALUATION_RULES_VERSION } from "../../../schema/evaluation/rule-set.ts";
import { SCORING } from "../../../schema/record/rule.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { ALL, FALL_HOURS, type FallHours, openTally, type Tally } from "./tally.ts";
import { PAST_HOURS } from "./token-path.ts";
import { readWeeks, type TokenHour, tokenHours, type Weeks } from "./weeks.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [seed, weeks, count] = [7, 6, TRACKED.length].map((usual, at) => Number(process.argv[2 + at] ?? usual)) as [
  number,
  number,
  number,
];
const START = Date.UTC(2026, 8, 7);
const WEEK_HOURS = 168;
/** Thresholds are chosen on the first weeks, and told of the others. */
const CHOSEN_WEEKS = 2;
const ORDER: Order = { side: "buy", sized: false, policy: {} };

const fellOf = ({ one, hour }: TokenHour): Record<FallHours, boolean> => {
  const at = (name: string) => one.columns[name]?.[PAST_HOURS + hour] ?? Number.NaN;
  const fell = (hours: FallHours) => at(`worst_${hours}h_pct`) <= -SCORING.fallSigmas * at(`sigma_${hours}h_pct`);
  return { 1: fell(1), 24: fell(24) };
};

/** Nothing is missing that is normally measured. */
const isWhole = (judgement: Judgement): boolean => DIMENSIONS.every((id) => !judgement[id].lost);

type Tallies = { readonly verdicts: Tally; readonly dimensions: Tally; readonly rules: Tally; readonly causes: Tally };
const openTallies = (): Tallies => ({
  ...{ verdicts: openTally(), dimensions: openTally(), rules: openTally(), causes: openTally() },
});

function judge(read: Weeks): readonly [chosen: Tallies, told: Tallies] {
  const phases = [openTallies(), openTallies()] as const;
  for (const tokenHour of tokenHours(read)) {
    const { one, hour, metrics } = tokenHour;
    const tallies = phases[hour < CHOSEN_WEEKS * WEEK_HOURS ? 0 : 1];
    const judgement = judgeAll(metrics, ORDER);
    if (!isWhole(judgement)) continue;
    const fell = fellOf(tokenHour);
    const verdict = overallOf(judgement, false);
    const add = (tally: Tally, names: readonly string[]) => {
      for (const name of names) tally.add(name, one.token, hour, fell);
    };
    const speaking = DIMENSIONS.filter((id) => !["proceed", "unassessed"].includes(judgement[id].verdict));
    add(tallies.verdicts, [ALL, verdict]);
    add(tallies.dimensions, [ALL, ...DIMENSIONS.map((id) => `${id} ${judgement[id].verdict}`)]);
    const codes = DIMENSIONS.flatMap((id) => judgement[id].fired.map(({ rule }) => `${id} ${rule.code}`));
    const [only] = speaking;
    add(tallies.rules, [
      ALL,
      ...codes,
      ...(speaking.length === 1 ? codes.map((code) => `${code}, ${only} alone`) : []),
    ]);
    add(tallies.causes, [
      ALL,
      `${verdict}: ${speaking.map((id) => `${id} ${judgement[id].verdict}`).join(", ") || "nothing"}`,
    ]);
  }
  return phases;
}

const pct = (share: number): string => (share * 100).toFixed(2);

function lineOf(tally: Tally, name: string): string {
  const { hours, share } = tally.count(name);
  const falls = FALL_HOURS.map((horizon) => {
    const { share, interval } = tally.fell(name, horizon);
    return `${horizon} h ${pct(share).padStart(5)} % [${interval ? interval.map(pct).join(" – ") : "none"}]`;
  });
  return `  ${name.padEnd(52)}${String(hours).padStart(7)}  ${pct(share).padStart(6)} %  ${falls.join("  ")}`;
}

const LEAST_SHARE = 0.15;

/** What the record expects of verdicts, and whether it holds. */
function* expectations({ verdicts }: Tallies): Generator<string> {
  for (const verdict of VERDICTS) {
    const { share } = verdicts.count(verdict);
    yield `  ${share >= LEAST_SHARE ? "holds" : "DOES NOT HOLD"}: ${verdict} has 15 % of the token-hours or more (${pct(share)} %)`;
  }
  for (const horizon of FALL_HOURS) {
    const shares = VERDICTS.map((verdict) => verdicts.fell(verdict, horizon).share);
    const rises = shares.every((share, at) => at === 0 || share > (shares[at - 1] ?? 0));
    yield `  ${rises ? "holds" : "DOES NOT HOLD"}: at ${horizon} h more fell after avoid than after caution, and after caution than after proceed (${shares.map(pct).join(" < ")} %)`;
  }
}

function tell(title: string, tallies: Tallies, isWhole: boolean): void {
  say(
    `${title}: token-hours, their share, and the share that fell by more than two sigmas within 1 h and 24 h, 95 % intervals`,
  );
  const part = (tally: Tally, names: readonly string[]) => {
    for (const name of names) say(lineOf(tally, name));
  };
  part(tallies.verdicts, [ALL, ...VERDICTS]);
  if (isWhole) {
    part(
      tallies.dimensions,
      tallies.dimensions
        .names()
        .filter((name) => name !== ALL)
        .sort(),
    );
    part(
      tallies.rules,
      tallies.rules
        .names()
        .filter((name) => name !== ALL)
        .sort(),
    );
    const { causes } = tallies;
    const most = causes
      .names()
      .filter((name) => name !== ALL)
      .sort((a, b) => causes.count(b).hours - causes.count(a).hours);
    part(causes, most.slice(0, 20));
  }
  for (const line of expectations(tallies)) say(line);
}

const step = TRACKED.length / Math.min(count, TRACKED.length);
const tokens = TRACKED.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).map(({ id }) => id);
const from = performance.now();
say(`seed ${seed}, ${weeks} weeks of ${tokens.length} tokens, rules ${EVALUATION_RULES_VERSION}`);
const read = readWeeks(seed, { startMs: START, hours: weeks * WEEK_HOURS }, tokens, () => {});
const [chosen, told] = judge(read);
tell("weeks 1 and 2, on which thresholds are chosen", chosen, true);
if (weeks > CHOSEN_WEEKS) tell(`weeks 3 to ${weeks}`, told, true);
say(`${((performance.now() - from) / 1_000).toFixed(0)} s`);
