// The query of both record endpoints.
import { Type } from "typebox";
import { LIMITS } from "../../schema/limit.ts";
import { CALL_KINDS } from "../../schema/record/rule.ts";
import { closed } from "../../schema/shape/closed.ts";
import { oneOf } from "../../schema/shape/text.ts";

export const RecordParams = closed({
  since: Type.Optional(
    Type.String({
      format: "date-time",
      maxLength: 40,
      description: "Calls issued at or after this time.",
      examples: ["2026-11-19T00:00:00Z"],
    }),
  ),
  kind: Type.Optional(oneOf(CALL_KINDS, "Calls of one kind.")),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.recordPageMax,
      default: LIMITS.recordPageDefault,
      description: "Items a page.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 256, pattern: "^[A-Za-z0-9_-]+$", description: "next_cursor of the page before." }),
  ),
});
