// The wire object state: GET /v1/state/{token}.
import { type TOptional, type TSchema, Type } from "typebox";
import { SECTIONS } from "../section/index.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { ResolvedToken } from "../shape/token-ref.ts";

/** Every member of a registry of sections, optional: one that was not requested is absent. */
export const optionalMembers = <S extends Readonly<Record<string, TSchema>>>(sections: S) =>
  Object.fromEntries(Object.entries(sections).map(([id, shape]) => [id, Type.Optional(shape)])) as {
    -readonly [Id in keyof S]: TOptional<S[Id]>;
  };

export const state = envelope("state", closed({ token: ResolvedToken, ...optionalMembers(SECTIONS) }));
