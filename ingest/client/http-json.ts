// Plain JSON over HTTP under a venue's pace: for every provider that is no exchange.
import type { Env } from "../../schema/env.ts";
import { type HttpAnswer, httpError, isHttpError } from "../../schema/io/http.ts";
import type { CallRecord } from "../run/call.ts";
import type { Connections } from "../run/connection.ts";
import { VENUES, type VenueId } from "../source/venue.ts";
import type { CallContext, Called } from "./client.ts";
import { providerWordIn } from "./provider-word.ts";

type JsonAsk = {
  readonly venue: VenueId;
  /** What the record calls it. */
  readonly endpoint: string;
  readonly url: string;
  /** The token it is about; none where it is about many. */
  readonly token?: string;
  /** Stored instead of the address where that would carry a key. */
  readonly shownUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The setting of the key that it takes, and whether that is set: who refuses a caller without one says so. */
  readonly key?: { readonly setting: keyof Env; readonly isSet: boolean };
  /** Sent as JSON by POST. */
  readonly post?: unknown;
  readonly timeoutMs?: number;
  /** Which of the venue's budgets pays; `all` without it. */
  readonly bucket?: string;
  /** What it costs of the budget; 1 without it. */
  readonly weight?: number;
  /** The operator's own server: what the vendor gives away in a day does not bind it. */
  readonly isOwn?: boolean;
  readonly bodyBytesMax?: number;
  /** Bodies that are text, not JSON. */
  readonly text?: true;
};

const KEY_WANTED: ReadonlySet<number> = new Set([401, 403]);
const TIMEOUT_MS = 20_000;
const BODY_BYTES_MAX = 32 * 1_048_576;

/** Throws HttpError; `rate_limited` has already paused the provider for everyone. */
export async function callJson(connections: Connections, ask: JsonAsk, context: CallContext): Promise<Called> {
  const { http, pace } = connections;
  let record: CallRecord | null = null;
  const sent = http.send({
    provider: ask.venue,
    url: ask.url,
    method: ask.post === undefined ? "GET" : "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...ask.headers },
    ...(ask.post === undefined ? {} : { body: JSON.stringify(ask.post) }),
    timeoutMs: ask.timeoutMs ?? TIMEOUT_MS,
    bodyBytesMax: ask.bodyBytesMax ?? BODY_BYTES_MAX,
    signal: context.signal,
    before: async () => {
      await pace.take(ask.venue, ask.bucket ?? "all", ask.weight ?? 1, context.signal);
      if (!ask.isOwn && "day" in VENUES[ask.venue].buckets) await pace.take(ask.venue, "day", 1, context.signal);
    },
    onAttempt: (attempt) => {
      const about = { ...context.about, endpoint: ask.endpoint, token: ask.token ?? "" };
      record = context.log.record(about, ask.shownUrl ?? ask.url, attempt);
    },
  });
  /** Throws what the body says, whatever its status. */
  const refuseByWord = (answer: HttpAnswer) => {
    const { status } = answer;
    const word = providerWordIn(ask.venue, answer.body);
    if (!word) return;
    if (record) record.outcome = word.kind;
    throw httpError(word.kind, `${ask.venue} says so in its answer (${status})`, { status, answer });
  };
  const heard = sent.then(
    (answer) => {
      refuseByWord(answer);
      return answer;
    },
    (error: unknown) => {
      if (isHttpError(error) && error.kind === "http_error" && error.answer) refuseByWord(error.answer);
      throw error;
    },
  );
  const answer = await heard.catch(async (error: unknown) => {
    if (isHttpError(error) && error.kind === "rate_limited" && error.answer) {
      const retryAfterMs = error.retryAfterMs ?? VENUES[ask.venue].pauseMs;
      await pace.pause(ask.venue, retryAfterMs);
    }
    if (isHttpError(error) && ask.key?.isSet === false && KEY_WANTED.has(error.status) && error.kind === "http_error") {
      if (record) record.outcome = "not_configured";
      const detail = { status: error.status, cause: error };
      throw httpError("not_configured", `${ask.venue} wants a key and ${ask.key.setting} is not set`, detail);
    }
    throw error;
  });
  const done = record as CallRecord | null;
  if (!done) throw new Error("a call without its record");
  const text = answer.body.toString("utf8");
  if (ask.text) return { body: text, record: done };
  try {
    return { body: JSON.parse(text) as unknown, record: done };
  } catch (cause) {
    done.outcome = "bad_body";
    throw httpError("bad_body", `${ask.venue} answered with a body that is not JSON`, { cause });
  }
}
