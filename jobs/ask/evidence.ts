// Plans and makes the evidence of an answer: which items a question or a claim needs, from which token and over which time, and where its numbers are in them.
import { HOUR_MS, minuteOf } from "../../schema/duration.ts";
import type { AskedKind, EvidenceKind } from "../../schema/evidence/index.ts";
import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import { isBriefKind } from "../brief/say-lack.ts";
import type { WindowRows } from "../evidence/builder.ts";
import { assembleEvidence, type Drafted, draftEvidence, type Gathered } from "../evidence/gather.ts";
import type { CallsBehind } from "../fact/read-behind.ts";
import { gap, type Measured } from "../measure/gap.ts";
import type { BuiltState } from "../state/built-state.ts";
import type { Time } from "./claim/claim.ts";
import {
  type AskedSize,
  changeAt,
  changeOf,
  draftComparison,
  draftImpact,
  draftRecord,
  draftStanding,
  draftVolumes,
  draftWindow,
  type Outcome,
  type Prices,
  sourcesOfChange,
  type Volumes,
} from "./draft-asked.ts";
import {
  draftChainFlows,
  draftClosures,
  draftContractChecks,
  draftHolders,
  draftLeverage,
  draftPerformance,
  draftTokenomics,
  draftVolatility,
  LINES,
} from "./draft-state.ts";
import { isPublished, type PublishedHours } from "./metric.ts";

/** The token that stands for all tracked ones, and how it is called. */
export const MARKET = "market";
export const MARKET_NAME = "the median tracked token";

/** One item, or the items of a kind, as they are asked for. */
export type Wanted = {
  readonly kind: EvidenceKind;
  /** Another token than the one that is asked about; of a comparison the other. */
  readonly token: string | null;
  readonly time: Time | null;
  readonly size?: AskedSize;
};

export const want = (kind: EvidenceKind, token: string | null = null, time: Time | null = null): Wanted => ({
  kind,
  token,
  time,
});

const timeKey = (time: Time | null): string =>
  time === null ? "" : "hours" in time ? `${time.hours}h` : `${time.from}..${time.to}`;
const sizeKey = (size: AskedSize): string =>
  `${size.side}${"usd" in size ? size.usd : "coins" in size ? `${size.coins} coins` : `${size.pct} %`}`;
export const keyOf = ({ kind, token, time, size }: Wanted): string =>
  [kind, token ?? "", timeKey(time), size ? sizeKey(size) : ""].join("|");

/** What was read for them. Prices by the key of their time and token. */
export type Readings = {
  readonly state: BuiltState & { readonly build: number };
  readonly others: ReadonlyMap<string, BuiltState>;
  readonly prices: ReadonlyMap<string, Prices>;
  /** Traded over a time and before it, by the key of their time and token. */
  readonly volumes: ReadonlyMap<string, Volumes>;
  /** The median change of all tracked tokens, by its hours. */
  readonly market: ReadonlyMap<number, Measured<number>>;
  /** Of why alone: minutes, events and the past of a window. */
  readonly window: WindowRows | null;
  readonly outcomes: readonly Outcome[];
  readonly verdict: string;
};

export const pricesKey = (token: string, time: Time): string => `${token}|${timeKey(time)}`;
/** A time as instants, in whole milliseconds: its end is the minute of the build. */
export function spanOf(time: Time, build: number): { readonly from: number; readonly to: number } {
  if (!("hours" in time)) return time;
  const to = minuteOf(build);
  return { from: to - Math.round(time.hours * HOUR_MS), to };
}

/** The times over which the whole market must be read, in hours. */
export const marketHoursWanted = (wanted: readonly Wanted[]): PublishedHours[] => [
  ...new Set(
    wanted.flatMap(({ kind, token, time }) =>
      kind === "comparison" && token === MARKET && time !== null && "hours" in time && isPublished(time.hours)
        ? [time.hours]
        : [],
    ),
  ),
];

