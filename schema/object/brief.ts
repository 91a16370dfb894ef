// The wire object brief: what explain answers, and what the canonical object of a brief holds.
import { type Static, Type } from "typebox";
import { CAUSE_IDS } from "../cause.ts";
import { BRIEF } from "../shape/brief.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { EvidenceItem } from "../shape/evidence.ts";
import { PRight, Probability, SigmaPct } from "../shape/odds.ts";
import { Nullable } from "../shape/quantity.ts";
import { oneOf, text } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { TokenRef } from "../shape/token-ref.ts";

const LISTED_MAX = 20;

/** Whatever is stated cites evidence. */
const evidenceIds = Type.Array(Type.String({ pattern: "^E\\d+$" }), { minItems: 1, maxItems: LISTED_MAX });
const statements = Type.Array(closed({ text: text("One statement.", 600), evidence: evidenceIds }), {
  maxItems: LISTED_MAX,
});
const sentences = (description: string) =>
  Type.Array(Type.String({ maxLength: 600 }), { description, maxItems: LISTED_MAX });

export const WatchCondition = closed({
  metric: Type.String({ description: "Section and member of the state, such as market/price_usd.", maxLength: 128 }),
  comparator: oneOf([">", "<"]),
  value: Type.Number(),
  until: Time,
});
export type WatchCondition = Static<typeof WatchCondition>;

const { url: _url, ...told } = BRIEF;

/**
 * The canonical object `vmi/brief/1` holds all of it but `score`, `hash` and `verify_url`. What shows and scores briefs
 * reads its members from there: `p_right` and `sigma_pct` are what the record holds outcomes against.
 */
export const BriefData = closed(
  {
    token: Nullable(TokenRef),
    ...told,
    what_happened: statements,
    likely_causes: Type.Array(
      closed({
        kind: oneOf([...CAUSE_IDS, "no_clear_cause"], "Row of the table of causes."),
        cause: text("One cause.", 600),
        evidence: evidenceIds,
        confidence: Probability,
      }),
      { maxItems: LISTED_MAX, description: "The strongest first." },
    ),
    onchain: statements,
    market_context: statements,
    watch_next: sentences("What would confirm or contradict the brief."),
    watch_conditions: Type.Array(WatchCondition, {
      description: "The same as watch_next, entry by entry, for a machine to check against the state.",
      maxItems: LISTED_MAX,
    }),
    caveats: sentences("What is uncertain."),
    evidence: Type.Array(EvidenceItem, { maxItems: 100 }),
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
  { description: "A brief; its token is null where it is about the whole market." },
);
export type BriefData = Static<typeof BriefData>;

export const HOURS = { least: 1, most: 24, usual: 2 } as const;

export const ExplainRequest = closed({
  token: Type.String({ minLength: 1, maxLength: 128, description: "A token id, a contract address or a symbol." }),
  hours: Type.Optional(
    Type.Number({
      minimum: HOURS.least,
      maximum: HOURS.most,
      description: "How far back to investigate, fractions allowed; 2 without it.",
    }),
  ),
});
export type ExplainRequest = Static<typeof ExplainRequest>;

export const brief = envelope("brief", BriefData);
export type Brief = Static<typeof brief>;
