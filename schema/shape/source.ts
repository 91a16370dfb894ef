// Where a number came from: one provider call behind an answer.
import { type Static, Type } from "typebox";
import { Nullable } from "./quantity.ts";
import { oneOf } from "./text.ts";
import { Time } from "./time.ts";

export const Source = Type.Object(
  {
    id: Type.Optional(Type.String({ description: "S<n>, unique in the answer.", pattern: "^S\\d+$" })),
    provider: Type.String({
      description: "Name of the data provider; `sandbox:` marks simulated data.",
      maxLength: 64,
    }),
    endpoint: Type.String({ description: "Provider call identifier.", maxLength: 128 }),
    as_of: Nullable(Time),
    retrieved_at: Type.Optional(Nullable(Time)),
    status: Type.Optional(oneOf(["ok", "stale", "error"])),
    url: Type.Optional(Nullable(Type.String({ maxLength: 512 }))),
    venue: Type.Optional(Nullable(Type.String({ maxLength: 32 }))),
    rows: Type.Optional(Nullable(Type.Integer())),
    raw_sha256: Type.Optional(Nullable(Type.String({ pattern: "^[0-9a-f]{64}$" }))),
    latency_ms: Type.Optional(Nullable(Type.Number())),
  },
  { additionalProperties: false, description: "A data source behind the numbers." },
);
export type Source = Static<typeof Source>;
