// The error body: RFC 9457 problem details with a stable code.
import { type Static, Type } from "typebox";
import { closed } from "./closed.ts";
import { Nullable } from "./quantity.ts";

export const ProblemItem = closed({
  pointer: Type.Optional(Type.String({ description: "JSON Pointer into the body." })),
  parameter: Type.Optional(Type.String()),
  header: Type.Optional(Type.String()),
  code: Type.String(),
  detail: Type.String(),
  allowed: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]))),
  received: Type.Optional(Type.String({ maxLength: 80 })),
});
export type ProblemItem = Static<typeof ProblemItem>;

export const Candidate = closed({
  id: Type.String(),
  symbol: Type.String({ "x-untrusted": true }),
  name: Type.String({ "x-untrusted": true }),
  rank: Type.Optional(Type.Union([Type.Integer(), Type.Literal("unassessed")])),
});
export type Candidate = Static<typeof Candidate>;

export const Problem = closed(
  {
    object: Type.Literal("error"),
    type: Type.String({ format: "uri" }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String(),
    instance: Type.String(),
    code: Type.String(),
    request_id: Type.String(),
    retryable: Type.Boolean(),
    retry_after_s: Nullable(Type.Number()),
    errors: Type.Optional(Type.Array(ProblemItem)),
    candidates: Type.Optional(Type.Array(Candidate, { maxItems: 10 })),
    violated_policies: Type.Optional(Type.Array(Type.String())),
    last: Type.Optional(
      closed(
        { id: Type.String(), as_of: Type.String({ format: "date-time" }) },
        { description: "Of a verdict that has run out: the evaluation it was." },
      ),
    ),
    payment: Type.Optional(
      closed(
        { price: Type.Number(), unit: Type.String(), header: Type.String() },
        { description: "Of a 402: what the call costs, and the header with the terms." },
      ),
    ),
    docs: Type.String(),
  },
  { title: "error", description: "RFC 9457 problem details with a stable code." },
);
export type Problem = Static<typeof Problem>;