/** The times whose volumes must be read, each with its token. */
export const volumesWanted = (wanted: readonly Wanted[], own: string): { token: string; time: { hours: number } }[] =>
  wanted.flatMap(({ kind, token, time }) =>
    kind === "volume_window" && time !== null && "hours" in time ? [{ token: token ?? own, time }] : [],
  );

/** The times whose prices must be read, each with its token. */
export function spansWanted(wanted: readonly Wanted[], own: string): { readonly token: string; readonly time: Time }[] {
  const all = wanted.flatMap(({ kind, token, time }) => {
    if (time === null) return [];
    if (kind === "price_window") return [{ token: token ?? own, time }];
    if (token === MARKET) return [];
    const isTold = "hours" in time && isPublished(time.hours);
    return kind === "comparison" && !isTold && token !== null
      ? [
          { token: own, time },
          { token, time },
        ]
      : [];
  });
  return [...new Map(all.map((one) => [pricesKey(one.token, one.time), one])).values()];
}

const OF_STATE = {
  performance: draftPerformance,
  volatility: draftVolatility,
  leverage: draftLeverage,
  closures: draftClosures,
  chain_flows: draftChainFlows,
  holders: draftHolders,
  tokenomics: draftTokenomics,
  contract_checks: draftContractChecks,
} as const;
type StateKind = keyof typeof OF_STATE;
const isStateKind = (kind: EvidenceKind): kind is StateKind => Object.hasOwn(OF_STATE, kind);

const HOUR = 1;
/** An answer holds so many pieces. */
const EVIDENCE_MAX = 100;
const NO_WINDOW = (build: number): WindowRows => ({
  ...{ from: build - HOUR_MS, to: build, hours: HOUR, closes: [], pastMoves: [], bitcoin: [], venue: null },
  ...{ pastClosuresUsd: [], pastTransfersUsd: [], pastHeadlines: [], usualLiquidationsUsd: null, events: [] },
});

type Join = {
  readonly sources: readonly Source[];
  readonly calls: BuiltState["calls"];
  offsetOf(state: BuiltState): number;
};

/** Sources of several states in one list: those of the first keep their numbers. */
export function joinSources(states: readonly BuiltState[]): Join {
  const offsets = new Map<BuiltState, number>();
  let total = 0;
  for (const state of states) {
    offsets.set(state, total);
    total += state.sources.length;
  }
  const offsetOf = (state: BuiltState) => offsets.get(state) ?? 0;
  const moved = (id: string | null | undefined, by: number) => `S${placeOf(id ?? "S1") + 1 + by}`;
  return {
    offsetOf,
    sources: states.flatMap((state) =>
      state.sources.map((source) => ({ ...source, id: moved(source.id, offsetOf(state)) })),
    ),
    calls: states.flatMap((state) =>
      state.calls.map((call) => ({ ...call, source_id: moved(call.source_id, offsetOf(state)) })),
    ),
  };
}

const NOT_TRACKED = gap("not_tracked", "It has no state that is new enough.");

const hoursOf = (time: Time): number => ("hours" in time ? time.hours : (time.to - time.from) / HOUR_MS);

function compared(readings: Readings, other: BuiltState | undefined, token: string, time: Time) {
  const { state, prices, market } = readings;
  const hours = hoursOf(time);
  const published = (one: BuiltState): Measured<number> | null => ("hours" in time ? changeAt(one, time.hours) : null);
  const told = (id: string): Measured<number> => {
    const rows = prices.get(pricesKey(id, time));
    return rows ? changeOf(rows) : gap("insufficient_coverage");
  };
  const own = published(state) ?? told(state.token.id);
  const all = market.get(hours) ?? gap("no_source", "The market is not measured over that time.");
  const theirs = other === undefined ? NOT_TRACKED : (published(other) ?? told(token));
  return { hours, own, other: token === MARKET ? all : theirs };
}

