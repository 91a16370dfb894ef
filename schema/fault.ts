// The catalogue of everything that can go wrong, and the one way to raise it.
import type { Candidate, ProblemItem } from "./shape/problem.ts";

type FaultRow = { readonly status: number; readonly title: string; readonly retryable?: true };

export const FAULTS = {
  invalid_request: { status: 400, title: "The request is not valid HTTP for this service" },
  invalid_json: { status: 400, title: "The body is not valid JSON" },
  missing_field: { status: 400, title: "A required member is missing" },
  unknown_field: { status: 400, title: "The body has a member this call does not know" },
  invalid_type: { status: 400, title: "A value has the wrong type" },
  out_of_range: { status: 400, title: "A value is out of range" },
  invalid_enum: { status: 400, title: "A value is not one of the allowed words" },
  unknown_parameter: { status: 400, title: "The query has a parameter this call does not know" },
  invalid_date_time: { status: 400, title: "A time is not RFC 3339" },
  question_or_claim_required: { status: 400, title: "Send a question or a claim" },
  question_and_claim_exclusive: { status: 400, title: "Send either a question or a claim, not both" },
  text_length: { status: 400, title: "The text is too short or too long" },
  hours_out_of_range: { status: 400, title: "hours must be 1 to 24" },
  webhook_url_not_https: { status: 400, title: "The webhook address must use https" },
  webhook_url_private: { status: 400, title: "The webhook address is private" },
  webhook_url_unresolvable: { status: 400, title: "The webhook host does not resolve" },
  webhook_url_invalid: { status: 400, title: "The webhook address is not acceptable" },
  too_many_tokens: { status: 400, title: "Too many tokens" },
  monitor_secret_required: { status: 400, title: "The X-Monitor-Secret header is required" },
  invalid_address: { status: 400, title: "The address is not valid on this chain" },
  unsupported_chain: { status: 400, title: "The chain is not supported" },
  ambiguous_token: { status: 400, title: "Several tokens match" },
  size_required: { status: 400, title: "An order size is required" },
  size_exclusive: { status: 400, title: "Send one order size" },
  payment_malformed: { status: 400, title: "The payment header cannot be read" },
  payment_version_unsupported: { status: 400, title: "The payment version is not supported" },
  invalid_api_key: { status: 401, title: "The API key is not valid" },
  payment_required: { status: 402, title: "Payment required" },
  payment_invalid: { status: 402, title: "The payment is not valid" },
  duplicate_settlement: { status: 402, title: "The payment was used before" },
  settlement_pending: { status: 503, title: "The payment is being settled", retryable: true },
  settlement_failed: { status: 402, title: "The payment could not be settled" },
  origin_not_allowed: { status: 403, title: "The origin is not allowed" },
  token_not_found: { status: 404, title: "No token matches" },
  token_not_tracked: { status: 404, title: "The token is known but not tracked in depth" },
  address_not_found: { status: 404, title: "The address was never used" },
  brief_not_found: { status: 404, title: "No such brief" },
  no_brief_yet: { status: 404, title: "No brief was written for this token yet" },
  proof_not_found: { status: 404, title: "No such proof" },
  payment_not_found: { status: 404, title: "No such payment" },
  monitor_not_found: { status: 404, title: "No such monitor" },
  agent_not_found: { status: 404, title: "No such agent" },
  route_not_found: { status: 404, title: "No such path" },
  method_not_allowed: { status: 405, title: "The path does not take this method" },
  idempotency_in_progress: { status: 409, title: "The same request is still running", retryable: true },
  payment_id_conflict: { status: 409, title: "The payment id belongs to another request" },
  body_too_large: { status: 413, title: "The body is larger than 16 KB" },
  unsupported_media_type: { status: 415, title: "The body must be application/json" },
  idempotency_key_reused: { status: 422, title: "The idempotency key was used with another body" },
  rate_limited: { status: 429, title: "Too many requests", retryable: true },
  concurrency_limited: { status: 429, title: "Too many requests at once", retryable: true },
  internal_error: { status: 500, title: "Something went wrong on our side", retryable: true },
  investigation_failed: { status: 502, title: "The investigation failed upstream", retryable: true },
  not_ready: { status: 503, title: "The data is not ready yet", retryable: true },
  verdict_stale: { status: 503, title: "The verdict has run out", retryable: true },
  overloaded: { status: 503, title: "The service is overloaded", retryable: true },
  upstream_unavailable: { status: 503, title: "A needed upstream is unavailable", retryable: true },
} as const satisfies Record<string, FaultRow>;

export type FaultCode = keyof typeof FAULTS;

type FaultExtra = {
  readonly errors?: readonly ProblemItem[];
  readonly candidates?: readonly Candidate[];
  readonly violated_policies?: readonly string[];
  readonly retryAfterS?: number;
  /** Of a verdict that has run out: which one it was. */
  readonly last?: { readonly id: string; readonly as_of: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a 402: what the call costs. */
  readonly payment?: { readonly price: number; readonly unit: string; readonly header: string };
  readonly cause?: unknown;
};

/** An error with a code of the catalogue; `message` is shown to the caller and never carries secrets. */
export type Fault = Error & { readonly code: FaultCode; readonly extra: FaultExtra };

/** Builds a Fault to throw. `detail` is one sentence that says what to do next. */
export function fault(code: FaultCode, detail: string = FAULTS[code].title, extra: FaultExtra = {}): Fault {
  const error = new Error(detail, extra.cause === undefined ? undefined : { cause: extra.cause });
  return Object.assign(error, { name: "Fault", code, extra });
}

/** A fault of one member of the body, by its JSON pointer, or of one parameter. */
export const faultAt = (
  at: { readonly pointer: string } | { readonly parameter: string },
  code: FaultCode,
  detail: string,
): Fault => fault(code, detail, { errors: [{ ...at, code, detail }] });

/** The same fault with further headers. */
export const withHeaders = (error: Fault, headers: Readonly<Record<string, string>>): Fault =>
  fault(error.code, error.message, { ...error.extra, headers: { ...headers, ...error.extra.headers } });

export const isFault = (error: unknown): error is Fault =>
  error instanceof Error && error.name === "Fault" && "code" in error && (error.code as string) in FAULTS;

const UNSEEN = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** What readers of our sentences make links, addresses, emphasis or markup of. */
const MARKUP = /:?\/\/|\bwww\.|[[\]()<>*`|@\\]/giu;

const cut = (text: string): string => [...text].slice(0, 80).join("");

/** At most 80 characters of visible text: what we may give back of an input in a member of its own. */
export const visible = (input: string): string => cut(input.slice(0, 200).replace(UNSEEN, "?"));

/** The same without what makes a link or markup of it: what we may echo of an input in a sentence of ours. */
export const echo = (input: string): string => visible(input).replace(MARKUP, "?");
