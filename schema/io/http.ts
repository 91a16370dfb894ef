// The one outgoing fetch: deadline, size cap on the decoded body, retry budget, no redirects, typed errors.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { Agent, type Dispatcher, request } from "undici";
import { USER_AGENT } from "../version.ts";
import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";
import { counter, histogram, observe } from "./seen/tally.ts";

export type HttpKind =
  | "timeout"
  | "rate_limited"
  | "blocked_country"
  /** It wants a key and none is set. */
  | "not_configured"
  | "http_error"
  | "bad_body"
  | "refused";

/** What one attempt did; `status` 0 and empty digest where there was no answer. */
export type HttpAttempt = {
  readonly outcome: "ok" | HttpKind;
  readonly method: "GET" | "POST";
  readonly status: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly requestedAt: number;
  readonly respondedAt: number;
};

export type HttpAsk = {
  /** Whose retry budget pays. */
  readonly provider: string;
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Time for one attempt including its whole body. */
  readonly timeoutMs: number;
  readonly bodyBytesMax: number;
  /** Retries of transport errors and 5xx; answers of 4xx are never repeated. */
  readonly retriesMax?: number;
  readonly signal?: AbortSignal | undefined;
  /** Waits for permission to send; called before every attempt. */
  readonly before?: () => Promise<void>;
  readonly onAttempt?: (attempt: HttpAttempt) => void;
};

