// Which call brought a row: that of a source of the row's dataset, answered at the instant at which the row was received.
import { broughtBy, type DatasetId, datasetOf, kindOf } from "../freshness.ts";
import type { CallBehindRow } from "../query/service/call-behind.ts";

/** A row as far as its call is concerned; `from` is the source or its kind where several bring a dataset. */
export type BroughtRow = { readonly dataset: DatasetId; readonly from?: string; readonly token?: string | undefined };

/** So few are sooner looked through than sorted by token. */
const FEW = 8;

/** Of long lists, which never change: their calls by the token that they were about. */
const BY_TOKEN = new WeakMap<readonly CallBehindRow[], ReadonlyMap<string, readonly CallBehindRow[]>>();

function sortByToken(answered: readonly CallBehindRow[]): ReadonlyMap<string, readonly CallBehindRow[]> {
  const known = BY_TOKEN.get(answered);
  if (known) return known;
  const sorted = new Map<string, CallBehindRow[]>();
  for (const call of answered) {
    const same = sorted.get(call.token);
    if (same) same.push(call);
    else sorted.set(call.token, [call]);
  }
  BY_TOKEN.set(answered, sorted);
  return sorted;
}

/** Those that may have been about the token: a provider answers for hundreds at once. */
function callsAbout(answered: readonly CallBehindRow[], token: string | undefined): readonly CallBehindRow[] {
  if (token === undefined) return answered;
  if (answered.length <= FEW) return answered.filter((call) => call.token === "" || call.token === token);
  const sorted = sortByToken(answered);
  const ofAll = sorted.get("") ?? [];
  return token === "" ? ofAll : [...ofAll, ...(sorted.get(token) ?? [])];
}

type Ranked = { readonly rank: number; readonly call: CallBehindRow };

/** Of equals the one that was stored first: what is stored later changes no answer. */
function isBetter({ rank, call }: Ranked, than: Ranked): boolean {
  if (rank !== than.rank) return rank > than.rank;
  if (call.stored_at !== than.call.stored_at) return call.stored_at < than.call.stored_at;
  return call.id < than.call.id;
}

/** Of the calls of the row's provider that were answered when it was received, the one that brought it. */
export function pickCall(answered: readonly CallBehindRow[], row: BroughtRow): CallBehindRow | undefined {
  const { dataset, from, token } = row;
  const brought = broughtBy(dataset);
  let best: Ranked | undefined;
  for (const call of callsAbout(answered, token)) {
    if (
      (from !== undefined && call.source !== from && kindOf(call.source) !== from) ||
      datasetOf(call.source) !== brought
    )
      continue;
    const rank = (call.rows > 0 ? 4 : 0) + (call.outcome === "ok" ? 2 : 0) + (call.token === "" ? 0 : 1);
    if (best === undefined || isBetter({ rank, call }, best)) best = { rank, call };
  }
  return best?.call;
}
