// The wire object state: GET /v1/state/{token}.
import { type TSchema, Type } from "typebox";
import { SECTIONS } from "../section/index.ts";
import { envelope } from "../shape/envelope.ts";
import { ResolvedToken } from "../shape/token-ref.ts";

/** Every member of a registry of sections, optional: one that was not requested is absent. */
export const optionalMembers = (sections: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(sections).map(([id, shape]) => [id, Type.Optional(shape)]));

export const state = envelope(
  "state",
  Type.Object({ token: ResolvedToken, ...optionalMembers(SECTIONS) }, { additionalProperties: false }),
);
