// Reading untyped bodies: shapes are demanded, single values become NaN where they are no numbers.
import { httpError } from "../../schema/io/http.ts";
import { tellOdd } from "../run/odd.ts";

type Json = Readonly<Record<string, unknown>>;

const wrong = (what: string) => httpError("bad_body", `the body has no ${what} where one is due`);

export function asRecord(value: unknown, what = "object"): Json {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw wrong(what);
  return value as Json;
}

const isRecord = (value: unknown): value is Json =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The members that are `isOne`; an odd one costs itself and not the others, and is told. */
function onlyThose<T>(value: unknown, what: string, isOne: (member: unknown) => member is T): T[] {
  const list = asList(value, what);
  const those = list.filter(isOne);
  if (those.length < list.length)
    tellOdd(
      list,
      list.filter((one) => !isOne(one)),
    );
  return those;
}

/** The objects of a list; an odd member costs itself and not the others, and is counted among what is refused. */
export const asRecords = (value: unknown, what = "list"): Json[] => onlyThose(value, what, isRecord);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** As asRecords, where each row is a list of columns. Throws where no member is one and one is anything else. */
export function asRows(value: unknown, what = "list"): (readonly unknown[])[] {
  const rows = onlyThose(value, what, isList);
  if (rows.length === 0 && asList(value).some((member) => member !== null)) throw wrong("row");
  return rows;
}

/** Nothing that a vendor dates lies behind it; what is dated later still is an error of units. */
const LATEST_AT = Date.UTC(2200, 0, 1);

/** Whether it is an instant in epoch milliseconds at all: whole, after 1970 and before 2200. */
export const isTime = (at: unknown): at is number => Number.isInteger(at) && Number(at) > 0 && Number(at) < LATEST_AT;

/**
 * The objects of a list with their times (epoch ms), for those who sort by them or take the newest: a member of no time,
 * or of one after `latest`, is odd.
 */
export function asDated(
  value: unknown,
  timeOf: (row: Json) => number,
  latest = LATEST_AT,
): { readonly at: number; readonly row: Json }[] {
  const isDated = (member: unknown): member is Json => {
    const at = isRecord(member) ? timeOf(member) : Number.NaN;
    return isTime(at) && at <= latest;
  };
  return onlyThose(value, "list", isDated).map((row) => ({ at: timeOf(row), row }));
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
