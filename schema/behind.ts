// Which call brought a row: that of a source of the row's dataset, answered at the instant at which the row was received.
import { DATASET_IDS, type DatasetId } from "./freshness.ts";
import type { CallBehindRow } from "./query/call-behind.ts";

const BY_LENGTH = DATASET_IDS.map((id) => ({ id, dashed: id.replaceAll("_", "-") })).sort(
  (a, b) => b.dashed.length - a.dashed.length,
);

/** Sources are few and every call names one. */
const DATASETS = new Map<string, DatasetId | null>();

/** The dataset a source of the registry (`<provider>-<dataset>…`) brings; null where it names none. */
export function datasetOf(source: string): DatasetId | null {
  const known = DATASETS.get(source);
  if (known !== undefined) return known;
  const found = BY_LENGTH.find(({ dashed }) => source.includes(dashed))?.id ?? null;
  DATASETS.set(source, found);
  return found;
}

/** Large transfers come with the scan that brings the flows. */
export const broughtBy = (dataset: DatasetId): DatasetId => (dataset === "large_transfer" ? "exchange_flow" : dataset);

/** A row as far as its call is concerned; `from` is the tail of the source id where a dataset has several. */
export type BroughtRow = { readonly dataset: DatasetId; readonly from?: string; readonly token?: string | undefined };

/** Of the calls of the row's provider that were answered when it was received, the one that brought it. */
export function pickCall(answered: readonly CallBehindRow[], row: BroughtRow): CallBehindRow | undefined {
  const { dataset, from, token } = row;
  const brought = broughtBy(dataset);
  // The token first: a provider answers for hundreds at once, and this is asked of every row of a build.
  const calls = answered.filter(
    (call) =>
      (token === undefined || call.token === "" || call.token === token) &&
      (from === undefined || call.source.endsWith(from)) &&
      datasetOf(call.source) === brought,
  );
  const rank = (call: CallBehindRow) =>
    (call.rows > 0 ? 4 : 0) + (call.outcome === "ok" ? 2 : 0) + (call.token === "" ? 0 : 1);
  return calls.sort((a, b) => rank(b) - rank(a) || (a.id < b.id ? -1 : 1))[0];
}
