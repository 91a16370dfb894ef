// Reading untyped bodies: shapes are demanded, single values become NaN where they are no numbers.
import { httpError } from "../schema/io/http.ts";
import { tellOdd } from "./odd.ts";

type Json = Readonly<Record<string, unknown>>;

const wrong = (what: string) => httpError("bad_body", `the body has no ${what} where one is due`);

export function asRecord(value: unknown, what = "object"): Json {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw wrong(what);
  return value as Json;
}

const isRecord = (value: unknown): value is Json =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The objects of a list; an odd member costs itself and not the others, and is counted among what is refused. */
export function asRecords(value: unknown, what = "list"): Json[] {
  const list = asList(value, what);
  const records = list.filter(isRecord);
  if (records.length < list.length)
    tellOdd(
      list,
      list.filter((one) => !isRecord(one)),
    );
  return records;
}

/** The one object, or none where something else stands or nothing. */
export const recordIn = (value: unknown): Json[] => (isRecord(value) ? [value] : []);

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
