// Which events a monitor is told of.
import type { SignalKind } from "../signal/index.ts";

export type Conditions = {
  readonly kinds: readonly SignalKind[];
  readonly min_severity: number;
  readonly verdict_changes: boolean;
  readonly new_briefs: boolean;
};

/** An event as its numbered row tells it; `signal` is the kind of a signal, empty for others. */
export type NumberedEvent = {
  readonly kind: "signal" | "verdict_change" | "brief";
  readonly token: string;
  readonly severity: number;
  readonly signal: string;
};

const wants = {
  signal: ({ kinds }: Conditions, { signal }: NumberedEvent) => kinds.some((kind) => kind === signal),
  verdict_change: ({ verdict_changes }: Conditions) => verdict_changes,
  brief: ({ new_briefs }: Conditions) => new_briefs,
} as const;

/** Whether a monitor that watches the event's token is told of it (contract 6.5, filter). */
export const isWanted = (conditions: Conditions, event: NumberedEvent): boolean =>
  event.severity >= conditions.min_severity && wants[event.kind](conditions, event);
