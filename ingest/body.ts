// Reading untyped bodies: shapes are demanded, single values become NaN where they are no numbers.
import { httpError } from "../schema/io/http.ts";

type Json = Readonly<Record<string, unknown>>;

const wrong = (what: string) => httpError("bad_body", `the body has no ${what} where one is due`);

export function asRecord(value: unknown, what = "object"): Json {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw wrong(what);
  return value as Json;
}

/** The objects of a list; an odd member costs itself and not the others. */
export const asRecords = (value: unknown, what = "list"): Json[] =>
  asList(value, what).filter((one): one is Json => one !== null && typeof one === "object" && !Array.isArray(one));

export function asList(value: unknown, what = "list"): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(what);
  return value;
}

/** A number or a decimal text; everything else, also the empty text, is NaN. */
export function asNumber(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}

/** As asNumber, but null where the provider has no value (absent, null or empty). */
export const asNumberOrNull = (value: unknown): number | null =>
  value === undefined || value === null || value === "" ? null : asNumber(value);

export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
