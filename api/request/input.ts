// Turns path and query text into the input a contract asks for, or into one Fault that lists everything wrong.

import { compile, type ErrorObject } from "../../schema/check.ts";
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
function toBodyItem(error: ErrorObject, { contract }: Route): ProblemItem {
  const { params, keyword } = error;
  const added = keyword === "required" ? params.missingProperty : params.additionalProperty;
  const pointer = `${error.instancePath.slice("/body".length)}${added === undefined ? "" : `/${escapePointer(added)}`}`;
  const code =
    keyword === "additionalProperties"
      ? "unknown_field"
      : (CODES[keyword] ??
        contract.rangeFaults?.[`${pointer} ${keyword}`] ??
        contract.rangeFaults?.[pointer] ??
        "out_of_range");
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
  if (error.instancePath.startsWith("/body")) return toBodyItem(error, route);
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
  // Of a longer fraction some digits would be read as if they stood at its beginning.
  const epochMs = Date.parse(dateTime.replace(/(\.\d{3})\d+/, "$1"));
  return Number.isFinite(epochMs) ? epochMs : null;
};

/** What is wrong with the arguments of a tool, as it would be with those members of a body. */
export const argumentItems = (errors: readonly ErrorObject[], route: Route): ProblemItem[] =>
  errors.map((error) => toBodyItem({ ...error, instancePath: `/body${error.instancePath}` }, route));

/** Raises one Fault for all of them; the first gives the code. */
export function refuse(items: readonly ProblemItem[]): never {
  const [first] = items;
  const detail = items.length > 1 ? `The request has ${items.length} faults; errors lists them.` : first?.detail;
  throw fault((first?.code ?? "invalid_request") as FaultCode, detail, { errors: items });
}

/** Of what knows no parameter. @throws Fault that names each one that is there. */
export function refuseParameters(rawQuery: string): void {
  const { values, faults } = parseQuery(rawQuery);
  const unknown = [...values].map(([name, received]): ProblemItem => {
    const problem = { parameter: echo(name), code: "unknown_parameter" as const, detail: SAID.unknown_parameter ?? "" };
    return { ...problem, allowed: [], received: echo(received) };
  });
  if (unknown.length + faults.length > 0) refuse([...unknown, ...faults]);
}

/** What makes each parameter good or bad by itself, whatever the others are. */
const KEYWORDS: ReadonlySet<string> = new Set(["type", "properties", "required", "additionalProperties"]);
type Pair = { readonly name: string; readonly value: unknown };
type KnownMember = {
  readonly name: string;
  /** What its pair starts with. */
  readonly start: string;
  readonly member: Member;
  isValue(value: unknown): boolean;
};
type Known = {
  readonly isParams: (params: unknown) => boolean;
  readonly members: Readonly<Record<string, KnownMember>>;
  /** Seldom told twice: looked at each time, and not kept. */
  readonly times: readonly KnownMember[];
  readonly required: readonly string[];
  /** Parameters that were found good, by their text: most calls ask as others did, but for one of them at most. */
  readonly pairs: Map<string, Pair>;
};
const PAIRS_MAX = 1_024;
const known = new WeakMap<Route, Known | null>();

function makeKnown({ contract: { params, query, body } }: Route): Known | null {
  if (body !== undefined || Object.keys(query).some((keyword) => !KEYWORDS.has(keyword))) return null;
  const members = Object.entries(query.properties).map(([name, shape]) => {
    return [name, { name, start: `${name}=`, member: shape as Member, isValue: compile(shape) }] as const;
  });
  const times = members.flatMap(([, one]) => (one.member.format === "date-time" ? [one] : []));
  const required = (query as { required?: readonly string[] }).required ?? [];
  return { isParams: compile(params), members: Object.fromEntries(members), times, required, pairs: new Map() };
}

/** A time as it is written where nothing in it has to be encoded; null for what is none of that kind. */
function readTime({ times }: Known, text: string): Pair | null {
  for (const { name, start, isValue } of times) {
    if (!text.startsWith(start)) continue;
    const value = text.slice(start.length);
    return /[%+]/.test(value) || !isValue(value) ? null : { name, value };
  }
  return null;
}

function readPair({ members, times, pairs }: Known, text: string): Pair | null {
  const { values, faults } = parseQuery(text);
  const [[name, raw] = ["", ""]] = values;
  const found = Object.hasOwn(members, name) ? members[name] : undefined;
  if (faults.length > 0 || found === undefined) return null;
  const value = coerce(found.member, raw);
  if (!found.isValue(value)) return null;
  const pair = { name: found.name, value };
  if (times.includes(found)) return pair;
  if (pairs.size >= PAIRS_MAX) pairs.clear();
  pairs.set(text, pair);
  return pair;
}

/** The input where it is as such inputs are; null where there may be something to say about it. */
function readKnown(route: Route, params: Readonly<Record<string, string>>, rawQuery: string): Input | null {
  let own = known.get(route);
  if (own === undefined) {
    own = makeKnown(route);
    known.set(route, own);
  }
  if (own === null || !own.isParams(params)) return null;
  const query: Record<string, unknown> = {};
  for (let at = 0; at < rawQuery.length; ) {
    const next = rawQuery.indexOf("&", at);
    const end = next < 0 ? rawQuery.length : next;
    const text = rawQuery.slice(at, end);
    at = end + 1;
    if (text === "") continue;
    const pair = readTime(own, text) ?? own.pairs.get(text) ?? readPair(own, text);
    if (pair === null || Object.hasOwn(query, pair.name)) return null;
    query[pair.name] = pair.value;
  }
  for (const name of own.required) if (!Object.hasOwn(query, name)) return null;
  return { params, query, body: undefined };
}

/** Of a path: its parts are text, where a shape asks for a number it is one. */
const coerceAll = (members: Readonly<Record<string, Member>>, raw: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(raw).map(([name, text]) => [name, coerce(members[name], text)]));

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
  const known = body === undefined ? readKnown(route, params, rawQuery) : null;
  if (known !== null) return known;
  const members = route.contract.query.properties as Record<string, Member | undefined>;
  const { values, faults } = parseQuery(rawQuery, listsOf(route));
  const query = Object.fromEntries(
    [...values].map(([name, raw]) => [name, coerce(Object.hasOwn(members, name) ? members[name] : undefined, raw)]),
  );
  const input = { params: coerceAll(route.contract.params.properties, params), query, body };
  if (!route.isInput(input)) {
    const texts = new Map([...Object.entries(params), ...values]);
    faults.push(...route.isInput.errors().map((error) => toItem(error, route, texts)));
  }
  if (faults.length > 0) refuse(faults);
  return input as Input;
}
