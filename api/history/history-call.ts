// What a call of history asks for, and the parts that its answer is made of.
import type { SeriesId } from "../../schema/series/index.ts";
import type { SourceForm } from "../../schema/source/source-text.ts";
import type { FrameOf } from "../snapshot/frame-table.ts";
import type { Found } from "../snapshot/token-index.ts";
import type { Cursor } from "./cursor.ts";
import type { Ask } from "./read-buckets.ts";
import type { EventsAsk, EventsRead } from "./read-events.ts";
import type { SeriesRead } from "./series-text.ts";
import type { Window } from "./window.ts";

/** What a call asks for, after all of it was checked. */
export type HistoryCall = {
  readonly found: Found;
  readonly tokens: FrameOf<"tokens">;
  readonly window: Window;
  readonly ids: readonly SeriesId[];
  readonly cursor: Cursor | null;
  readonly sources: SourceForm;
  readonly ask: Ask;
  /** Null where a further page has no more of them. */
  readonly events: EventsAsk | null;
  /** Where so many different windows are asked for that none is likely to come again. */
  readonly isOneOff: boolean;
};

export type Parts = { readonly series: readonly SeriesRead[]; readonly events: EventsRead | null };
