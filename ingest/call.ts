// A record of every call to a provider: what was asked, when, how it ended and the digest of what came back.
import type { HttpAttempt } from "../schema/io/http.ts";
import type { Random } from "../schema/io/random.ts";
import type { SourceCallRow } from "../schema/row/source-call.ts";

/** Who calls and for what; `provider` is the public name. */
export type CallAbout = {
  readonly source: string;
  readonly provider: string;
  readonly endpoint: string;
  readonly token: string;
};

export type CallRecord = { -readonly [K in keyof SourceCallRow]: SourceCallRow[K] };

export type CallLog = {
  record(about: CallAbout, url: string, attempt: HttpAttempt): CallRecord;
  /** Calls recorded since the last take. */
  take(): CallRecord[];
};

const SECRET = /((?:api_?key|key|token|secret|signature|x_cg_demo_api_key)=)[^&]*/gi;

/** An address fit to be stored: no credentials, bounded. */
export const publicUrl = (url: string): string =>
  url
    .replace(SECRET, "$1removed")
    .replace(/\/\/[^/@]*@/, "//")
    .slice(0, 500);

/** Collects the calls of one run. */
export function openCallLog(random: Random): CallLog {
  let calls: CallRecord[] = [];
  return {
    record(about, url, attempt) {
      const record: CallRecord = {
        id: random.id(attempt.requestedAt),
        provider: about.provider,
        source: about.source,
        endpoint: about.endpoint,
        token: about.token,
        url: publicUrl(url),
        requested_at: attempt.requestedAt,
        responded_at: attempt.respondedAt,
        outcome: attempt.outcome,
        http_status: attempt.status,
        bytes: attempt.bytes,
        rows: 0,
        raw_sha256: attempt.sha256,
        latency_ms: Math.max(0, attempt.respondedAt - attempt.requestedAt),
      };
      calls.push(record);
      return record;
    },
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}