export type HttpAnswer = HttpAttempt & {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** `answer` is there for an error status, so that a caller may read the provider's own code. */
export type HttpError = Error & {
  readonly kind: HttpKind;
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly answer: HttpAnswer | null;
  /** The connection ended inside the body. */
  readonly cut: boolean;
};

export type Http = {
  /** Sends and reads whole. Throws HttpError for every answer that is not 2xx. */
  send(ask: HttpAsk): Promise<HttpAnswer>;
  close(): Promise<void>;
};

const REQUESTS = counter("provider_requests_total", "Requests to providers by how they ended.", [
  "provider",
  "outcome",
]);
const TOOK = histogram("provider_request_duration_seconds", "How long answers of providers took.", ["provider"]);

const RETRIES_MAX = 2;
const BACKOFF_MS = 200;
/** A longer wish to be left alone is the caller's business, not ours to sleep through. */
const RETRY_AFTER_MS_MAX = 5_000;
const BUDGET = { tokensMax: 10, perCall: 0.1 } as const;

const inflaters = { gzip: promisify(gunzip), br: promisify(brotliDecompress), deflate: promisify(inflate) } as const;

type Detail = { status?: number; retryAfterMs?: number | null; answer?: HttpAnswer; cause?: unknown; cut?: boolean };

/** Builds an HttpError to throw. */
export function httpError(kind: HttpKind, message: string, detail: Detail = {}): HttpError {
  const error = new Error(message, detail.cause === undefined ? undefined : { cause: detail.cause });
  const { status = 0, retryAfterMs = null, answer = null, cut = false } = detail;
  return Object.assign(error, { name: "HttpError", kind, status, retryAfterMs, answer, cut });
}

export const isHttpError = (error: unknown): error is HttpError => error instanceof Error && error.name === "HttpError";

/** Milliseconds of a Retry-After header in seconds or as a date; null where there is none. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const value = headers["retry-after"];
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1_000));
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

async function readWhole(body: Dispatcher.ResponseData["body"], bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > bytesMax) throw httpError("bad_body", `the body is larger than ${bytesMax} bytes`);
    chunks.push(chunk as Buffer);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

async function decode(raw: Buffer, encoding: string | undefined, bytesMax: number): Promise<Buffer> {
  if (encoding === undefined || encoding === "identity") return raw;
  const inflater = inflaters[encoding as keyof typeof inflaters];
  if (!inflater) throw httpError("bad_body", `the body has an unknown encoding ${encoding.slice(0, 20)}`);
  try {
    return await inflater(raw, { maxOutputLength: bytesMax });
  } catch (cause) {
    throw httpError("bad_body", "the body does not decompress within its limit", { cause });
  }
}

const flat = (headers: Dispatcher.ResponseData["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );

/** Names what went wrong on the way; `read` says whether the head of the answer had arrived. */
function transportError(cause: unknown, timedOut: boolean, read: boolean, timeoutMs: number): HttpError {
  if (isHttpError(cause)) return cause;
  const code = (cause as { code?: string }).code ?? "";
  if (timedOut || /TIMEOUT/.test(code))
    return httpError("timeout", `no whole answer within ${timeoutMs} ms`, { cause });
  return read
    ? httpError("bad_body", "the connection ended inside the body", { cause, cut: true })
    : httpError("refused", `the connection failed (${code || "unknown"})`, { cause });
}

/** How providers, and the networks before them, word that they do not serve a place. */
const COUNTRY =
  /\b(your|the|this) (country|region)\b|restricted (location|country|region|jurisdiction)|(not |un)available in (the|your)\b/i;
const REFUSAL_BYTES = 8_192;

/** 451 refuses a caller's country by itself, 403 where its text says so: a ban and a missing right are 403 too. */
function kindOf(status: number, body: Buffer): HttpKind | "ok" {
  if (status >= 200 && status < 300) return "ok";
  if (status === 429 || status === 418) return "rate_limited";
  const isBlocked = status === 451 || (status === 403 && COUNTRY.test(body.toString("utf8", 0, REFUSAL_BYTES)));
  return isBlocked ? "blocked_country" : "http_error";
}

const sayStatus = (status: number, kind: HttpKind): string =>
  `the provider answered ${status}${kind === "blocked_country" ? " (it does not serve this place)" : ""}`;

const mayRetry = (error: HttpError): boolean =>
  error.cut ||
  error.kind === "timeout" ||
  error.kind === "refused" ||
  (error.kind === "http_error" && error.status >= 500);

/** Retries a provider may have: earned by calls, spent by retries. */
function openBudget() {
  const budgets = new Map<string, number>();
  const left = (provider: string): number => budgets.get(provider) ?? BUDGET.tokensMax;
  return {
    earn: (provider: string) => budgets.set(provider, Math.min(BUDGET.tokensMax, left(provider) + BUDGET.perCall)),
    spend(provider: string): boolean {
      if (left(provider) < 1) return false;
      budgets.set(provider, left(provider) - 1);
      return true;
    },
  };
}

/** Opens the door. One keep-alive pool; retries draw on one token budget per provider so that an outage is not doubled. */
export function openHttp(options: { clock: Clock; random: Random }): Http {
  const agent = new Agent({ connections: 32, keepAliveTimeout: 4_000, connect: { timeout: 5_000 } });
  const budget = openBudget();
  const { clock, random } = options;

  const attemptOnce = async (ask: HttpAsk): Promise<HttpAnswer> => {
    const requestedAt = clock.now();
    const { method = "GET" } = ask;
    const timeout = AbortSignal.timeout(ask.timeoutMs);
    let status = 0;
    const report = (outcome: HttpAttempt["outcome"], body: Buffer | null): HttpAttempt => {
      const sha256 = body === null ? "" : createHash("sha256").update(body).digest("hex");
      const bytes = body?.length ?? 0;
      const attempt = { outcome, method, status, bytes, sha256, requestedAt, respondedAt: clock.now() };
      ask.onAttempt?.(attempt);
      REQUESTS.of(ask.provider, outcome).value += 1;
      observe(TOOK.of(ask.provider), Math.max(0, attempt.respondedAt - requestedAt) / 1_000);
      return attempt;
    };
    let headers: Record<string, string> = {};
    let body: Buffer;
    try {
      const answer = await request(ask.url, {
        dispatcher: agent,
        method,
        headers: { "user-agent": USER_AGENT, "accept-encoding": "gzip, deflate, br", ...ask.headers },
        body: ask.body ?? null,
        signal: ask.signal ? AbortSignal.any([ask.signal, timeout]) : timeout,
      });
      status = answer.statusCode;
      headers = flat(answer.headers);
      body = await decode(
        await readWhole(answer.body, ask.bodyBytesMax),
        headers["content-encoding"],
        ask.bodyBytesMax,
      );
    } catch (cause) {
      ask.signal?.throwIfAborted();
      const error = transportError(cause, timeout.aborted, status !== 0, ask.timeoutMs);
      report(error.kind, null);
      throw error;
    }
    const kind = kindOf(status, body);
    const answer: HttpAnswer = { ...report(kind, body), headers, body };
    if (kind === "ok") return answer;
    const wait = retryAfterMs(headers, clock.now());
    throw httpError(kind, sayStatus(status, kind), { status, retryAfterMs: wait, answer });
  };

  return {
    async send(ask) {
      budget.earn(ask.provider);
      for (let attempt = 0; ; attempt += 1) {
        await ask.before?.();
        try {
          return await attemptOnce(ask);
        } catch (error) {
          if (!isHttpError(error) || !mayRetry(error) || attempt >= (ask.retriesMax ?? RETRIES_MAX)) throw error;
          const wait = Math.max(error.retryAfterMs ?? 0, random.fraction() * BACKOFF_MS * 2 ** attempt);
          if (wait > RETRY_AFTER_MS_MAX || !budget.spend(ask.provider)) throw error;
          await sleep(wait, undefined, ask.signal ? { signal: ask.signal } : {});
        }
      }
    },
    close: () => agent.close(),
  };
}
