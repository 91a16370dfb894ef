// The registry of event kinds that are built from stored rows.
import type { EventKind } from "../object/history.ts";
import { brief } from "./brief.ts";
import type { AnyEventSource } from "./event.ts";
import { headline } from "./headline.ts";
import { largeTransfer } from "./large-transfer.ts";
import { liquidation } from "./liquidation.ts";
import { signal } from "./signal.ts";
import { verdictChange } from "./verdict-change.ts";

export const EVENT_SOURCES = {
  large_transfer: largeTransfer,
  liquidation,
  signal,
  headline,
  brief,
  verdict_change: verdictChange,
} as const satisfies Record<EventKind, AnyEventSource>;
export const BUILT_EVENT_KINDS = Object.keys(EVENT_SOURCES) as (keyof typeof EVENT_SOURCES)[];
