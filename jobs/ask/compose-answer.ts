// Composes an answer from what was read: evidence, what a question is told or a claim comes to, words, confidence. Pure but for the words.
import { ASK_ACCURACY, ASK_RULES_VERSION, UNMATCHED_CONFIDENCE } from "../../schema/ask.ts";
import { SIMULATED } from "../../schema/env.ts";
import type { SaidBy } from "../../schema/issued/index.ts";
import { runOfAnswer } from "../../schema/object/answer.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { REASONS, type Reason } from "../../schema/reason.ts";
import { sanitiseText } from "../../schema/sanitise.ts";
import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { leafAt } from "../../schema/statement/leaf.ts";
import { isSettled, type Statement, type StatementFault, settle } from "../../schema/statement/settle.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import {
  CLOSURES_SAID,
  FLOWS_SAID,
  isBriefKind,
  REASON_WORDS,
  SIMULATED_SAID,
  sayLacks,
  sayMissing,
  wordsOfPath,
} from "../brief/say-lack.ts";
import { asOfState } from "../evaluate/evaluate.ts";
import type { Gathered } from "../evidence/gather.ts";
import type { CallsBehind } from "../fact/read-behind.ts";
import type { Sentence, Worded } from "../model/worded.ts";
import { withReplies } from "../model/worded.ts";
import { roundPct } from "../number/round.ts";
import { isBeyondWhy, tellIntent, wantedByQuestion } from "./answer-intent.ts";
import { type Held, hold, sayOutcomes, wantedBy } from "./claim/check-claim.ts";
import type { Why } from "./claim/claim.ts";
import { type ReadClaim, readClaim } from "./claim/read-claim.ts";
import { makeEvidence, type Readings, type Wanted } from "./evidence.ts";
import { INTENT_SAYS, type IntentId } from "./intent.ts";
import { sayOpen } from "./named/covered.ts";
import { tellMetrics } from "./named/tell-beside.ts";
import { type ReadQuestion, readQuestion } from "./read-question.ts";
import { type Told, together } from "./tell.ts";

export type Input = { readonly mode: "question" | "claim"; readonly text: string };
type ReadInput =
  | { readonly mode: "question"; readonly question: ReadQuestion }
  | { readonly mode: "claim"; readonly claim: ReadClaim };

/** `now` in epoch milliseconds: names of days are of then. */
export const readInput = ({ mode, text }: Input, own: string, now: number): ReadInput =>
  mode === "question" ? { mode, question: readQuestion(text, own, now) } : { mode, claim: readClaim(text, own, now) };

export const wantedByInput = (read: ReadInput, own: string): Wanted[] =>
  read.mode === "question" ? wantedByQuestion(read.question, own) : wantedBy(read.claim.claim);

type Made = ReturnType<typeof makeEvidence>;

/** What is not measured, in words without a digit. */
type Lack = { readonly path: string; readonly reason: Reason; readonly detail: string };

type Draft = {
  readonly gathered: Gathered;
  readonly sentences: readonly Sentence[];
  /** What stands for itself, before the sentences of the evidence and after them. */
  readonly fixed: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly caveats: readonly string[];
  readonly lacks: readonly Lack[];
  readonly confidence: number;
  readonly claim: Held | null;
  readonly intents: readonly IntentId[];
};

const symbolOf =
  ({ state }: Readings) =>
  (token: string | null) =>
    token === null ? state.token.symbol : (trackedById(token)?.symbol ?? token);

const DETAIL_MAX = 300;
const LISTED_MAX = 40;

const asReason = (reason: string): Reason => REASONS.find((one) => one === reason) ?? "no_source";

function lackOf({ item, kind, path, reason }: Told["lacking"][number]): Lack {
  const pointer = `/${path.replaceAll(".", "/")}`;
  const said = item?.unassessed.find((one) => one.path === pointer || pointer.startsWith(`${one.path}/`));
  const detail = said?.detail ?? (item || reason ? "" : "It does not apply to this token, or nothing tells it.");
  return { path: `/${kind}${pointer}`, reason: asReason(said?.reason ?? reason ?? "no_source"), detail };
}

