// The wire object answer: what POST /v1/ask answers to a question or a claim, and what the canonical object of an answer holds.
import { type Static, Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { EvidenceItem } from "../shape/evidence.ts";
import { Probability } from "../shape/odds.ts";
import { Nullable } from "../shape/quantity.ts";
import { Missing } from "../shape/section-base.ts";
import { oneOf, text, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { TokenRef } from "../shape/token-ref.ts";

const LISTED_MAX = 40;

const CLAIM_VERDICTS = ["supported", "contradicted", "unknown"] as const;
export const TEXT = { least: 3, most: 500 } as const;

const evidenceIds = Type.Array(Type.String({ pattern: "^E\\d+$" }), { maxItems: LISTED_MAX });
const statements = (description: string) =>
  Type.Array(closed({ text: text("One statement.", 600), evidence: evidenceIds }), {
    description,
    maxItems: LISTED_MAX,
  });

export const CheckedClaim = closed({
  metric: Type.String({ maxLength: 64 }),
  comparator: Type.String({ maxLength: 16 }),
  value: Type.Union([Type.Number(), Type.String({ maxLength: 64 }), Type.Boolean()], {
    description: "What is claimed.",
  }),
  window: Nullable(Type.String({ description: "Hours or days up to as_of, or two instants.", maxLength: 64 })),
  measured: Type.Union([Type.Number(), Type.String({ maxLength: 64 }), Type.Boolean()], {
    description: "What was measured, or the word unassessed.",
  }),
  result: oneOf(CLAIM_VERDICTS),
  evidence: evidenceIds,
});

/** The canonical object `vmi/answer/1` holds all of it but `hash` and `verify_url`. */
export const AnswerData = closed(
  {
    token: TokenRef,
    mode: oneOf(["question", "claim"]),
    input: untrusted("The question or claim as sent.", TEXT.most * 2),
    answer: Type.Optional(text("Of a question the answer, one paragraph.", 4_000)),
    key_points: Type.Optional(statements("Of a question what the answer rests on.")),
    intents: Type.Optional(
      Type.Array(Type.String({ maxLength: 32 }), {
        description: "What the question was read as asking for.",
        maxItems: 20,
      }),
    ),
    verdict: Type.Optional(oneOf(CLAIM_VERDICTS)),
    reasoning: Type.Optional(statements("Of a claim what was measured, condition by condition.")),
    claims_checked: Type.Optional(
      Type.Array(CheckedClaim, {
        description: "Of a claim each condition with its deciding number.",
        maxItems: LISTED_MAX,
      }),
    ),
    confidence: Probability,
    caveats: Type.Array(Type.String({ maxLength: 600 }), { maxItems: LISTED_MAX }),
    unassessed: Type.Array(Missing, {
      maxItems: 100,
      description: "What would have been needed and was not measured, and why.",
    }),
    evidence: Type.Array(EvidenceItem, { maxItems: 100 }),
    as_of_by_evidence: Type.Record(Type.String({ pattern: "^E\\d+$" }), Time, {
      description: "When each piece of evidence was true.",
    }),
    model: text("What wrote the text.", 64),
    run_id: text("The run it came from.", 64),
    rules_version: text("Rules it was made by.", 32),
    created_at: Time,
    hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    verify_url: Type.String({ maxLength: 256 }),
  },
  { description: "An answer to a question, or what a claim comes to." },
);
export type AnswerData = Static<typeof AnswerData>;

const asked = {
  token: Type.String({ minLength: 1, maxLength: 128, description: "A token id, a contract address or a symbol." }),
};
const own = (description: string) => Type.String({ minLength: TEXT.least, maxLength: TEXT.most, description });
const question = own("3 to 500 characters; either this or claim.");
const claim = own("3 to 500 characters; either this or question.");

export const AskRequest = closed({ ...asked, question: Type.Optional(question), claim: Type.Optional(claim) });
/** The two that it may be. */
export const ASK_FORMS = [closed({ ...asked, question }), closed({ ...asked, claim })] as const;
export type AskRequest = Static<typeof AskRequest>;

export const answer = envelope("answer", AnswerData);
export type Answer = Static<typeof answer>;

/** A run and its answer share a number. */
export const answerOfRun = (run: string): string => run.replace(/^run_/, "ans_");
export const runOfAnswer = (id: string): string => id.replace(/^ans_/, "run_");
