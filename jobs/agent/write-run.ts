// Writes down what an agent came to: evidence of each number a rule looked at, reasons, a summary, caveats. Pure.
import type { AgentCard, AgentUnit } from "../../schema/agent/agent.ts";
import { compile } from "../../schema/check.ts";
import type { EvidenceData } from "../../schema/evidence/index.ts";
import type { SaidBy } from "../../schema/issued/index.ts";
import { LACKS_MAX, type RunReason } from "../../schema/object/agent.ts";
import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import { toTime } from "../../schema/shape/time.ts";
import { type Format, showValue } from "../../schema/statement/format.ts";
import { isSettled, settle } from "../../schema/statement/settle.ts";
import { timeOfUlid } from "../../schema/ulid.ts";
import { REASON_WORDS, SIMULATED_SAID } from "../brief/say-lack.ts";
import { assembleEvidence, type Drafted } from "../evidence/gather.ts";
import type { Gap } from "../measure/gap.ts";
import { DETERMINISTIC } from "../model/worded.ts";
import { roundPct, roundRatio } from "../number/round.ts";
import type { Draft } from "../proof/seal.ts";
import type { Borrowed, Gathered, RunAnswer } from "./agent.ts";
import { isSimulated } from "./inputs.ts";
import type { Held, Judged, Lack } from "./judge.ts";
import type { RunToken } from "./reading.ts";

/** What an answer says that holds more reasons than it names. */
const MORE_SAID = "More reasons hold than are named.";
const MORE_LACKS = "More could not be measured than is named.";
const QUIET_MAX = 8;
const FIRED_MAX = 30;
const SUMMARY_MAX = 600;
const CAVEAT_MAX = 600;
const TEXT_MAX = 400;
const VALID_MS = 900_000;
const CONCISE_MAX = 5;
const RUN_PREFIX = "run_";

type Member = "pct" | "usd" | "bps" | "ratio" | "count" | "hours" | "level";
type Shown = { readonly member: Member; readonly format: Format; readonly word: string };

const SHOWN: Readonly<Record<AgentUnit, Shown>> = {
  pct: { member: "pct", format: "share2", word: "" },
  usd: { member: "usd", format: "usd_short", word: "" },
  bps: { member: "bps", format: "bps1", word: "" },
  ratio: { member: "ratio", format: "ratio2", word: "" },
  count: { member: "count", format: "int", word: "" },
  hours: { member: "hours", format: "hours", word: "" },
  level: { member: "level", format: "name", word: "" },
  sigmas: { member: "ratio", format: "ratio2", word: " sigmas" },
  days: { member: "ratio", format: "ratio2", word: " days" },
  months: { member: "ratio", format: "ratio2", word: " months" },
};

const PASSED = { ">": "above", ">=": "at or above", "<": "below", "<=": "at or below" } as const;
const KEPT = { ">": "at most", ">=": "below", "<": "at least", "<=": "above" } as const;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Card = Pick<
  AgentCard,
  "id" | "version" | "metrics" | "verdicts" | "otherwise" | "lacking" | "unmeasured" | "notChecked" | "details"
>;

/** A number beside the limit it was held against. */
type Cell = Omit<Borrowed, "code" | "verdict">;

const rounded = (value: number | string): number | string => (typeof value === "number" ? roundRatio(value) : value);

function cellOf(
  { metrics }: Card,
  token: RunToken | null,
  { metric, value, threshold, comparator, reading }: Held,
): Cell {
  const { unit = "ratio", says = metric } = metrics[metric] ?? {};
  const { sources, asOf } = reading;
  return { token, metric, unit, says, comparator, sources, asOf, value: rounded(value), threshold: rounded(threshold) };
}

const saysOf = ({ says, token }: Pick<Cell, "says" | "token">): string =>
  token === null ? says : `${says} (${token.symbol})`;

const keyOf = ({ metric, token, threshold }: Cell): string => `${metric}|${token?.id ?? ""}|${threshold}`;

