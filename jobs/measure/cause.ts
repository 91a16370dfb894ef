// Why a dataset has nothing to say about a token: read from how its sources were doing.
import { broughtBy, type DatasetId, datasetOf, FRESHNESS, kindOf } from "../../schema/freshness.ts";
import type { CallLatestRow } from "../../schema/query/service/call-latest.ts";
import { NOT_OFFERED } from "../../schema/source/source-health.ts";
import { listedKey, sourceInfo, sourceInfos } from "../source-info.ts";
import { type Gap, gap } from "./gap.ts";

type CallsByDataset = Map<DatasetId | null, CallLatestRow[]>;

/** By list of calls: a build asks each list a hundred times. */
const BY_DATASET = new WeakMap<readonly CallLatestRow[], CallsByDataset>();

function byDataset(calls: readonly CallLatestRow[]): CallsByDataset {
  const groups: CallsByDataset = new Map();
  for (const call of calls) {
    const dataset = datasetOf(call.source);
    const group = groups.get(dataset);
    if (group) group.push(call);
    else groups.set(dataset, [call]);
  }
  BY_DATASET.set(calls, groups);
  return groups;
}

export const callsOf = (calls: readonly CallLatestRow[], dataset: DatasetId): readonly CallLatestRow[] =>
  (BY_DATASET.get(calls) ?? byDataset(calls)).get(dataset) ?? [];

/** Those that fit, or all where none does. */
const prefer = <R>(rows: readonly R[], fits: (row: R) => boolean): readonly R[] => {
  const fitting = rows.filter(fits);
  return fitting.length > 0 ? fitting : rows;
};

/** The calls of a dataset; of candles those that bring the minutes. */
const minutesFirst = (calls: readonly CallLatestRow[], dataset: DatasetId): readonly CallLatestRow[] =>
  prefer(callsOf(calls, dataset), (call) => kindOf(call.source) === "candle-1m");

/**
 * The calls that explain a missing quantity: those about the token rather than those about many (such as a list of
 * markets), and for candles those that bring the minutes.
 */
export const callsAbout = (calls: readonly CallLatestRow[], dataset: DatasetId): readonly CallLatestRow[] =>
  prefer(minutesFirst(calls, dataset), (call) => call.token !== "");

/** Venues whose calls of a dataset brought rows of the token lately: it is listed there, whatever is stored by now. */
export const venuesThatTold = (calls: readonly CallLatestRow[], dataset: DatasetId): string[] => [
  ...new Set(
    callsOf(calls, dataset).flatMap(({ token, kept_at, source }) =>
      token !== "" && kept_at > 0 ? (sourceInfo(source)?.venue ?? []) : [],
    ),
  ),
];

/**
 * The newest word of each source: a call about all (its listing, its clock) that fails after a call about the token
 * succeeded means that the source fails now. Of calls at the same instant the failing one speaks.
 */
function lastWords(calls: readonly CallLatestRow[]): CallLatestRow[] {
  const words = new Map<string, CallLatestRow>();
  for (const call of calls) {
    const word = words.get(call.source);
    const isLater = word === undefined || call.last_at > word.last_at;
    if (isLater || (call.last_at === word.last_at && call.last_outcome !== "ok")) words.set(call.source, call);
  }
  return [...words.values()];
}

/**
 * The reason for a quantity that has no fresh row. `since` is when it was last read (epoch milliseconds), if ever.
 * A provider that fails is named before age; no call at all means the first run is still to come.
 */
export function whyMissing(calls: readonly CallLatestRow[], dataset: DatasetId, since = 0): Gap {
  const why = causeOf(calls, dataset, since);
  return why.gap === "no_source" ? why : { ...why, retryAfterS: FRESHNESS[dataset].everyS };
}

const NOBODY_TELLS = gap("no_source", "No covered source tells this where the token is listed.");
/** A token that was told of for so long is known wherever it is listed. */
const LISTED_MS = 600_000;

/** Whether a source of the registry may still tell the dataset: one of no venue, or one of a market that lists the token. */
function isTellable(calls: readonly CallLatestRow[], dataset: DatasetId): boolean {
  const tellers = sourceInfos().filter((source) => source.dataset === broughtBy(dataset));
  if (tellers.length === 0) return false;
  if (tellers.some(({ venue }) => venue === null)) return true;
  const markets = new Set(tellers.map(({ market }) => market));
  const now = newest(calls.map((call) => call.last_at));
  const lists = calls.flatMap((call) => {
    const source = call.token !== "" && call.kept_at > 0 ? sourceInfo(call.source) : undefined;
    return source && markets.has(source.market) ? [{ key: listedKey(source), first: call.first_at }] : [];
  });
  const isSettled = lists.some(({ first }) => now - first >= LISTED_MS);
  return !isSettled || tellers.some((source) => lists.some(({ key }) => key === listedKey(source)));
}

/** How a source ended whose rows of that time, or whose calls, are kept no longer. */
export const NOT_KEPT = "not_kept";

function causeOf(calls: readonly CallLatestRow[], dataset: DatasetId, since: number): Gap {
  const all = minutesFirst(calls, dataset);
  const asked = lastWords(all);
  // The rows a query looks back for may be gone while the call that brought the last ones is still known.
  const heard = newest([since, ...all.filter((call) => call.token !== "").map((call) => call.kept_at)]);
  if (all.some((call) => call.last_outcome === NOT_KEPT))
    return gap("insufficient_history", "Rows of that time are kept no longer.");
  const failing = asked.filter((call) => call.last_outcome !== "ok" && call.last_outcome !== NOT_OFFERED);
  if (asked.length > 0 && failing.length === asked.length) {
    const are = (outcome: string) => failing.every((call) => call.last_outcome === outcome);
    if (are("not_configured")) return gap("not_configured", "Its sources want a key that is not set.", heard);
    const reason = are("rate_limited") ? "source_rate_limited" : "source_error";
    return gap(reason, "Every source of this failed when last asked.", heard);
  }
  if (heard > 0) return gap("stale", `Older than the hard limit of ${FRESHNESS[dataset].hardTtlS} s.`, heard);
  if (asked.length === 0) return isTellable(calls, dataset) ? gap("pending", "Not read yet.") : NOBODY_TELLS;
  return gap("no_source", "No covered source reports it for this token.");
}

/** Whether a row read at `at` still counts at `asOf`; never true for a row from the future. */
export const isFresh = (dataset: DatasetId, at: number, asOf: number, extraS = 0): boolean =>
  at <= asOf && asOf - at <= (FRESHNESS[dataset].hardTtlS + extraS) * 1_000;

/** The newest instant of rows; 0 without any. */
export const newest = (instants: readonly number[]): number => instants.reduce((a, b) => Math.max(a, b), 0);