const unique = (lacks: readonly Lack[]): Lack[] =>
  [...new Map(lacks.map((one) => [one.path, one])).values()].slice(0, LISTED_MAX);

/** The instant of the oldest piece, in a sentence of its own. */
function whenMeasured(items: readonly EvidenceItem[]): Sentence[] {
  const dated = items.filter((item) => leafAt(item, "as_of") !== null);
  const [oldest] = dated.toSorted((a, b) => (String(a.data.as_of) < String(b.data.as_of) ? -1 : 1));
  if (!oldest) return [];
  const text = `All of it was measured on {{${oldest.id}.as_of|day}} at {{${oldest.id}.as_of|clock}} or later.`;
  return [{ key: "when", text, stance: "none", isKept: true }];
}

const CAN = `What can be asked of it: ${Object.values(INTENT_SAYS).join("; ")}.`;

function caveatsOf(gathered: Gathered, lacks: readonly Lack[]): string[] {
  const isSimulated = gathered.sources.some(({ provider }) => provider.startsWith(SIMULATED));
  const kinds = new Set(gathered.items.map(({ kind }) => kind));
  const told = lacks.map(({ path, reason }) => {
    const [, kind = "", ...names] = path.split("/");
    return { path: `/${names.join("/")}`, kind, reason };
  });
  return [
    ...(isSimulated ? [SIMULATED_SAID] : []),
    ...(kinds.has("closures") ? [CLOSURES_SAID] : []),
    ...(kinds.has("chain_flows") ? [FLOWS_SAID] : []),
    ...sayLacks(told.flatMap(({ kind, reason }) => (isBriefKind(kind) ? [{ kind, reason }] : []))),
    ...sayMissing(told.filter(({ kind }) => !isBriefKind(kind))),
  ].slice(0, LISTED_MAX);
}

const BEYOND_WHY = "Causes are looked for in the newest hours alone, not in all of the time that was asked for.";

function draftQuestion(question: ReadQuestion, readings: Readings, made: Made): Draft {
  const { symbol } = readings.state.token;
  const asked = { question, readings, symbol, about: null, placesOf: made.placesOf };
  const told = question.intents.map((id) => ({ id, told: tellIntent(id, asked) }));
  const kinds = new Set(wantedByQuestion(question, readings.state.token.id).map(({ kind }) => kind));
  const ofIntents = together(...told.map(({ told: one }) => one));
  const all = together(tellMetrics(asked, kinds, ofIntents), ofIntents);
  const open = sayOpen(asked);
  const lacks = unique(all.lacking.map(lackOf));
  const silent = told.filter(({ told: one }) => one.drafts.length === 0).map(({ id }) => id);
  const nothing = silent.map((id) => sayNothing(id, readings, symbol));
  const sentences = all.drafts.map((draft, at): Sentence => ({ ...draft, key: `point/${at}` }));
  const isUnmatched = question.intents.length === 0;
  const ahead = question.isForecast ? ["What will be is not measured: nothing here is a forecast or advice."] : [];
  const share = all.assessed + all.lacking.length === 0 ? 0 : all.assessed / (all.assessed + all.lacking.length);
  return {
    gathered: made,
    sentences: [...sentences, ...(sentences.length > 0 ? whenMeasured(made.items) : [])],
    fixed: {
      before: [
        ...(isUnmatched && !question.isForecast
          ? [`The question was not understood as one about something that is measured of ${symbol}.`]
          : []),
        ...ahead,
        ...(isUnmatched ? [CAN] : []),
        ...(question.intents.includes("why") && isBeyondWhy(question.time) ? [BEYOND_WHY] : []),
      ],
      after: [...nothing, ...open.map(({ said }) => said)],
    },
    caveats: [...open.map(({ said }) => said), ...caveatsOf(made, lacks)].slice(0, LISTED_MAX),
    lacks: [...open.map(({ path, said }) => ({ path, reason: "no_source" as const, detail: said })), ...lacks].slice(
      0,
      LISTED_MAX,
    ),
    // As much is left open by each kind of what is named as is told by the rest.
    confidence: isUnmatched ? UNMATCHED_CONFIDENCE : roundPct((share * ASK_ACCURACY.question) / (1 + open.length)),
    claim: null,
    intents: question.intents,
  };
}

