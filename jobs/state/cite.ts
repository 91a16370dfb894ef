// Names the provider calls behind a section and numbers them once per state.
import type { DatasetId } from "../../schema/freshness.ts";
import type { CallLatestRow } from "../../schema/query/call-latest.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { callsOf, isFresh } from "../measure/cause.ts";

/** A row as a source sees it: who gave it, its own time and when we received it (epoch milliseconds). */
export type Cited = {
  readonly dataset: DatasetId;
  /** Tail of the source id where a dataset has several, such as "candle-1m". */
  readonly from?: string;
  readonly provider: string;
  readonly venue: string | null;
  readonly at: number;
  readonly retrievedAt: number;
  readonly rows: number | null;
  /** Set where a source makes several calls of one kind: only the very call a row came with is claimed. */
  readonly exact?: true;
};

/** What the service itself issued: no provider's call is behind it. */
type Own = { readonly own: Omit<Source, "id"> };

/** Gives the sources of these rows their numbers; the same source has one number throughout a state. */
export type Cite = (cited: readonly (Cited | Own)[]) => Source[];

/** Their newest row may be old because nothing happened: they are as fresh as the last good call. */
const EVENTS: ReadonlySet<DatasetId> = new Set(["liquidation", "large_transfer"]);
/** A call's digest is only claimed for a row that was received with it. */
const SAME_CALL_MS = 5_000;
const SHA256 = /^[0-9a-f]{64}$/;

/** Large transfers come with the scan that brings the flows. */
const broughtBy = (dataset: DatasetId): DatasetId => (dataset === "large_transfer" ? "exchange_flow" : dataset);

/** The call of the row's source that ended nearest to when the row was received. */
function callOf(rows: TokenFacts, cited: Cited): CallLatestRow | undefined {
  const calls = callsOf(rows.calls, broughtBy(cited.dataset)).filter(
    (call) => call.provider === cited.provider && (cited.from === undefined || call.source.endsWith(cited.from)),
  );
  const distance = (call: CallLatestRow) => Math.abs(call.kept_at - cited.retrievedAt);
  return calls.sort((a, b) => distance(a) - distance(b))[0];
}

function draft(rows: TokenFacts, cited: Cited, asOf: number): Omit<Source, "id"> {
  const call = callOf(rows, cited);
  const same = call !== undefined && Math.abs(call.kept_at - cited.retrievedAt) <= (cited.exact ? 0 : SAME_CALL_MS);
  const seenAt = EVENTS.has(cited.dataset) ? Math.max(cited.at, call?.ok_at ?? 0) : cited.at;
  return {
    provider: cited.provider,
    endpoint: (call?.kept_at ? call.endpoint : call?.source) ?? cited.from ?? cited.dataset,
    as_of: toTime(cited.at),
    retrieved_at: toTime(cited.retrievedAt),
    status: isFresh(cited.dataset, seenAt, asOf) ? "ok" : "stale",
    url: same && call.url !== "" && call.url.length <= 512 ? call.url : null,
    venue: cited.venue,
    rows: cited.rows,
    raw_sha256: same && SHA256.test(call.sha256) ? call.sha256 : null,
    latency_ms: same ? call.latency_ms : null,
  };
}

/** Opens the source list of one state. */
export function openCitations(rows: TokenFacts, asOf: number): { cite: Cite; readonly sources: readonly Source[] } {
  const sources: Source[] = [];
  const known = new Map<string, Source>();
  const number = (one: Cited | Own): Source => {
    const source = "own" in one ? one.own : draft(rows, one, asOf);
    const key = JSON.stringify(source);
    const before = known.get(key);
    if (before) return before;
    const numbered = { id: `S${sources.length + 1}`, ...source };
    sources.push(numbered);
    known.set(key, numbered);
    return numbered;
  };
  const cite: Cite = (cited) => [...new Set(cited.map(number))];
  return { cite, sources };
}
