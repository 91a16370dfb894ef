// The published statements that make every number again from the readings behind it: which sections have one, and what
// the head of one says of it.
import { MARKET_SECTION_IDS } from "../market/index.ts";
import { SECTION_IDS } from "../section/index.ts";
import { SERIES_IDS } from "../series/index.ts";

/** Where statements are served; a section's under its name. */
export const RECOMPUTE_PATH = "/recompute";

/** What a section belongs to: the state of a token, the market, or the history of a token; and what verdicts and signals look at. */
const OF = {
  state: SECTION_IDS,
  market: MARKET_SECTION_IDS,
  history: SERIES_IDS,
  inputs: ["evaluation", "order", "signal"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type StatedOf = keyof typeof OF;

/** Every section and series that serves numbers, and the inputs of evaluations and signals; no two have one name. */
export const STATED: ReadonlyMap<string, StatedOf> = new Map(
  (Object.keys(OF) as StatedOf[]).flatMap((of) => OF[of].map((id): [string, StatedOf] => [id, of])),
);

/** What every section says of itself beside its numbers, and no statement does. */
export const BESIDE_NUMBERS = ["/sources", "/unassessed", "/partial", "/coverage/assessed", "/coverage/expected"];

const INSTANT = "DateTime64(3, 'UTC')";
const held = (name: string, query: string, what: string) =>
  ({
    ...{ name, type: INSTANT, query },
    meaning: `The same of ${what}: known of ${query} in older of the same row where that names it, else known.`,
  }) as const;

/** `query` names what a build may have held an answer of before to; `older` of its row says known of that. */
const PARAMETERS = [
  { name: "token", type: "String", meaning: "Provider id of the token; sections of the market take none." },
  { name: "at", type: INSTANT, meaning: "The instant the numbers are of: as_of of a row of build." },
  {
    name: "known",
    type: INSTANT,
    meaning: "Nothing that was stored later is read: known of the same row, or at itself.",
  },
  held("known_past", "spot-past", "closes of an hour, a day, a week and a month before"),
  held("known_hours", "spot-hour", "completed hours of spot markets"),
  held("known_weights", "spot-venue", "what each spot venue traded in seven days"),
  held("known_days", "spot-day", "completed days of spot markets"),
  held("known_perp_hours", "perp-hour", "completed hours of perpetuals"),
  held("known_funding", "funding-past", "settled funding"),
  held("known_flow_days", "flow-week", "whole days of flows"),
  held("known_identity", "coin-identity", "the list of coins"),
  {
    name: "side",
    type: "String",
    meaning: "Of an evaluation, buy or sell: what its order does; one without a size is of buying.",
  },
  { name: "id", type: "String", meaning: "Of an order, the id of the evaluation that judged it." },
  { name: "since", type: INSTANT, meaning: "Of a series, the rows that start at this instant or after it." },
  { name: "size_s", type: "UInt32", meaning: "Of a series, the length of a bucket in seconds: 900, 3600 or 21600." },
] as const;
export type Parameter = (typeof PARAMETERS)[number];

/** Digits after the point by unit; a statement gives for each number what its last place is worth, as `step`. */
export const ROUNDING = {
  usd: "USD, 2 decimals",
  price: "USD, 8 significant digits",
  pct: "percentage points, 4 decimals",
  bps: "basis points, 4 decimals",
  ratio: "without a unit, 6 decimals",
  native: "coins, 8 decimals",
} as const;

export type Statement = {
  readonly section: string;
  readonly of: StatedOf;
  readonly title: string;
  /** Members that it does not make, as pointers within the section. */
  readonly notCovered: readonly string[];
  /** Views of the analysts' database that it reads. */
  readonly reads: readonly string[];
  readonly parameters: Parameter[];
  readonly sql: string;
};

/** Where the statement of a section stands within another, by its name. */
const WITHIN = /\{\{(\w+)\}\}/g;

/** A statement with those that it is made of in their places. Throws Error where it names one that there is not. */
export const wholeOf = (sql: string, textOf: (section: string) => string): string =>
  sql.replace(WITHIN, (_, section: string) => textOf(section).trimEnd());

const NOT_COVERED = /^-- Not covered: (.*)\.$/m;

/** Reads a statement's head. Throws Error where it does not say what it is, or what it leaves out. */
export function readStatement(section: string, sql: string): Statement {
  const of = STATED.get(section);
  const title = /^-- (.*)$/m.exec(sql)?.[1];
  const left = NOT_COVERED.exec(sql)?.[1];
  if (of === undefined || title === undefined || left === undefined) {
    throw new Error(`the statement ${section} does not say what it is of and what it does not cover`);
  }
  return {
    section,
    of,
    title,
    notCovered: left.split(", ").filter((path) => path.startsWith("/")),
    reads: [...new Set([...sql.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].flatMap(([, name]) => name ?? []))].sort(),
    parameters: PARAMETERS.filter(({ name }) => sql.includes(`{${name}:`)),
    sql,
  };
}