function draftCell(cell: Cell): Drafted {
  const { metric, token, value, threshold, unit } = cell;
  const { member, format, word } = SHOWN[unit];
  const members = {
    ...{ metric, subject: token?.symbol ?? null },
    ...{ [member]: value, [`limit_${member}`]: threshold },
  } as unknown as Omit<EvidenceData<"measure">, "as_of">;
  const line = `${capital(saysOf(cell))}: ${showValue(value, format)}${word}`;
  return {
    kind: "measure",
    draft: { asOf: cell.asOf, sources: cell.sources, labels: ["metric", "subject"], members },
    line: () => line,
  };
}

type Words = { readonly items: readonly EvidenceItem[]; readonly names: readonly string[] };

type Placed = Cell & { readonly item: EvidenceItem };

/** A sentence about numbers, settled against its evidence; without them where it does not settle, or rounding hides what it says. */
function sentenceOf(cells: readonly Placed[], isPassed: boolean, words: Words): string {
  const parts = cells.map((cell) => {
    const { member, format, word } = SHOWN[cell.unit];
    const place = (name: string) => `{{${cell.item.id}.${name}|${format}}}${word}`;
    const limit = place(`limit_${member}`);
    return `${saysOf(cell)}: ${place(member)}, ${(isPassed ? PASSED : KEPT)[cell.comparator]} ${limit}`;
  });
  const text = `${capital(parts.join("; and "))}.`;
  const settled = settle({ text, stance: "none" }, words.items, { names: words.names, lengthMax: TEXT_MAX });
  const isTelling = ({ value, threshold, unit }: Cell) =>
    value === threshold || showValue(value, SHOWN[unit].format) !== showValue(threshold, SHOWN[unit].format);
  if (isSettled(settled) && cells.every(isTelling)) return settled.text;
  return `${capital(cells.map(saysOf).join("; and "))}: ${isPassed ? "past the limit" : "within the limit"}.`;
}

function lackReason({ metrics }: Card, lacking: string, { metric, token, gap }: Lack): RunReason {
  const says = saysOf({ says: metrics[metric]?.says ?? metric, token });
  return {
    ...{ code: "not_measured", verdict: lacking, subject: token?.id ?? null, metric },
    text: `${capital(says)} was not measured: ${REASON_WORDS[gap.gap]}.`,
    ...{ value: null, threshold: null, comparator: null, evidence: [] },
  };
}

/** How far from its limit, as a share of it. */
const nearness = ({ value, threshold }: Pick<Held, "value" | "threshold">): number =>
  Math.abs(value - threshold) / Math.max(1e-9, Math.abs(threshold));

/** One a metric, of several tokens that nearest to its limit; the nearest first. */
function nearestQuiet(quiet: Judged["quiet"]): Judged["quiet"] {
  const best = new Map<string, Judged["quiet"][number]>();
  for (const one of quiet) {
    const held = best.get(one.metric);
    if (held === undefined || nearness(one) < nearness(held)) best.set(one.metric, one);
  }
  return [...best.values()].toSorted((a, b) => nearness(a) - nearness(b)).slice(0, QUIET_MAX);
}

type Said = {
  readonly code: string;
  readonly verdict: string;
  readonly cells: readonly Cell[];
  readonly isPassed: boolean;
};

/** One of each subject before the others of any: a cut leaves none of them out sooner than it must. */
function oneEachFirst<T>(all: readonly T[], subjectOf: (one: T) => string): T[] {
  const first = new Map<string, T>();
  for (const one of all) if (!first.has(subjectOf(one))) first.set(subjectOf(one), one);
  return [...first.values(), ...all.filter((one) => first.get(subjectOf(one)) !== one)];
}

/** What is said of numbers: what other judgements found, rules that fired, limits that were kept. */
function sayings(card: Card, judged: Judged, borrowed: readonly Borrowed[]): Said[] {
  const passed = [
    ...borrowed.map((one): Said => ({ code: one.code, verdict: one.verdict, cells: [one], isPassed: true })),
    ...judged.fired.map(
      ({ rule, token, held }): Said => ({
        ...{ code: rule.code, verdict: rule.verdict, isPassed: true },
        cells: held.map((one) => cellOf(card, token, one)),
      }),
    ),
  ];
  const kept = nearestQuiet(judged.quiet).map(
    (one): Said => ({
      ...{ code: "within_limits", verdict: card.otherwise, isPassed: false },
      cells: [cellOf(card, one.token, one)],
    }),
  );
  return [...passed, ...kept];
}

