// The registry of issued kinds: what is issued for good, hashed, logged and proven.
import type { Static } from "typebox";
import { answer } from "./answer.ts";
import { brief } from "./brief.ts";
import { evaluation } from "./evaluation.ts";
import type { IssuedKindOf } from "./issued.ts";
import { run } from "./run.ts";

const MEMBERS = { evaluation, brief, answer, run } as const;

export type IssuedKind = keyof typeof MEMBERS;
/** What was said, by kind. */
export type SaidBy = { readonly [K in IssuedKind]: Parameters<(typeof MEMBERS)[K]["columnsOf"]>[0] };
/** The wire object, by kind. */
export type WireBy = { readonly [K in IssuedKind]: Static<(typeof MEMBERS)[K]["shape"]> };

export const ISSUED: { readonly [K in IssuedKind]: IssuedKindOf<SaidBy[K]> } = MEMBERS;
