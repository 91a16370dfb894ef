// npm run soak causes [seed] [number]: causes planted in the rows of quiet windows of the simulated market, and how the explainer names them.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { composeBrief } from "../../../jobs/brief/compose-brief.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { CAUSE_IDS, CAUSE_RULES_VERSION, type CauseId } from "../../../schema/cause.ts";
import type { Explanations } from "../../../schema/object/explanations.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { decoysOf, moveIn, PLANTS, plantIn, signOf } from "./plant.ts";
import { drawFrom, makeWorlds, type World } from "./world.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const [seed, number] = [Number(words[0] ?? 7), Number(words[1] ?? 20)];
if (!Number.isInteger(seed) || !Number.isInteger(number) || number < 1) {
  say("usage: npm run soak causes [seed] [number] [--keep]");
  process.exit(2);
}
const SHARE = 0.9;
const MEASURED = "schema/measured/explanations.ts";
const git = (...args: readonly string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
/** What is measured is what stands in a commit. */
const wantsKept = process.argv.includes("--keep");
if (wantsKept && git("status", "--porcelain", "--", "api", "jobs", "schema", "test", "scripts") !== "") {
  say("uncommitted changes: the table would not be that of a commit");
  process.exit(2);
}
const measuredText = (
  told: Explanations,
): string => `// How well explanations name planted causes, as \`npm run soak causes -- --keep\` measured it. Not edited by hand.
import type { Explanations } from "../object/explanations.ts";

export const EXPLANATIONS: Explanations = ${JSON.stringify(told, null, 2).replace(/"([a-z_]+)":/g, "$1:")};
`;
const PLAIN = 10;
const WORLDS = 48;
const RUN = "run_01JD6Q3Z8W0000000000000000";
const NONE = "no_clear_cause";

const draw = drawFrom(seed);
const worlds = makeWorlds(seed, WORLDS);
const facts = factsOf(wholeRows());
const states = new Map(
  [...new Set(worlds.map(({ token }) => token))].map((id) => [id, buildState(facts, id)] as const),
);
const some = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;

/** Causes of a plant with their sizes; the first is the larger. */
type Case = {
  readonly group: string;
  readonly causes: readonly (readonly [CauseId, number])[];
  readonly isLate?: true;
};
const late: string[] = [];

function name({ causes, isLate }: Case): string {
  const world = some<World>(worlds);
  const move = moveIn(
    world,
    signOf(
      causes.map(([id]) => id),
      draw,
    ),
    draw,
  );
  const changes = causes.map(([id, size]) => PLANTS[id](move, world, size, draw));
  const after: readonly HistoryEvent[] = isLate ? decoysOf(move, world, draw) : [];
  const { state, window } = plantIn(states.get(world.token) as BuiltState, world, move, changes, after);
  const { data } = composeBrief({ state, window, createdAt: AS_OF, runId: RUN, odds: {} }, new Map());
  for (const { cause, evidence } of data.likely_causes)
    for (const id of evidence) {
      const item = data.evidence.find((one) => one.id === id)?.data as
        | { at?: string; published_at?: string }
        | undefined;
      const at = Date.parse(item?.at ?? item?.published_at ?? "");
      if (at > move.at + 60_000) late.push(cause);
    }
  return data.likely_causes[0]?.kind ?? NONE;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
/** Causes that push the other way, or that stand in the same place of the state, are not planted together. */
const SIGNALLED: readonly CauseId[] = ["unlock", "contract_change", "stablecoin_depeg"];
const PUSH_DOWN: readonly CauseId[] = ["exchange_inflow", "unlock", "contract_change", "value_locked_leaving"];
function isTogether(a: CauseId, b: CauseId): boolean {
  if (a === b || a.split("_")[0] === b.split("_")[0]) return false;
  const pair = [a, b];
  if (pair.every((id) => SIGNALLED.includes(id))) return false;
  return !(pair.includes("exchange_outflow") && pair.some((id) => PUSH_DOWN.includes(id)));
}
/** A headline has no size: it is the smaller. */
function pair(): Case {
  const first = some(CAUSE_IDS.filter((id) => id !== "headline"));
  const second = some(CAUSE_IDS.filter((id) => isTogether(first, id)));
  const causes = [[first, draw(1.55, 1.65)] as const, [second, draw(1, 1.1)] as const];
  return { group: "two at once", causes };
}
const cases: Case[] = [
  ...CAUSE_IDS.flatMap((id) => times(number, (): Case => ({ group: id, causes: [[id, draw(1, 3)]] }))),
  ...times(number * PLAIN, (): Case => ({ group: "plain", causes: [] })),
  ...times(number * 2, (): Case => ({ group: "decoys after it", causes: [], isLate: true })),
  ...times(number * 2, pair),
];

/** What is right of a group, as the table names it. */
const wantedOf = (group: string) =>
  group === "two at once" ? "the larger" : group === "plain" || group === "decoys after it" ? NONE : group;

const table = new Map<string, Map<string, number>>();
for (const one of cases) {
  const named = name(one);
  const wanted = one.causes[0]?.[0] ?? NONE;
  const column = one.causes.length < 2 ? named : named === wanted ? "the larger" : `${wanted} as ${named}`;
  const row = table.get(one.group) ?? new Map<string, number>();
  row.set(column, (row.get(column) ?? 0) + 1);
  table.set(one.group, row);
}
const rows = [...table].map(([planted, row]) => ({
  planted,
  moves: [...row.values()].reduce((sum, count) => sum + count, 0),
  right: row.get(wantedOf(planted)) ?? 0,
  named: Object.fromEntries([...row].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))),
}));
for (const { planted, moves, right, named } of rows) {
  const others = Object.entries(named).filter(([id]) => id !== wantedOf(planted));
  say(
    `${right / moves >= SHARE ? "ok  " : "MISS"} ${planted.padEnd(22)} ${((right / moves) * 100).toFixed(1).padStart(5)} % of ${moves}` +
      (others.length > 0 ? `; else ${others.map(([id, count]) => `${id} ${count}`).join(", ")}` : ""),
  );
}
say(
  `${late.length} causes later than their effect; seed ${seed}, ${worlds.length} quiet windows, ${cases.length} moves`,
);
if (wantsKept) {
  const told = { seed, number, later_than_effect: late.length, rows };
  const commit = git("rev-parse", "HEAD");
  mkdirSync(dirname(MEASURED), { recursive: true });
  writeFileSync(MEASURED, measuredText({ market: "sandbox", commit, rules_version: CAUSE_RULES_VERSION, ...told }));
  execFileSync("npx", ["biome", "format", "--write", MEASURED]);
  say(`kept in ${MEASURED}`);
}
process.exit(late.length === 0 && rows.every(({ moves, right }) => right / moves >= SHARE) ? 0 : 1);