/** What the verdict rests on. */
const conciseOf = (said: readonly Said[], { verdict }: Judged): Said[] => said.filter((one) => one.verdict === verdict);

/** As many reasons as a run holds, limits that were kept among them where it is concise, and how many are left out. */
function cut(said: readonly Said[], { most, isConcise }: { readonly most: number; readonly isConcise: boolean }) {
  const fired = said.filter(({ isPassed }) => isPassed);
  const first = oneEachFirst(fired, ({ cells }) => cells[0]?.token?.id ?? "").slice(0, most);
  const quiet = said.filter(({ isPassed }) => !isPassed).slice(0, isConcise ? most - first.length : QUIET_MAX);
  return { kept: said.filter((one) => first.includes(one) || quiet.includes(one)), left: fired.length - first.length };
}

type Written = {
  readonly gathered: Gathered<object>;
  readonly told: RunAnswer<object>;
  /** Epoch milliseconds. */
  readonly asOf: number;
  readonly isConcise: boolean;
};

function writeReasons(card: Card, judged: Judged, { gathered, told, asOf, isConcise }: Written) {
  const all = sayings(card, judged, told.borrowed ?? []);
  const most = isConcise ? CONCISE_MAX : FIRED_MAX;
  const { kept: said, left } = cut(isConcise ? conciseOf(all, judged) : all, { most, isConcise });
  const cells = new Map(said.flatMap((one) => one.cells).map((cell) => [keyOf(cell), cell]));
  const places = [...cells.keys()];
  const evidence = assembleEvidence([...cells.values()].map(draftCell), gathered, new Map(), asOf);
  const names = [...cells.values()].flatMap(({ token, says }) =>
    token === null ? [says] : [says, capital(says), token.symbol, token.name],
  );
  const words = { items: evidence.items, names };
  const place = (cell: Cell): Placed => ({
    ...cell,
    item: evidence.items[places.indexOf(keyOf(cell))] as EvidenceItem,
  });
  const reasons = said.map(({ code, verdict, cells: own, isPassed }): RunReason => {
    const placed = own.map(place);
    const [first] = own;
    return {
      ...{ code, verdict, text: sentenceOf(placed, isPassed, words), subject: first?.token?.id ?? null },
      metric: first?.metric ?? null,
      value: first?.value ?? null,
      threshold: first?.threshold ?? null,
      comparator: first?.comparator ?? null,
      evidence: [...new Set(placed.map(({ item }) => item.id))],
    };
  });
  const lacking = judged.isFree ? (card.unmeasured ?? card.lacking) : card.lacking;
  const hidden = judged.lacks.filter(({ isOpen }) => isOpen && (!isConcise || lacking === judged.verdict));
  const open = oneEachFirst(hidden, ({ token }) => token?.id ?? "").slice(0, isConcise ? most - said.length : most);
  // What lacks and decides stands where the verdict that it makes stands.
  const rank = ({ code, verdict }: RunReason) =>
    code === "within_limits" ? card.verdicts.length : card.verdicts.findIndex(({ value }) => value === verdict);
  const both = [...reasons, ...open.map((lack) => lackReason(card, lacking, lack))];
  const isCut = left + hidden.length - open.length > 0;
  return { evidence, reasons: both.toSorted((a, b) => rank(a) - rank(b)), isCut };
}

/** As many whole sentences as fit. */
const join = (sentences: readonly string[], most: number): string =>
  sentences.reduce((sum, said) => (sum.length + said.length < most ? `${sum} ${said}`.trim() : sum), "");

