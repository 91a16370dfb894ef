// Where a number came from: one provider call behind an answer, named once, and how sections refer to it.
import { type Static, Type } from "typebox";
import { closed } from "./closed.ts";
import { Nullable } from "./quantity.ts";
import { oneOf } from "./text.ts";
import { Time } from "./time.ts";

/** How a section or a series names a source of the answer. */
export const SourceId = Type.String({ description: "S<n>, an entry of the answer's `sources`.", pattern: "^S\\d+$" });
const Provider = Type.String({
  description: "Name of the data provider; `sandbox:` marks simulated data.",
  maxLength: 64,
});
const Endpoint = Type.String({ description: "Provider call identifier.", maxLength: 128 });

export const Source = closed(
  {
    id: Type.Optional(SourceId),
    provider: Provider,
    endpoint: Endpoint,
    venue: Type.Optional(
      Nullable(Type.String({ description: "A short entry leaves it out where it is the provider.", maxLength: 32 })),
    ),
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
    status: Type.Optional(oneOf(["ok", "stale", "error"], "A short entry leaves it out where it is ok.")),
    url: Type.Optional(Nullable(Type.String({ maxLength: 512 }))),
  },
  {
    description:
      "A data source behind the numbers, one a call; as_of is that of the oldest reading the answer took from it. state, market and history list short entries, and with sources=full venue, retrieved_at, raw_sha256, rows, status and url of each.",
  },
);
export type Source = Static<typeof Source>;

export const SourceRef = closed(
  { id: SourceId, provider: Provider, endpoint: Endpoint, as_of: Nullable(Time) },
  { description: "A source of the object's `sources`, which says the rest under its id." },
);
export type SourceRef = Static<typeof SourceRef>;

/** How a dimension of a verdict names a source. */
export const refOf = ({ id = "", provider, endpoint, as_of }: Source): SourceRef => ({ id, provider, endpoint, as_of });

/** The place in a list of numbered sources that an id names. */
export const placeOf = (id: string): number => Number(id.slice(1)) - 1;

/** Of two instants on the wire the earlier, which is that of what both stand behind. */
export const older = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;
