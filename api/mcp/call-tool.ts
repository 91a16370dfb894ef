// A call of a tool is the HTTP call behind it: the same way through gate, payment and route, and its answer told as a result.
import { fault } from "../../schema/fault.ts";
import type { Header } from "../answer/header.ts";
import type { Contract, Route } from "../contract.ts";
import type { ApiAnswer, ApiRequest } from "../http-call.ts";
import { argumentItems, refuse } from "../request/input.ts";
import { type Detail, type Fitted, fit } from "./fit.ts";
import { PAYMENT_KEY, RECEIPT_KEY, readHeader, signatureOf, termsOf } from "./payment.ts";
import { DETAIL, MONITOR_SECRET } from "./shape.ts";
import { keepBytes } from "./splice.ts";
import type { Tool } from "./tool.ts";
import type { AnswerBody, Args } from "./tool-row.ts";

type Text = { readonly type: "text"; readonly text: string };
export type ToolResult = {
  readonly content: Text[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
  readonly _meta?: Record<string, unknown>;
};

type Meta = Readonly<Record<string, unknown>>;
/** Names the call: repeated, it gets the first answer. */
const IDEMPOTENCY_KEY = "idempotency-key";

const said = (text: string): Text => ({ type: "text", text });

const write = (value: unknown): string => encodeURIComponent(Array.isArray(value) ? value.join(",") : String(value));

function queryOf({ query }: Contract, args: Args): string {
  const names = Object.keys(query.properties).filter((name) => args[name] !== undefined);
  return names.map((name) => `${name}=${write(args[name])}`).join("&");
}

/** What is sent as the body; nothing where the call takes none. */
function bodyOf({ body, params, query }: Contract, args: Args, bodyIn: string | undefined): Buffer | undefined {
  if (body === undefined) return undefined;
  if (bodyIn !== undefined) return Buffer.from(JSON.stringify(args[bodyIn]));
  const isElsewhere = (name: string) => name in params.properties || name in query.properties;
  return Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(args).filter(([name]) => !isElsewhere(name)))));
}

/** The arguments as they were meant, with what a concise answer asks for where they say nothing. Throws faults. */
export function readArguments(
  { isInput, row, routeOf }: Tool,
  args: Args,
): { route: Route; detail: Detail; own: Args } {
  const route = routeOf(args);
  if (!isInput(args)) refuse(argumentItems(isInput.errors(), route));
  const detail = args[DETAIL] === "full" ? "full" : "concise";
  const { [DETAIL]: _detail, ...asked } = args;
  return { route, detail, own: detail === "concise" ? { ...row.concise, ...asked } : asked };
}

type Outer = { readonly request: ApiRequest; readonly id: Header; readonly origin: string };

/** The HTTP request behind a call. Throws faults. */
export function requestOf(
  tool: Tool,
  route: Route,
  args: Args,
  meta: Meta,
  { request, id, origin }: Outer,
): ApiRequest {
  const { contract } = route;
  const { [MONITOR_SECRET]: secret, ...rest } = args;
  let path: string;
  let query: string;
  try {
    path = contract.path.replace(/{(\w+)}/g, (_match, name: string) => write(rest[name]));
    query = queryOf(contract, rest);
  } catch {
    throw fault("invalid_request", "An argument is no text in Unicode.");
  }
  const { headers, peer } = request;
  const key = meta[IDEMPOTENCY_KEY];
  const body = bodyOf(contract, rest, tool.row.bodyIn?.name);
  const payment = meta[PAYMENT_KEY];
  const url = `${origin}${path}${query === "" ? "" : `?${query}`}`;
  return {
    method: contract.method,
    path,
    query,
    ...(peer === undefined ? {} : { peer }),
    ...(body === undefined ? {} : { body }),
    headers: {
      accept: "application/json",
      "x-request-id": id[1],
      authorization: headers.authorization,
      "x-forwarded-for": headers["x-forwarded-for"],
      "idempotency-key": typeof key === "string" ? key : headers["idempotency-key"],
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(typeof secret === "string" ? { "x-monitor-secret": secret } : {}),
      ...(payment === undefined ? {} : { "payment-signature": signatureOf(tool, payment, url) }),
    },
  };
}

const headerOf = ({ headers }: ApiAnswer, name: string) => headers.find(([one]) => one === name)?.[1];

const REMEMBERED_CHARS_MAX = 4_000_000;
/** Results by what was asked and the tag of the answer: the same bytes are the same result. */
const remembered = new Map<string, Fitted>();
let rememberedChars = 0;

function fitted(tool: Tool, args: Args, answer: ApiAnswer, body: Buffer, detail: Detail): Fitted {
  const make = () => fit(tool.row, args, JSON.parse(body.toString("utf8")) as AnswerBody, detail);
  const tag = headerOf(answer, "etag");
  // What was issued for one call nobody asks for again.
  if (tag === undefined || answer.status !== 200 || !tool.row.hints.idempotentHint) return make();
  const key = `${tool.row.name} ${detail} ${tag} ${JSON.stringify(args)}`;
  const held = remembered.get(key);
  if (held !== undefined) {
    keepBytes(held);
    return held;
  }
  const made = make();
  rememberedChars += key.length + made.text.length;
  if (rememberedChars > REMEMBERED_CHARS_MAX) {
    remembered.clear();
    rememberedChars = key.length + made.text.length;
  }
  remembered.set(key, made);
  return made;
}

/** What came of the call, as a result: an answer, the terms of payment, or the problem. */
export function resultOf(tool: Tool, args: Args, answer: ApiAnswer, detail: Detail): ToolResult {
  const body = answer.body ?? Buffer.from("{}");
  const receipt = readHeader(headerOf(answer, "payment-response"));
  const _meta = receipt === null ? {} : { _meta: { [RECEIPT_KEY]: receipt } };
  if (answer.status < 300) {
    const { value, text } = fitted(tool, args, answer, body, detail);
    return { content: [said(text)], structuredContent: value, ..._meta };
  }
  const problem = body.toString("utf8");
  const required = readHeader(headerOf(answer, "payment-required"));
  if (required !== null) {
    const terms = termsOf(tool, required);
    return { content: [said(JSON.stringify(terms)), said(problem)], structuredContent: terms, isError: true, ..._meta };
  }
  const structuredContent = JSON.parse(problem) as Record<string, unknown>;
  return { content: [said(problem)], structuredContent, isError: true, ..._meta };
}
