// Where a number came from: one provider call behind an answer, named once, and how sections refer to it.
import { type Static, Type } from "typebox";
import { Nullable } from "./quantity.ts";
import { oneOf } from "./text.ts";
import { Time } from "./time.ts";

const Id = Type.String({ description: "S<n>, unique in the answer.", pattern: "^S\\d+$" });
const Provider = Type.String({
  description: "Name of the data provider; `sandbox:` marks simulated data.",
  maxLength: 64,
});
const Endpoint = Type.String({ description: "Provider call identifier.", maxLength: 128 });

export const Source = Type.Object(
  {
    id: Type.Optional(Id),
    provider: Provider,
    endpoint: Endpoint,
    venue: Type.Optional(Nullable(Type.String({ maxLength: 32 }))),
    as_of: Nullable(Time),
    retrieved_at: Type.Optional(Nullable(Time)),
    raw_sha256: Type.Optional(
      Nullable(
        Type.String({
          description:
            "SHA-256 of what was answered; of several calls the RFC 6962 root over their digests in ascending order.",
          pattern: "^[0-9a-f]{64}$",
        }),
      ),
    ),
    rows: Type.Optional(Nullable(Type.Integer())),
    status: Type.Optional(oneOf(["ok", "stale", "error"])),
    url: Type.Optional(Nullable(Type.String({ maxLength: 512 }))),
  },
  { additionalProperties: false, description: "A data source behind the numbers." },
);
export type Source = Static<typeof Source>;

export const SourceRef = Type.Object(
  { id: Id, provider: Provider, endpoint: Endpoint, as_of: Nullable(Time) },
  { additionalProperties: false, description: "A source of the answer's `sources`, which says the rest under its id." },
);
export type SourceRef = Static<typeof SourceRef>;

/** How a section names a source; `as_of` is of what the section took from it. */
export const refOf = ({ id = "", provider, endpoint, as_of }: Source): SourceRef => ({ id, provider, endpoint, as_of });

/** The place in a list of numbered sources that an id names. */
export const placeOf = (id: string): number => Number(id.slice(1)) - 1;
