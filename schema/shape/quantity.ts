// Numbers that may not have been measured: a value or the word "unassessed", with its unit beside it.
import { type Static, type TSchema, Type } from "typebox";

/** The word in a value's place when it applies but was not measured. Never 0, false or null. */
export const UNASSESSED = "unassessed";
export type Unassessed = typeof UNASSESSED;
export const Unassessed = Type.Literal(UNASSESSED);

/** `inner | "unassessed"`. */
export const Q = <T extends TSchema>(inner: T) => Type.Union([inner, Unassessed]);

/** `inner | null`: null means "does not apply" or "not decided yet", never "not measured". */
export const Nullable = <T extends TSchema>(inner: T) => Type.Union([inner, Type.Null()]);

const measured = (unit: string) => (description: string) =>
  Type.Union([Type.Number(), Unassessed], { description, "x-unit": unit });

export const usd = measured("USD");
export const native = measured("native coins");
export const pct = measured("percentage points");
export const bps = measured("basis points");
export const ratio = measured("ratio");
export const seconds = measured("seconds");
export const hours = measured("hours");

const signed = (unit: string) => (description: string) =>
  Type.Union([Type.Number(), Unassessed], { description, "x-unit": unit, "x-signed": true });

/** Changes and flows: the sign is a direction, which words about it must agree with. */
export const changePct = signed("percentage points");
export const flowUsd = signed("USD");

/** A count or an ordinal that may not have been measured. */
export const count = (description: string) =>
  Type.Union([Type.Integer(), Unassessed], { description, "x-unit": "count" });

/** A truth value that may not have been measured. */
export const flag = (description: string) => Type.Union([Type.Boolean(), Unassessed], { description });

export type Quantity = Static<ReturnType<typeof usd>>;

export const isAssessed = <T>(value: T | Unassessed): value is T => value !== UNASSESSED;