function sayNothing(id: IntentId, { state }: Readings, symbol: string): string {
  if (id === "risk" && state.sections.security.applicable === false)
    return `${symbol} is a native coin: it has no contract that could be looked at.`;
  const isFutures = id === "funding" || id === "leverage" || id === "liquidations";
  if (isFutures && state.sections.derivatives.applicable === false)
    return `${symbol} has no perpetual future on a covered venue, so that there is nothing to tell of ${INTENT_SAYS[id]}.`;
  return `Nothing was measured of ${INTENT_SAYS[id]}; the caveats say why.`;
}

export const WHY_WORDS: Readonly<Record<Why, string>> = {
  unread: "It has words that were not read, so that nothing is said of the rest",
  future: "It is about what will be, which is not measured",
  condition: "It depends on a condition, and conditions are not measured",
  opinion: "It is an opinion or advice, which is not measured",
  cause: "It names a cause, and causes are not proven by a measurement",
  time: "It is about a time that is not measured like that",
  currency: "It is in another currency than the dollar",
  hearsay: "It is about what somebody said",
  unsupported: "A condition of it is not measured, or not over that time",
  no_number: "It has no condition that a number could decide",
  other_token: "It is about another token than the one that was asked about",
  vague: "How much is meant by a word of it nobody can tell",
  ambiguous: "Its words can be read in more than one way, and the readings differ",
  calendar:
    "The time it names can be the hours up to now or a part of the calendar in UTC, and those do not come to the same",
  two_numbers: "It has more numbers or times than were told apart",
  tokens: "It names more tokens than one answer can tell of",
  venue: "It is about a venue for which this is not measured by itself",
};

function draftClaim({ claim, unread }: ReadClaim, readings: Readings, made: Made): Draft {
  const held = hold(claim, { placesOf: made.placesOf, symbolOf: symbolOf(readings) });
  const missing = held.outcomes.flatMap(({ missing: one }) => (one ? [one] : []));
  const lacks = unique(
    missing.map(({ what, reason, detail }) => ({
      path: `/claim/${what.replaceAll(/[^a-z0-9]+/gi, "_")}`,
      reason: asReason(reason),
      detail,
    })),
  );
  const sentences = sayOutcomes(held.outcomes)
    .slice(0, LISTED_MAX - 1)
    .map((text, at): Sentence => ({ key: `reason/${at}`, text, stance: "none" }));
  const decided = held.verdict !== "unknown";
  const measured = held.outcomes.filter(({ missing: one }) => one === null).length;
  const share = held.outcomes.length === 0 ? 0 : measured / held.outcomes.length;
  const unsaid = lacks.map(
    ({ path, reason }) => `The ${wordsOfPath(path.replace("/claim/", "/"))} was not measured: ${REASON_WORDS[reason]}.`,
  );
  const whys = decided ? [] : [...new Set(held.why)].map((why) => `${WHY_WORDS[why]}.`);
  const shown = unread.map((word) => sanitiseText(word, 40)).filter((word) => word !== "" && !/\d/.test(word));
  return {
    gathered: made,
    sentences: [...sentences, ...(sentences.length > 0 ? whenMeasured(made.items) : [])],
    fixed: { before: [], after: [...unsaid, ...whys] },
    caveats: [
      ...caveatsOf(made, lacks),
      ...whys,
      ...(shown.length > 0 ? [`Not read: ${shown.length === 1 ? "a word" : "some words"} of it.`] : []),
    ],
    lacks,
    confidence: decided ? roundPct(share * ASK_ACCURACY.claim) : roundPct(Math.min(UNMATCHED_CONFIDENCE, share)),
    claim: held,
    intents: [],
  };
}

