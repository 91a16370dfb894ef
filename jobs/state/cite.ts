// Names the provider calls behind a section and numbers them once per state.
import { broughtBy, type DatasetId, FRESHNESS } from "../../schema/freshness.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { CallBehindRow } from "../../schema/query/service/call-behind.ts";
import type { CallLatestRow } from "../../schema/query/service/call-latest.ts";
import type { PastSpan } from "../../schema/query/trade/spot-past.ts";
import { openNumbering } from "../../schema/shape/numbering.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { pickCall } from "../../schema/source/behind.ts";
import { behindKey, type CallsBehind } from "../fact/read-behind.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { callsOf, isFresh } from "../measure/cause.ts";

/** What a row is to its section: of its dataset, of a reading of the past, or one that no number was made of. */
export type Role =
  | DatasetId
  | `${DatasetId}_past`
  | `${DatasetId}_unused`
  | `candle_${PastSpan}`
  | `open_interest_${"1h" | "4h" | "24h"}`
  | "top_long_short"
  | "own";

/** A row as a source sees it: who gave it, its own time and when we received it (epoch milliseconds). */
export type Cited = {
  readonly dataset: DatasetId;
  /** The source, or its kind, where several bring the dataset, such as "candle-1m". */
  readonly from?: string;
  readonly provider: string;
  readonly venue: string | null;
  readonly at: number;
  readonly retrievedAt: number;
  /** The token the call was about where that is not the state's own. */
  readonly token?: string;
  /** A reading of the past that is used as one does not grow stale. */
  readonly past?: true;
  /** Its dataset, or that of the past, where it is left out. */
  readonly role?: Role;
};

const roleOf = ({ role, dataset, past }: Cited): Role => role ?? (past ? `${dataset}_past` : dataset);

/** A row that a section rests on, or what the service itself issued: no provider's call is behind that. */
export type Citation = Cited | { readonly own: Omit<Source, "id"> };

/** Gives the ids of the sources of these rows, each once; the same call has one id throughout a state. */
type Cite = (cited: readonly Citation[]) => string[];

const URL_MAX = 512;

/** The very call that a row came with: of its source, answered at the instant at which the row was received. */
export const callBehind = (behind: CallsBehind, cited: Cited, token = cited.token): CallBehindRow | undefined =>
  pickCall(behind.get(behindKey(cited.provider, cited.retrievedAt), token) ?? [], { ...cited, token });

/** When the source of the row last answered well; 0 where that is not known. */
const heardAt = (calls: readonly CallLatestRow[], { dataset, provider }: Cited): number =>
  callsOf(calls, broughtBy(dataset))
    .filter((call) => call.provider === provider)
    .reduce((newest, { ok_at }) => Math.max(newest, ok_at), 0);

/** The source of a row as an answer names it, without its number. */
export function sourceOf(
  cited: Cited,
  call: CallBehindRow | undefined,
  calls: readonly CallLatestRow[],
  asOf: number,
): Source {
  const seenAt = FRESHNESS[cited.dataset].isOfEvents ? Math.max(cited.at, heardAt(calls, cited)) : cited.at;
  return {
    provider: cited.provider,
    endpoint: call?.endpoint ?? cited.from ?? cited.dataset,
    venue: cited.venue,
    as_of: toTime(cited.at),
    retrieved_at: toTime(cited.retrievedAt),
    raw_sha256: call?.raw_sha256 ?? null,
    rows: call?.rows ?? null,
    status: cited.past || isFresh(cited.dataset, seenAt, asOf) ? "ok" : "stale",
    url: call && call.url !== "" && call.url.length <= URL_MAX ? call.url : null,
  };
}

/** A call as a proof lists it. */
export const sourceCallOf = (
  id: string,
  call: Omit<CallBehindRow, "id" | "source" | "token" | "outcome" | "stored_at">,
): SourceCall => ({
  source_id: id,
  provider: call.provider,
  endpoint: call.endpoint,
  method: call.method === "" ? UNASSESSED : call.method,
  url: call.url,
  params: {},
  requested_at: toTime(call.requested_at),
  responded_at: toTime(call.responded_at),
  http_status: call.http_status,
  bytes: call.bytes,
  rows: call.rows,
  calls: call.calls,
  raw_sha256: call.raw_sha256,
  cached: false,
});

type Citations = {
  readonly cite: Cite;
  readonly sources: readonly Source[];
  /** The calls behind the sources, each under its number. */
  readonly calls: readonly SourceCall[];
  /** What each source is cited as, in the order of the sources. */
  readonly roles: readonly (readonly Role[])[];
  /** Sources of earlier readings alone. */
  readonly past: ReadonlySet<string>;
};

/** Opens the source list of one state. */
export function openCitations(rows: TokenFacts, asOf: number, behind: CallsBehind): Citations {
  const { idOf, sources } = openNumbering();
  const calls = new Map<string, SourceCall>();
  const roles = new Map<string, Set<Role>>();
  const [now, before] = [new Set<string>(), new Set<string>()];
  const asRole = (id: string, role: Role): string => {
    roles.set(id, (roles.get(id) ?? new Set()).add(role));
    return id;
  };
  const cite = (one: Citation): string => {
    if ("own" in one) return asRole(idOf(one.own), "own");
    const call = callBehind(behind, one, one.token ?? rows.token.id);
    const id = idOf(sourceOf(one, call, rows.calls, asOf), call?.id);
    if (call && !calls.has(id)) calls.set(id, sourceCallOf(id, call));
    (one.past ? before : now).add(id);
    return asRole(id, roleOf(one));
  };
  return {
    cite: (cited) => [...new Set(cited.map(cite))],
    sources,
    get calls() {
      return [...calls.values()];
    },
    get roles() {
      return sources.map(({ id = "" }) => [...(roles.get(id) ?? [])]);
    },
    get past() {
      return new Set([...before].filter((id) => !now.has(id)));
    },
  };
}
