// The machine-readable description, /openapi.json: OpenAPI 3.1 written from the registry.
import type { TSchema } from "typebox";
import { FAULTS, type FaultCode } from "../../schema/fault.ts";
import { LIMITS } from "../../schema/limit.ts";
import { API_TITLE, originOf } from "../../schema/link.ts";
import { Problem } from "../../schema/shape/problem.ts";
import { PRICES } from "../../schema/tier.ts";
import { API_VERSION } from "../../schema/version.ts";
import { type Route, TAGS } from "../contract.ts";
import type { Deps } from "../deps.ts";
import { ROUTES } from "../route/index.ts";
import { componentSchemas, type Json, toSchema } from "./component.ts";
import { describeWebhooks } from "./webhook.ts";

type Node = { [key: string]: Json };

/** What any call may answer. */
const ALWAYS: readonly FaultCode[] = [
  "invalid_request",
  "unknown_parameter",
  "route_not_found",
  "method_not_allowed",
  "body_too_large",
  "internal_error",
  "not_ready",
  "invalid_api_key",
  "rate_limited",
  "upstream_unavailable",
];
const BODY: readonly FaultCode[] = [
  "invalid_json",
  "missing_field",
  "unknown_field",
  "unsupported_media_type",
  "idempotency_in_progress",
  "idempotency_key_reused",
];
const VALIDATION: readonly FaultCode[] = ["invalid_type", "out_of_range", "invalid_enum", "invalid_date_time"];

const HEADERS: Node = {
  "X-Request-Id": {
    description: "Names the request; a valid one that was sent is given back.",
    schema: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" },
  },
  "X-Market": {
    description: "sandbox where every number is simulated; absent otherwise.",
    schema: { type: "string", enum: ["sandbox"] },
  },
  ETag: { description: "Strong tag of the body and its encoding.", schema: { type: "string", maxLength: 64 } },
  "Last-Modified": { description: "as_of of the answer.", schema: { type: "string", maxLength: 40 } },
  "Cache-Control": { description: "How long a cache may keep it.", schema: { type: "string", maxLength: 100 } },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
  RateLimit: {
    description: 'What is left of each policy and for how many seconds: `"burst";r=29;t=8`.',
    schema: { type: "string", maxLength: 300 },
  },
  "RateLimit-Policy": {
    description: 'The policies: calls (q) in a window of seconds (w): `"burst";q=30;w=10`.',
    schema: { type: "string", maxLength: 300 },
  },
  "PAYMENT-REQUIRED": {
    description: "Terms of payment, base64 of JSON (x402 version 2).",
    schema: { type: "string", maxLength: 4_096 },
  },
  "PAYMENT-RESPONSE": {
    description: "The receipt of a payment, base64 of JSON (x402 version 2).",
    schema: { type: "string", maxLength: 4_096 },
  },
  "Idempotency-Replayed": { description: "true where the answer is a kept one.", schema: { type: "string" } },
  Allow: { description: "Methods of the path.", schema: { type: "string", maxLength: 100 } },
};
const headers = (...names: string[]): Node =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const COMMON = ["X-Request-Id", "X-Market"];
const RATES = ["RateLimit", "RateLimit-Policy"];

const IDEMPOTENCY_KEY: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: `Names the call: repeated within ${LIMITS.idempotencyKeptS / 3_600} hours it gets the first answer, and waits for it while that call runs.`,
  schema: { type: "string", minLength: 1, maxLength: LIMITS.idempotencyKeyLengthMax },
};

const monitorSecret = (isRequired: boolean): Json => ({
  name: "X-Monitor-Secret",
  in: "header",
  required: isRequired,
  description: isRequired
    ? "The secret of the monitors, as their creation showed it."
    : "Of monitors that stand: the new one joins them, and no new secret is shown.",
  schema: { type: "string", maxLength: 128 },
});