/** Makes the items: `placesOf` says which of them answer what was asked for. Pure. `asOf` in epoch milliseconds. */
export function makeEvidence(
  wanted: readonly Wanted[],
  readings: Readings,
  behind: CallsBehind,
  asOf: number,
): Gathered & { readonly placesOf: (one: Wanted) => readonly EvidenceItem[] } {
  const { state, others, prices, window } = readings;
  const unique = [...new Map(wanted.map((one) => [keyOf(one), one])).values()];
  const states = [state, ...[...others.values()].filter(({ token }) => token.id !== state.token.id)];
  const { sources, calls, offsetOf } = joinSources(states);
  const shift = (ids: readonly string[], of: BuiltState) => ids.map((id) => `S${placeOf(id) + 1 + offsetOf(of)}`);
  const draft = ({ kind, token, time, size }: Wanted): Drafted[] => {
    const other = token === null ? undefined : others.get(token);
    const about = token === null ? state : other;
    const line = LINES[kind as AskedKind] as Drafted["line"];
    const asDrafted = (drafts: readonly Drafted["draft"][], of: BuiltState = state): Drafted[] =>
      drafts.map((one) => ({
        kind,
        line,
        draft: { ...one, sources: one.sources.map((id) => (typeof id === "string" ? (shift([id], of)[0] ?? id) : id)) },
      }));
    if (kind === "comparison" && token !== null && time !== null) {
      const around = token === MARKET ? sourcesOfChange(state, "context", hoursOf(time)) : [];
      const theirs = other ? shift(sourcesOfChange(other, "market", hoursOf(time)), other) : around;
      const both = [...sourcesOfChange(state, "market", hoursOf(time)), ...theirs];
      const name = token === MARKET ? MARKET_NAME : (trackedById(token)?.symbol ?? token);
      return draftComparison({
        state,
        name,
        sources: [...new Set(both)],
        ...compared(readings, other, token, time),
      }).map((one) => ({ kind, line, draft: one }));
    }
    if (about === undefined) return [];
    if (isStateKind(kind)) return asDrafted(OF_STATE[kind](about), about);
    if (isBriefKind(kind)) {
      const rows = window ?? NO_WINDOW(state.build);
      return draftEvidence({ state: about, window: rows }, [kind]).map((one) => ({
        ...one,
        draft: {
          ...one.draft,
          sources: one.draft.sources.map((id) => (typeof id === "string" ? (shift([id], about)[0] ?? id) : id)),
        },
      }));
    }
    if (kind === "price_window" && time !== null) {
      const rows = prices.get(pricesKey(about.token.id, time));
      return rows ? asDrafted(draftWindow(about, rows), about) : [];
    }
    if (kind === "volume_window" && time !== null) {
      const rows = readings.volumes.get(pricesKey(about.token.id, time));
      return rows ? asDrafted([...draftVolumes(about, rows)], about) : [];
    }
    if (kind === "price_impact" && size) return asDrafted(draftImpact(about, size), about);
    if (kind === "standing") return asDrafted(draftStanding(about, readings.verdict), about);
    return kind === "record" ? asDrafted(draftRecord(readings.outcomes)) : [];
  };
  let count = 0;
  const counted = unique.map((one) => {
    const drafts = draft(one);
    // What is beyond is told as not measured.
    if (count + drafts.length > EVIDENCE_MAX) return { key: keyOf(one), drafts: [] };
    count += drafts.length;
    return { key: keyOf(one), drafts };
  });
  const gathered = assembleEvidence(
    counted.flatMap(({ drafts }) => drafts),
    { sources, calls },
    behind,
    asOf,
  );
  const places = new Map<string, readonly EvidenceItem[]>();
  let from = 0;
  for (const { key, drafts } of counted) {
    places.set(key, gathered.items.slice(from, from + drafts.length));
    from += drafts.length;
  }
  return { ...gathered, placesOf: (one) => places.get(keyOf(one)) ?? [] };
}
