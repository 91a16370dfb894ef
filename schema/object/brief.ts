// The wire object brief: what explain answers, and what the canonical object of a brief holds.
import { type Static, Type } from "typebox";
import { BRIEF } from "../shape/brief.ts";
import { envelope } from "../shape/envelope.ts";
import { PRight, Probability, SigmaPct } from "../shape/odds.ts";
import { Nullable } from "../shape/quantity.ts";
import { oneOf, text } from "../shape/text.ts";
import { TokenRef } from "../shape/token-ref.ts";

const closed = { additionalProperties: false } as const;
const LISTED_MAX = 20;

/** Whatever is stated cites evidence. */
const evidenceIds = Type.Array(Type.String({ pattern: "^E\\d+$" }), { minItems: 1, maxItems: LISTED_MAX });
const statements = Type.Array(Type.Object({ text: text("One statement.", 600), evidence: evidenceIds }, closed), {
  maxItems: LISTED_MAX,
});
const sentences = (description: string) =>
  Type.Array(Type.String({ maxLength: 600 }), { description, maxItems: LISTED_MAX });

export const BriefEvidence = Type.Object(
  {
    id: Type.String({ pattern: "^E\\d+$" }),
    source: text("Provider call identifier.", 128),
    kind: text("Kind of evidence; data has its form.", 64),
    summary: text("One line.", 300),
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  closed,
);

const { url: _url, ...told } = BRIEF;

/**
 * The canonical object `vmi/brief/1` holds all of it but `score`, `hash` and `verify_url`. What shows and scores briefs
 * reads its members from there: `p_right` and `sigma_pct` are what the record holds outcomes against.
 */
export const BriefData = Type.Object(
  {
    token: Nullable(TokenRef),
    ...told,
    what_happened: statements,
    likely_causes: Type.Array(
      Type.Object({ cause: text("One cause.", 600), evidence: evidenceIds, confidence: Probability }, closed),
      { maxItems: LISTED_MAX },
    ),
    onchain: statements,
    market_context: statements,
    watch_next: sentences("What would confirm or contradict the brief."),
    caveats: sentences("What is uncertain."),
    evidence: Type.Array(BriefEvidence, { maxItems: 100 }),
    model: text("What wrote the text.", 64),
    run_id: Nullable(text("The investigation it came from.", 64)),
    rules_version: text("Rules it was written by.", 32),
    p_right: PRight,
    confidence_basis: oneOf(["prior", "calibrated"]),
    sigma_pct: SigmaPct,
    score: Nullable(Type.Number({ description: "Its Brier loss at 24 hours; null until due." })),
    hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    verify_url: Type.String({ maxLength: 256 }),
  },
  { ...closed, description: "A brief; its token is null where it is about the whole market." },
);
export type BriefData = Static<typeof BriefData>;

export const brief = envelope("brief", BriefData);
export type Brief = Static<typeof brief>;
