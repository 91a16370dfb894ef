// A record of every call to a provider: what was asked, when, how it ended and the digest of what came back.
import type { SourceCallRow } from "../../schema/dataset/service/source-call.ts";
import type { HttpAttempt } from "../../schema/io/http.ts";
import type { Random } from "../../schema/io/random.ts";
import { rootOfDigests } from "../../schema/proof/tree.ts";

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
  /** Starts to listen: what it gives back names the calls recorded since, until it is asked for them. */
  listen(): () => CallRecord[];
  /**
   * The one record that a reading made of these calls is stored under: itself where it is one, else a row of its own
   * with the RFC 6962 root over their digests, answered with the last of them. Failed calls brought nothing.
   */
  join(calls: readonly CallRecord[]): CallRecord | undefined;
  /** Says that the newest call about the token was answered with what nobody could use, where it brought nothing yet. */
  blame(token: string, outcome: string): void;
  /** Calls recorded since the last take; "told" leaves those that may still have to say something. */
  take(which?: "all" | "told"): CallRecord[];
};

const SECRET = /((?:api_?key|key|token|secret|signature|x_cg_demo_api_key)=)[^&]*/gi;

/** An address fit to be stored: no credentials, bounded. */
const publicUrl = (url: string): string =>
  url
    .replace(SECRET, "$1removed")
    .replace(/\/\/[^/@]*@/, "//")
    .slice(0, 500);

/** Outcome and rows of such a call are known. */
const hasTold = ({ outcome, rows }: CallRecord): boolean => outcome !== "ok" || rows > 0;

function joined(calls: readonly CallRecord[], first: CallRecord, id: string): CallRecord {
  const urls = new Set(calls.map(({ url }) => url));
  const requestedAt = Math.min(...calls.map((call) => call.requested_at));
  const respondedAt = Math.max(...calls.map((call) => call.responded_at));
  const parts = [...new Set(calls.map((call) => call.raw_sha256))].sort();
  return {
    ...first,
    id,
    endpoint: first.source,
    url: urls.size === 1 ? first.url : "",
    requested_at: requestedAt,
    responded_at: respondedAt,
    bytes: calls.reduce((sum, { bytes }) => sum + bytes, 0),
    rows: 0,
    raw_sha256: rootOfDigests(parts),
    latency_ms: Math.max(0, respondedAt - requestedAt),
    parts,
    method: [...new Set(calls.map(({ method }) => method))].sort().join(),
  };
}

/** The call whose body a joined reading was read from. */
const READ_FROM = new WeakMap<CallRecord, CallRecord>();

/** Says how a call ended, and of a joined reading the call that it was read from. */
export function tellOutcome(record: CallRecord, outcome: string): void {
  record.outcome = outcome;
  const first = READ_FROM.get(record);
  if (first) first.outcome = outcome;
}

/** Collects the calls of one run. */
export function openCallLog(random: Random): CallLog {
  let calls: CallRecord[] = [];
  const listeners = new Set<CallRecord[]>();
  return {
    record(about, url, attempt) {
      const called = publicUrl(url);
      const record: CallRecord = {
        id: random.id(attempt.requestedAt, [about.source, about.token, called, attempt.sha256].join(" ")),
        provider: about.provider,
        source: about.source,
        endpoint: about.endpoint,
        token: about.token,
        url: called,
        requested_at: attempt.requestedAt,
        responded_at: attempt.respondedAt,
        outcome: attempt.outcome,
        http_status: attempt.status,
        bytes: attempt.bytes,
        rows: 0,
        raw_sha256: attempt.sha256,
        latency_ms: Math.max(0, attempt.respondedAt - attempt.requestedAt),
        parts: [],
        method: attempt.method,
      };
      calls.push(record);
      for (const heard of listeners) heard.push(record);
      return record;
    },
    listen() {
      const heard: CallRecord[] = [];
      listeners.add(heard);
      return () => {
        listeners.delete(heard);
        return heard;
      };
    },
    blame(token, outcome) {
      const last = calls.findLast((call) => call.token === token);
      if (last && !hasTold(last)) tellOutcome(last, outcome);
    },
    join(some) {
      const answered = some.filter(({ outcome }) => outcome === "ok");
      const [first] = answered;
      if (first === undefined || answered.length === 1) return first;
      const ids = answered.map(({ id }) => id).sort();
      const record = joined(answered, first, random.id(first.requested_at, ids.join()));
      READ_FROM.set(record, first);
      calls.push(record);
      return record;
    },
    take(which = "all") {
      const taken = which === "all" ? calls : calls.filter(hasTold);
      calls = which === "all" ? [] : calls.filter((call) => !hasTold(call));
      return taken;
    },
  };
}