function caveatsOf(card: Card, judged: Judged, gathered: Gathered<object>, told: readonly string[]): string[] {
  const byReason = new Map<string, Set<string>>();
  for (const { metric, gap } of judged.lacks) {
    const why = REASON_WORDS[gap.gap];
    byReason.set(why, (byReason.get(why) ?? new Set()).add(card.metrics[metric]?.says ?? metric));
  }
  const lacks = [...byReason].map(([why, says]) => `Not measured, as ${why}: ${[...says].join("; ")}.`);
  return [
    ...(isSimulated(gathered) ? [SIMULATED_SAID] : []),
    ...told,
    ...lacks,
    ...(card.notChecked.length === 0 ? [] : [`Not looked at: ${card.notChecked.join("; ")}.`]),
  ].map((text) => text.slice(0, CAVEAT_MAX));
}

const DETAILS = new WeakMap<object, ReturnType<typeof compile>>();

function assertDetails(card: Card, details: object): void {
  const check = DETAILS.get(card.details) ?? compile(card.details);
  DETAILS.set(card.details, check);
  if (!check(details)) throw new Error(`details of ${card.id} do not fit their shape: ${check.describe()}`);
}

const missingAt = (path: string, { gap: reason, detail }: Gap) => ({
  ...{ path: path.slice(0, 256), reason },
  ...(detail === undefined ? {} : { detail: detail.slice(0, 300) }),
});

export type RunDraft = Pick<Draft<"run">, "asOf" | "data" | "sources" | "calls">;

/** The run as it is issued: the same facts at the same instant (epoch ms) give the same. */
export function writeRun(
  card: AgentCard,
  run: { readonly id: string; readonly input: object; readonly createdAt: number },
  gathered: Gathered<object>,
  judged: Judged,
  told: RunAnswer<object>,
): RunDraft {
  const { id, input, createdAt } = run;
  assertDetails(card, told.details);
  const isConcise = (input as { readonly detail?: string }).detail === "concise";
  const { evidence, reasons, isCut } = writeReasons(card, judged, { gathered, told, asOf: createdAt, isConcise });
  const meaning = card.verdicts.find(({ value }) => value === judged.verdict)?.meaning ?? "";
  const lacks = judged.lacks.slice(0, LACKS_MAX);
  const pathOf = ({ token, metric }: Lack) => `/${token === null ? "" : `${token.id}/`}${metric}`;
  const unassessed = [
    ...judged.lacks.map((lack) => missingAt(pathOf(lack), lack.gap)),
    ...Object.entries(told.lacks ?? {}).map(([name, why]) => missingAt(`/details/${name}`, why)),
  ];
  const data: SaidBy["run"] = {
    ...{ run_id: id, proof_id: id, agent: card.id, agent_version: card.version },
    token: told.token,
    input: input as Record<string, unknown>,
    ...{ verdict: judged.verdict, verdict_class: judged.class },
    summary: join([`${judged.verdict}: ${meaning}`, ...reasons.map(({ text }) => text)], SUMMARY_MAX),
    reasons,
    details: told.details as Record<string, unknown>,
    rests_on: [...told.restsOn],
    caveats: caveatsOf(card, judged, gathered, [
      ...(isCut ? [MORE_SAID] : []),
      ...(unassessed.length > LACKS_MAX ? [MORE_LACKS] : []),
      ...told.caveats,
    ]),
    not_checked: lacks.map(({ metric, token, gap }) => ({
      check: metric,
      subject: token?.id ?? null,
      reason: gap.gap,
    })),
    unassessed: unassessed.slice(0, LACKS_MAX),
    evidence: [...evidence.items],
    confidence: roundPct(judged.coverage),
    charged: !judged.isFree,
    valid_until: toTime(
      Math.max(createdAt, Math.min(createdAt + VALID_MS, told.validUntil ?? Number.POSITIVE_INFINITY)),
    ),
    created_at: toTime(createdAt),
    duration_ms: Math.max(0, createdAt - timeOfUlid(id.slice(RUN_PREFIX.length))),
    model: DETERMINISTIC,
  };
  const beside = (gathered.beside ?? []).map((source, at) => ({
    id: `S${gathered.sources.length + at + 1}`,
    ...source,
  }));
  return { asOf: gathered.asOf, data, sources: [...evidence.sources, ...beside], calls: evidence.calls };
}
