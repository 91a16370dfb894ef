// npm run soak verdicts [seed] [weeks] [tokens]: weeks of the simulated market judged hour by hour, and how many fell after each verdict.
import { type Judgement, judgeAll, overallOf } from "../../../jobs/evaluate/judge.ts";
import { DIMENSIONS, type RuleSet, VERDICTS } from "../../../schema/evaluation/rule.ts";
import { CURRENT_RULES, RULE_SETS } from "../../../schema/evaluation/rule-set.ts";
import { SCORING } from "../../../schema/record/rule.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { ALL, FALL_HOURS, type FallHours, type Fell, openTally, type Tally } from "./tally.ts";
import { PAST_HOURS } from "./token-path.ts";
import { readWeeks, type TokenHour, type TokenWeeks, tokenHours, type Weeks } from "./weeks.ts";

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
const LEAST_SHARE = 0.15;

function fellOf({ columns }: TokenWeeks, hour: number): Record<FallHours, boolean> {
  const at = (name: string) => columns[name]?.[PAST_HOURS + hour] ?? Number.NaN;
  const fell = (hours: FallHours) => at(`worst_${hours}h_pct`) <= -SCORING.fallSigmas * at(`sigma_${hours}h_pct`);
  return { 1: fell(1), 24: fell(24) };
}

/** Nothing is missing that is normally measured. */
const isWhole = (judgement: Judgement): boolean => DIMENSIONS.every((id) => !judgement[id].lost);

type Tallies = {
  readonly verdicts: Tally;
  /** Of hours after which bitcoin did not fall so itself: what is left is the token's own. */
  readonly own: Tally;
  readonly dimensions: Tally;
  readonly rules: Tally;
  readonly causes: Tally;
};
const openTallies = (): Tallies => ({
  ...{ verdicts: openTally(), own: openTally(), dimensions: openTally(), rules: openTally(), causes: openTally() },
});

function addHour(tallies: Tallies, { one, hour, metrics }: TokenHour, market: Fell, rules: RuleSet): void {
  const judgement = judgeAll(metrics, { side: "buy", sized: false, policy: {}, rules });
  if (!isWhole(judgement)) return;
  const fell = fellOf(one, hour);
  const own: Fell = { 1: market[1] ? null : fell[1], 24: market[24] ? null : fell[24] };
  const verdict = overallOf(judgement, false, rules);
  const add = (tally: Tally, names: readonly string[], what: Fell = fell) => {
    for (const name of [ALL, ...names]) tally.add(name, one.token, hour, what);
  };
  add(tallies.verdicts, [verdict]);
  add(tallies.own, [verdict], own);
  const speaking = DIMENSIONS.filter((id) => judgement[id].fired.length > 0);
  const codes = DIMENSIONS.flatMap((id) => judgement[id].fired.map(({ rule }) => `${id} ${rule.code}`));
  const alone = speaking.length === 1 ? codes.map((code) => `${code}, nothing else`) : [];
  const cause = speaking.map((id) => `${id} ${judgement[id].verdict}`).join(", ") || "nothing";
  add(
    tallies.dimensions,
    DIMENSIONS.map((id) => `${id} ${judgement[id].verdict}`),
  );
  add(tallies.rules, [...codes, ...alone]);
  add(tallies.causes, [`${verdict}: ${cause}`]);
}

function judge(read: Weeks, rules: RuleSet): readonly [chosen: Tallies, told: Tallies] {
  const phases = [openTallies(), openTallies()] as const;
  const bitcoin = read.tokens.find(({ token }) => token === "bitcoin");
  for (const tokenHour of tokenHours(read)) {
    const { hour } = tokenHour;
    const market: Fell = bitcoin ? fellOf(bitcoin, hour) : { 1: false, 24: false };
    addHour(phases[hour < CHOSEN_WEEKS * WEEK_HOURS ? 0 : 1], tokenHour, market, rules);
  }
  return phases;
}

const pct = (share: number): string => (share * 100).toFixed(2);

function lineOf(tally: Tally, name: string): string {
  const { hours, share } = tally.count(name);
  const falls = FALL_HOURS.map((horizon) => {
    const { share: fell, interval } = tally.fell(name, horizon);
    return `${horizon} h ${pct(fell).padStart(5)} % [${interval ? interval.map(pct).join(" – ") : "none"}]`;
  });
  return `  ${name.padEnd(52)}${String(hours).padStart(7)}  ${pct(share).padStart(6)} %  ${falls.join("  ")}`;
}

const part = (tally: Tally, names: readonly string[]) => {
  for (const name of names) say(lineOf(tally, name));
};

/** What the record expects of verdicts, and whether it holds. */
function tellExpected({ verdicts, own }: Tallies): void {
  const told = (holds: boolean, what: string) => say(`  ${holds ? "holds" : "DOES NOT HOLD"}: ${what}`);
  for (const verdict of VERDICTS) {
    const { share } = verdicts.count(verdict);
    told(share >= LEAST_SHARE, `${verdict} has 15 % of the token-hours or more (${pct(share)} %)`);
  }
  for (const horizon of FALL_HOURS)
    for (const [tally, where] of [
      [verdicts, ""],
      [own, " where bitcoin did not"],
    ] as const) {
      const shares = VERDICTS.map((verdict) => tally.fell(verdict, horizon).share);
      const rises = shares.every((share, at) => at === 0 || share > (shares[at - 1] ?? 0));
      told(
        rises,
        `at ${horizon} h fewest fell after proceed and most after avoid${where} (${shares.map(pct).join(", ")} %)`,
      );
    }
}

function tell(title: string, tallies: Tallies, isLong: boolean): void {
  say(`${title}: token-hours, their share, and the share that fell by two sigmas within 1 h and 24 h, 95 % intervals`);
  part(tallies.verdicts, [ALL, ...VERDICTS]);
  say("  where bitcoin did not fall so itself:");
  part(tallies.own, [ALL, ...VERDICTS]);
  if (isLong) {
    const namesOf = (tally: Tally) => tally.names().filter((name) => name !== ALL);
    part(tallies.dimensions, namesOf(tallies.dimensions).sort());
    part(tallies.rules, namesOf(tallies.rules).sort());
    const { causes } = tallies;
    const most = namesOf(causes).sort((a, b) => causes.count(b).hours - causes.count(a).hours);
    part(causes, most.slice(0, 20));
  }
  tellExpected(tallies);
}

const step = TRACKED.length / Math.min(count, TRACKED.length);
const tokens = TRACKED.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).map(({ id }) => id);
const from = performance.now();
say(`seed ${seed}, ${weeks} weeks of ${tokens.length} tokens`);
const read = readWeeks(seed, { startMs: START, hours: weeks * WEEK_HOURS }, tokens, () => {});
for (const rules of RULE_SETS) {
  const [chosen, told] = judge(read, rules);
  const isLong = rules === CURRENT_RULES;
  tell(`${rules.version}, weeks 1 and 2, on which thresholds are chosen`, chosen, isLong);
  if (weeks > CHOSEN_WEEKS) tell(`${rules.version}, weeks 3 to ${weeks}`, told, isLong);
}
say(`${((performance.now() - from) / 1_000).toFixed(0)} s`);