/** The evidence that an input needs. */
export const gatherAnswer = (read: ReadInput, readings: Readings, behind: CallsBehind, now: number): Made =>
  makeEvidence(wantedByInput(read, readings.state.token.id), readings, behind, now);

/** What is said of the evidence. */
export const draftFrom = (read: ReadInput, readings: Readings, made: Made): Draft =>
  read.mode === "question" ? draftQuestion(read.question, readings, made) : draftClaim(read.claim, readings, made);

export const draftAnswer = (read: ReadInput, readings: Readings, behind: CallsBehind, now: number): Draft =>
  draftFrom(read, readings, gatherAnswer(read, readings, behind, now));

type Finished = {
  readonly asOf: number;
  readonly data: SaidBy["answer"];
  readonly sources: readonly Source[];
  readonly calls: readonly SourceCall[];
  readonly dropped: readonly { readonly key: string; readonly faults: readonly StatementFault[] }[];
};

const ANSWER_MAX = 4_000;
const INPUT_MAX = 1_000;

/** The answer in the words that were found for it. */
export function finishAnswer(
  {
    id,
    input,
    createdAt,
    readings,
  }: { readonly id: string; readonly input: Input; readonly createdAt: number; readonly readings: Readings },
  draft: Draft,
  worded: Worded,
): Finished {
  const { gathered, fixed, claim } = draft;
  const { items } = gathered;
  const { id: token, symbol, name } = readings.state.token;
  const names = [
    symbol,
    name,
    ...[...readings.others.values()].flatMap((other) => [other.token.symbol, other.token.name]),
  ];
  const dropped: Finished["dropped"][number][] = [];
  const settled = draft.sentences.flatMap(({ key }): Statement[] => {
    const words = worded.texts.get(key);
    const one = words ? settle(words, items, { names }) : null;
    if (one !== null && isSettled(one)) return [one];
    if (one !== null) dropped.push({ key, faults: one.faults });
    return [];
  });
  const statements = settled.slice(0, LISTED_MAX);
  const paragraph = [...fixed.before, ...statements.map(({ text }) => text), ...fixed.after].reduce(
    (sum, said) => (sum.length + said.length < ANSWER_MAX ? `${sum} ${said}`.trim() : sum),
    "",
  );
  const reasons = [...statements, ...fixed.after.map((text) => ({ text, evidence: [] }))].slice(0, LISTED_MAX);
  return {
    asOf: asOfState(readings.state),
    data: {
      token: { id: token, symbol, name },
      mode: input.mode,
      input: sanitiseText(input.text, INPUT_MAX),
      ...(claim === null
        ? { answer: paragraph, key_points: statements, intents: [...draft.intents] }
        : {
            verdict: claim.verdict,
            reasoning: reasons,
            claims_checked: claim.outcomes
              .slice(0, LISTED_MAX)
              .map(({ checked }) => ({ ...checked, value: cut(checked.value), measured: cut(checked.measured) })),
          }),
      confidence: draft.confidence,
      caveats: [...draft.caveats, ...worded.caveats].slice(0, LISTED_MAX),
      unassessed: draft.lacks.map(({ path, reason, detail }) => ({
        path: path.slice(0, 256),
        reason,
        ...(detail === "" ? {} : { detail: detail.slice(0, DETAIL_MAX) }),
      })),
      evidence: [...items],
      as_of_by_evidence: Object.fromEntries(
        items.flatMap((item) => (typeof item.data.as_of === "string" ? [[item.id, item.data.as_of]] : [])),
      ),
      ...{
        model: worded.model,
        run_id: runOfAnswer(id),
        rules_version: ASK_RULES_VERSION,
        created_at: toTime(createdAt),
      },
    },
    ...withReplies(gathered, worded),
    dropped,
  };
}

const TEXT_MAX = 64;
const cut = <T>(value: T): T => (typeof value === "string" ? (value.slice(0, TEXT_MAX) as T) : value);
