// Issued kind evaluation: the judgement of a token, or of an order.
import { lostOf } from "../evaluation/lost.ts";
import { type EvaluationData, evaluation as shape } from "../object/evaluation.ts";
import { ABOUT, forecastColumns, type IssuedKindOf, NO_COLUMNS } from "./issued.ts";

export const evaluation = {
  object: "evaluation",
  schema: "vmi/evaluation/1",
  shape,
  leftOut: ABOUT,
  atFirst: {},
  columnsOf: (said) => ({
    ...NO_COLUMNS,
    ...forecastColumns(said),
    token: said.token.id,
    subkind: said.kind,
    verdict: said.verdict,
    previous_id: said.previous?.id ?? "",
    previous_verdict: said.previous?.verdict ?? "",
    side: said.order?.side ?? "",
    confidence: said.confidence,
    valid_until: Date.parse(said.valid_until),
    rules: said.rules_version,
    lost_count: lostOf(said).length,
  }),
  isEvent: ({ changed_from }) => changed_from !== "",
} as const satisfies IssuedKindOf<Omit<EvaluationData, "hash" | "verify_url">>;
