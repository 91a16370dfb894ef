// Turns path and query text into the input a contract asks for, or into one Fault that lists everything wrong.

import type { ErrorObject } from "../../schema/check.ts";
import { echo, type FaultCode, fault } from "../../schema/fault.ts";
import type { ProblemItem } from "../../schema/shape/problem.ts";
import type { Input, Route } from "../contract.ts";
import { parseQuery } from "./query.ts";

type Member = { readonly type?: string; readonly format?: string };

const CODES: Readonly<Record<string, FaultCode>> = {
  enum: "invalid_enum",
  format: "invalid_date_time",
  type: "invalid_type",
  required: "missing_field",
  additionalProperties: "unknown_parameter",
};

/** Text to what the member's shape asks for; what does not fit stays text and fails the check. */
function coerce(member: Member | undefined, raw: string): unknown {
  if (member?.type === "integer") return /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw;
  if (member?.type === "array") return [...new Set(raw.split(",").map((item) => item.trim()))];
  // An unencoded + of an offset arrives as a space; no valid time has one there.
  if (member?.format === "date-time") return raw.replace(/ (\d\d:\d\d)$/, "+$1");
  return raw;
}

const LISTS = new WeakMap<Route, ReadonlySet<string>>();

/** Names of the parameters of a route that are lists. */
function listsOf(route: Route): ReadonlySet<string> {
  const known = LISTS.get(route);
  if (known !== undefined) return known;
  const members = Object.entries(route.contract.query.properties as Record<string, Member>);
  const lists = new Set(members.filter(([, { type }]) => type === "array").map(([name]) => name));
  LISTS.set(route, lists);
  return lists;
}

/** What is said of a parameter where the checker's own words would not be clear. */
const SAID: Partial<Record<FaultCode, string>> = {
  unknown_parameter: "This call does not know the parameter.",
  missing_field: "The parameter is required.",
};

const escapePointer = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Where in the body a fault is, and what is wrong there; a member that lacks or is too many is named by the pointer. */
function toBodyItem(error: ErrorObject): ProblemItem {
  const { params, keyword } = error;
  const added = keyword === "required" ? params.missingProperty : params.additionalProperty;
  const pointer = `${error.instancePath.slice("/body".length)}${added === undefined ? "" : `/${escapePointer(added)}`}`;
  const code = keyword === "additionalProperties" ? "unknown_field" : (CODES[keyword] ?? "out_of_range");
  const details: Partial<Record<string, string>> = {
    unknown_field: "This call does not know the member.",
    missing_field: "The member is required.",
  };
  return {
    pointer: echo(pointer),
    code,
    detail: details[code] ?? `It ${error.message ?? "is not valid"}.`,
    ...(code === "invalid_enum" ? { allowed: params.allowedValues } : {}),
  };
}

function toItem(error: ErrorObject, route: Route, values: ReadonlyMap<string, string>): ProblemItem {
  if (error.instancePath.startsWith("/body")) return toBodyItem(error);
  const [, , member = ""] = error.instancePath.split("/");
  const lacking = error.keyword === "required" ? error.params.missingProperty : undefined;
  const name = String(error.params.additionalProperty ?? lacking ?? member);
  const code = CODES[error.keyword] ?? "out_of_range";
  const known = Object.keys(route.contract.query.properties);
  const allowed = code === "invalid_enum" ? error.params.allowedValues : code === "unknown_parameter" ? known : null;
  const received = values.get(name);
  return {
    parameter: echo(name),
    code,
    detail: SAID[code] ?? `It ${error.message ?? "is not valid"}.`,
    ...(allowed === null ? {} : { allowed }),
    ...(received === undefined ? {} : { received: echo(received) }),
  };
}

/** The time a valid date-time names; null for those that no clock has, such as a leap second. */
export const epochOf = (dateTime: string): number | null => {
  const epochMs = Date.parse(dateTime);
  return Number.isFinite(epochMs) ? epochMs : null;
};

/** Raises one Fault for all of them; the first gives the code. */
export function refuse(items: readonly ProblemItem[]): never {
  const [first] = items;
  const detail = items.length > 1 ? `The request has ${items.length} faults; errors lists them.` : first?.detail;
  throw fault((first?.code ?? "invalid_request") as FaultCode, detail, { errors: items });
}

/**
 * Reads the input of a route.
 * @throws Fault with every fault of path, query and body in `errors`.
 */
export function readInput(
  route: Route,
  params: Readonly<Record<string, string>>,
  rawQuery: string,
  body?: unknown,
): Input {
  const members = route.contract.query.properties as Record<string, Member | undefined>;
  const { values, faults } = parseQuery(rawQuery, listsOf(route));
  const query = Object.fromEntries(
    [...values].map(([name, raw]) => [name, coerce(Object.hasOwn(members, name) ? members[name] : undefined, raw)]),
  );
  const input = { params, query, body };
  if (!route.isInput(input)) {
    const texts = new Map([...Object.entries(params), ...values]);
    faults.push(...route.isInput.errors().map((error) => toItem(error, route, texts)));
  }
  if (faults.length > 0) refuse(faults);
  return input as Input;
}
