// What evidence is built from, and what a builder of a kind is.
import type { EvidenceData, EvidenceKind } from "../../schema/evidence/index.ts";
import type { EventKind, HistoryEvent, HistoryEventOf } from "../../schema/object/history.ts";
import type { CandleWindowRow } from "../../schema/query/trade/candle-window.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { type Format, showValue } from "../../schema/statement/format.ts";
import type { Draft } from "../draft/draft.ts";
import { gap, type Measured } from "../measure/gap.ts";
import type { BuiltState } from "../state/built-state.ts";
import type { Cited } from "../state/cite.ts";
import type { PastHours } from "./against-past.ts";

/** A minute's close, the median over venues; `at` is its end in epoch milliseconds. */
export type Close = { readonly at: number; readonly price: number };

/** What was read for a window beside the state; JSON, so that it can be kept. Times in epoch milliseconds. */
export type WindowRows = {
  readonly from: number;
  readonly to: number;
  readonly hours: number;
  readonly closes: readonly Close[];
  /** The sharpest move of each hour before the window, as that of an hour in percent. */
  readonly pastMoves: PastHours;
  readonly bitcoin: readonly Close[];
  /** A day of minutes of the largest spot venue; null where none is known. */
  readonly venue: {
    readonly venue: string;
    readonly symbol: string;
    readonly candles: readonly CandleWindowRow[];
  } | null;
  /** What was closed by force in each hour of the week up to the window, USD; empty where it was not watched. */
  readonly pastClosuresUsd: PastHours;
  /** The largest transfer of each hour of the week up to the window, USD; null before the first that is stored. */
  readonly pastTransfersUsd: PastHours;
  /** Headlines that name the token in each hour of that week; null before newsrooms were read. */
  readonly pastHeadlines: PastHours;
  /** Median hour of a week of forced closures, USD; null where the week was not watched. */
  readonly usualLiquidationsUsd: number | null;
  /** Events of the window and a little before, newest first. */
  readonly events: readonly HistoryEvent[];
};

export type EvidenceInput = { readonly state: BuiltState; readonly window: WindowRows };

/** A source of the state by its id, or a row whose call is still to be named. */
export type Behind = string | Cited;

export type EvidenceDraft<K extends EvidenceKind> = Draft<EvidenceData<K>, Behind>;

export type EvidenceBuilder<K extends EvidenceKind> = {
  /** What it measures, as a sentence says that it was not measured. */
  readonly words: string;
  /** Items of the kind, none where it does not apply. Pure. */
  readonly draft: (input: EvidenceInput) => readonly EvidenceDraft<K>[];
  /** One line about the finished data. */
  readonly say: (data: EvidenceData<K>, symbol: string) => string;
};

export const NO_MINUTES = gap("insufficient_coverage", "No minute of the window is stored.");

/** A number that null stands for elsewhere, where that cannot be. */
export const needed = (value: Measured<number | null>): Measured<number> =>
  value === null ? gap("no_source", "Does not apply to this token.") : value;

/** A value for a line, or that there is none. */
export const say = (value: number | string | null | undefined, format: Format): string =>
  value === UNASSESSED || value === null || value === undefined ? "not measured" : showValue(value, format);

/** The instant of a section of a state, epoch milliseconds. */
export const instantOf = (section: { readonly as_of: string }): number => Date.parse(section.as_of);

/** The row behind an event. */
export const eventBehind = (
  dataset: Cited["dataset"],
  { at, source }: Pick<HistoryEvent, "at" | "source">,
  token: string,
): Cited => ({
  ...{ dataset, provider: source.provider, venue: null, at: Date.parse(at) },
  ...{ retrievedAt: Date.parse(source.retrieved_at ?? at), token, past: true },
});

/** Those of one kind, in their order. */
export const eventsOf = <K extends EventKind>({ events }: WindowRows, kind: K): HistoryEventOf<K>[] =>
  events.filter((event): event is HistoryEventOf<K> & HistoryEvent => event.kind === kind);
