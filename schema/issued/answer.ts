// Issued kind answer: what was said to a question or of a claim. It forecasts nothing, so that the record does not score it.
import { type AnswerData, answer as shape } from "../object/answer.ts";
import { ABOUT, type IssuedKindOf, NO_COLUMNS } from "./issued.ts";

export const answer = {
  object: "answer",
  schema: "vmi/answer/1",
  shape,
  leftOut: ABOUT,
  atFirst: {},
  columnsOf: (said) => ({
    ...NO_COLUMNS,
    token: said.token.id,
    subkind: said.mode,
    verdict: said.verdict ?? "",
    confidence: said.confidence,
    created_at: Date.parse(said.created_at),
    rules: said.rules_version,
    run_id: said.run_id,
  }),
  isEvent: () => false,
} as const satisfies IssuedKindOf<Omit<AnswerData, "hash" | "verify_url">>;
