// Issued kind brief: what an investigation found; its number is its public id.
import { type BriefData, brief as shape } from "../object/brief.ts";
import { ABOUT, forecastColumns, type IssuedKindOf, NO_COLUMNS } from "./issued.ts";

export const brief = {
  object: "brief",
  schema: "vmi/brief/1",
  shape,
  leftOut: [...ABOUT, "score"],
  atFirst: { score: null },
  columnsOf: (said) => ({
    ...NO_COLUMNS,
    ...forecastColumns(said),
    token: said.token?.id ?? "",
    direction: said.direction,
    severity: said.severity,
    headline: said.headline,
    summary: said.summary,
    confidence: said.confidence,
    created_at: Date.parse(said.created_at),
    window_from: Date.parse(said.window.from),
    window_to: Date.parse(said.window.to),
    rules: said.rules_version,
    run_id: said.run_id ?? "",
  }),
  isEvent: () => true,
} as const satisfies IssuedKindOf<Omit<BriefData, "hash" | "verify_url" | "score">>;
