// Shapes of tools, made of those of their calls: what a caller of a tool has to know of them, and no more.
import type { TSchema } from "typebox";
import type { Contract } from "../contract.ts";
import type { ToolRow } from "./tool-row.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };
export type Shape = { readonly [keyword: string]: Json };
export type InputShape = Shape & {
  readonly type: "object";
  readonly properties: { readonly [name: string]: Shape };
  readonly required?: readonly string[];
};

/** The rest is for who reads OpenAPI, or is judged by the call itself. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...[
    "type",
    "enum",
    "const",
    "anyOf",
    "items",
    "required",
    "additionalProperties",
    "description",
    "default",
    "format",
  ],
  ...["minimum", "maximum", "exclusiveMinimum", "minLength"],
]);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The shape without what a list of tools has no room for. */
function slim(shape: unknown): Json {
  if (Array.isArray(shape)) return shape.map(slim);
  if (!isObject(shape)) return shape as Json;
  const kept: Record<string, Json> = {};
  const words = shape.enum;
  if (Array.isArray(words) && shape.type === undefined && words.every((word) => typeof word === "string")) {
    kept.type = "string";
  }
  for (const [keyword, value] of Object.entries(shape)) {
    if (keyword === "properties" && isObject(value)) {
      kept.properties = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, slim(member)]));
    } else if (KEYWORDS.has(keyword)) kept[keyword] = keyword === "enum" ? (value as Json) : slim(value);
  }
  return kept;
}

export const DETAIL = "detail";
export const MONITOR_SECRET = "monitor_secret";

type Members = { readonly properties?: Readonly<Record<string, unknown>>; readonly required?: readonly string[] };

/** Parameters and body of one call, as one object. */
function membersOf({ params, query, body, monitorSecret }: Contract, { bodyIn }: ToolRow) {
  const parts: Members[] = [params, query];
  if (body !== undefined && bodyIn === undefined) parts.push(body as TSchema & Members);
  const properties: Record<string, unknown> = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
  const required = parts.flatMap((part) => part.required ?? []);
  for (const [name, member] of Object.entries(params.properties)) {
    // An empty part of a path would name another path.
    properties[name] = "minLength" in member || "minimum" in member ? member : { ...member, minLength: 1 };
  }
  if (bodyIn !== undefined) {
    properties[bodyIn.name] = { type: "object", description: bodyIn.description };
    required.push(bodyIn.name);
  }
  if (monitorSecret !== undefined) {
    const description =
      monitorSecret === "required" ? "Secret of the monitors." : "Of monitors that the new one joins.";
    properties[MONITOR_SECRET] = { type: "string", minLength: 1, description };
    if (monitorSecret === "required") required.push(MONITOR_SECRET);
  }
  return { properties, required };
}

/** What a tool takes: all that one of its calls takes; needed is what all of them need. */
export function inputOf(row: ToolRow, contracts: readonly Contract[]): InputShape {
  const calls = contracts.map((contract) => membersOf(contract, row));
  const properties: Record<string, Shape> = {};
  for (const [name, member] of calls.flatMap((call) => Object.entries(call.properties))) {
    if (row.hides?.includes(name) === true || name in properties) continue;
    const stated = row.told?.[name];
    const says = row.says?.[name];
    const own = { ...(slim(member) as Shape), ...(says === undefined ? {} : { description: says }) };
    properties[name] = stated === undefined ? own : { type: "object", description: stated };
  }
  properties[DETAIL] = { type: "string", enum: ["concise", "full"], description: "Up to 8 kB, or 60 kB." };
  const { choice } = row;
  if (choice !== undefined) {
    properties[choice.name] = { type: "string", enum: contracts.map(choice.of), description: choice.description };
  }
  const [first, ...others] = calls;
  const shared = (first?.required ?? []).filter((name) => others.every((call) => call.required.includes(name)));
  const required = choice === undefined ? shared : [choice.name, ...shared];
  const needed = required.length === 0 ? {} : { required: [...new Set(required)] };
  return { type: "object", properties, ...needed, additionalProperties: false };
}

type Enveloped = { readonly properties: { readonly object: { readonly const: string } } };

/** What a tool gives: the envelope of its calls with open data, or what a call ends in that is refused. */
export function outputOf(contracts: readonly Contract[]): Shape {
  const objects = contracts.map(({ output }) => (output as unknown as Enveloped).properties.object.const);
  return {
    type: "object",
    properties: {
      object: { enum: [...new Set(objects), "error"] },
      as_of: { type: "string" },
      data: { type: "object" },
      sources: { type: "array" },
    },
    anyOf: [{ required: ["object", "as_of", "data", "sources"] }, { required: ["code"] }, { required: ["accepts"] }],
  };
}