/** One response component a status, with the codes that have it. */
function problemResponse(status: number, codes: readonly FaultCode[], origin: string): Node {
  const [first] = codes;
  const example = {
    object: "error",
    type: `${origin}/errors/${first}`,
    title: first ? FAULTS[first].title : "",
    status,
    detail: first ? FAULTS[first].title : "",
    instance: "/v1/tokens",
    code: first ?? "",
    request_id: "q1w2e3r40000000042",
    retryable: first ? "retryable" in FAULTS[first] : false,
    retry_after_s: status === 503 || status === 429 ? 5 : null,
    docs: `${origin}/llms.txt`,
  };
  const extra: Readonly<Record<number, readonly string[]>> = {
    402: [...RATES, "PAYMENT-REQUIRED", "PAYMENT-RESPONSE"],
    405: ["Allow"],
    429: [...RATES, "Retry-After"],
    503: ["Retry-After"],
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${FAULTS[code].title}.`).join(" "),
    headers: headers(...COMMON, ...(extra[status] ?? [])),
    content: { "application/problem+json": { schema: toSchema(Problem), example } },
  };
}

function faultResponses({ contract }: Route, origin: string): Node {
  const takes = Object.keys(contract.query.properties).length + Object.keys(contract.params.properties).length > 0;
  const codes = new Set<FaultCode>([
    ...ALWAYS,
    ...(takes || contract.body !== undefined ? VALIDATION : []),
    ...(contract.body === undefined ? [] : BODY),
    ...(contract.tier === "free" ? [] : (["payment_required"] as const)),
    ...(contract.slow === true ? (["concurrency_limited", "overloaded"] as const) : []),
    ...contract.faults,
  ]);
  const statuses = [...new Set([...codes].map((code) => FAULTS[code].status))].sort();
  const of = (status: number) => [...codes].filter((code) => FAULTS[code].status === status);
  return Object.fromEntries(statuses.map((status) => [String(status), problemResponse(status, of(status), origin)]));
}

type Member = TSchema & { readonly type?: string; readonly description?: string };

function parameters({ contract }: Route): Json[] {
  const write = (where: "path" | "query", name: string, member: Member, example: unknown): Json => {
    const { description, ...shape } = JSON.parse(JSON.stringify(member)) as Node;
    return {
      name,
      in: where,
      required: where === "path",
      description: description ?? "",
      schema: shape,
      // Lists are written with commas.
      ...(member.type === "array" ? { style: "form", explode: false } : {}),
      ...(example === undefined ? {} : { example: example as Json }),
    };
  };
  const { params, query } = contract.example as { params: Node; query: Node };
  return [
    ...Object.entries(contract.params.properties).map(([name, m]) => write("path", name, m, params[name])),
    ...Object.entries(contract.query.properties).map(([name, m]) => write("query", name, m, query[name])),
  ];
}

/** Whether an answer may be one that was kept: of a call that was named, or of one that was paid for. */
const isKept = ({ contract }: Route): boolean => contract.method !== "GET" || contract.tier !== "free";

const bodySchema = (body: TSchema, forms: readonly TSchema[] | undefined): Json =>
  forms === undefined ? toSchema(body) : { oneOf: forms.map(toSchema) };

function operation(route: Route, origin: string): Node {
  const { contract } = route;
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: contract.description,
    parameters: [
      ...parameters(route),
      ...(contract.monitorSecret === undefined ? [] : [monitorSecret(contract.monitorSecret === "required")]),
      ...(contract.method === "GET" ? [] : [IDEMPOTENCY_KEY]),
    ],
    ...(contract.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: bodySchema(contract.body, contract.bodyForms),
                example: contract.example.body as Json,
              },
            },
          },
        }),
    "x-tier": contract.tier,
    "x-price": { amount: PRICES.tiers[contract.tier], unit: PRICES.unit },
    responses: {
      [contract.status ?? 200]: {
        description: "The answer.",
        headers: headers(
          ...COMMON,
          ...RATES,
          ...(isKept(route) ? ["Idempotency-Replayed"] : []),
          ...(contract.tier === "free" ? [] : ["PAYMENT-RESPONSE"]),
          ...["ETag", "Last-Modified", "Cache-Control"],
        ),
        content: {
          "application/json": { schema: toSchema(contract.output), example: contract.example.answer as Json },
        },
      },
      ...(contract.method === "GET"
        ? {
            304: {
              description: "The caller holds the newest answer.",
              headers: headers("X-Request-Id", ...RATES, "ETag"),
            },
          }
        : {}),
      ...faultResponses(route, origin),
    },
  };
}

/** Operations by path and method. */
function describePaths(routes: readonly Route[], origin: string): Node {
  const paths: { [path: string]: Node } = {};
  for (const route of routes) {
    const { path, method } = route.contract;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route, origin) };
  }
  return paths;
}

/** The description as a value. */
export function describeApi({ env }: Pick<Deps, "env">): Node {
  const origin = originOf(env);
  return {
    openapi: "3.1.0",
    info: {
      title: API_TITLE,
      version: API_VERSION,
      summary: "Sourced and timestamped crypto market data for AI agents.",
      description:
        'Every answer is an envelope of object, id, as_of, data and sources. A quantity that applies but was not measured is the word "unassessed", never 0, false or null; the reason stands beside it. Errors are RFC 9457 problem details with a stable code.',
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      contact: { name: "Assay", url: `${origin}/llms.txt` },
    },
    servers: [{ url: env.PUBLIC_URL ? origin : "/", description: "This service." }],
    security: [{}, { partnerKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: describePaths(ROUTES, origin),
    webhooks: describeWebhooks(env.WEBHOOK_SIGNATURE_HEADER),
    components: {
      schemas: componentSchemas(),
      headers: HEADERS,
      securitySchemes: {
        partnerKey: {
          type: "http",
          scheme: "bearer",
          description: "A design partner's key; nothing is paid with one.",
        },
      },
    },
  };
}

const written = new WeakMap<Deps["env"], string>();

/** The description as text, written once. */
export function openapiPage({ env }: Deps): string {
  const text = written.get(env) ?? JSON.stringify(describeApi({ env }));
  written.set(env, text);
  return text;
}
