// What the signal engine remembers between minutes: plain JSON, so that it survives a restart unchanged.

import type { SignalKind } from "../../schema/signal/index.ts";
import { SIGNAL_RULES_VERSION, type SignalDirection, type SignalSeverity } from "../../schema/signal/rule.ts";

/** A fired signal before it has an id. Times are epoch ms; `escalates` is the key of the earlier signal. */
export type FiredSignal = {
  /** `token~kind~direction~at`, and `~subject` for rules about single things. */
  readonly key: string;
  readonly kind: SignalKind;
  readonly token: string;
  readonly direction: SignalDirection;
  readonly severity: SignalSeverity;
  readonly value: number;
  readonly ratio: number;
  readonly at: number;
  readonly expiresAt: number;
  readonly status: "open" | "escalated" | "resolved" | "expired";
  /** When it left the open ones. */
  readonly closedAt: number | null;
  readonly escalates: string | null;
  readonly details: Readonly<Record<string, unknown>>;
};

export type LastFire = {
  readonly key: string;
  readonly at: number;
  readonly severity: SignalSeverity;
  readonly value: number;
};

/** One token, kind and direction. */
export type Slot = {
  readonly last: LastFire;
  readonly open: readonly FiredSignal[];
  /** Evaluations in a row that found the condition false. */
  readonly falseRun: number;
};

/** A transfer, unlock, scan or flip that was dealt with; `key` is null when the hourly limit left it out. */
export type Seen = { readonly until: number; readonly severity: SignalSeverity; readonly key: string | null };

export type TokenState = {
  /** The last minute that was evaluated. */
  readonly at: number;
  /** By `kind~direction`. */
  readonly slots: Readonly<Record<string, Slot>>;
  /** By `kind~subject`. */
  readonly seen: Readonly<Record<string, Seen>>;
  /** Minutes of the last hour's signals of kinds that have an hourly limit. */
  readonly recent: Readonly<Record<string, readonly number[]>>;
};

export type SignalState = {
  readonly rules: typeof SIGNAL_RULES_VERSION;
  readonly tokens: Readonly<Record<string, TokenState>>;
};

export const EMPTY_TOKEN_STATE: TokenState = { at: 0, slots: {}, seen: {}, recent: {} };
export const EMPTY_SIGNAL_STATE: SignalState = { rules: SIGNAL_RULES_VERSION, tokens: {} };

/** A record with its keys in order: two states that are equal are equal as bytes. */
export const inKeyOrder = <T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> => {
  const all = [...entries];
  // Most states are calm ones, and those are read and written every minute.
  if (all.length > 1) all.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(all);
};

/** State as text; the same state is always the same text. */
export const writeSignalState = (state: SignalState): string =>
  JSON.stringify({ rules: state.rules, tokens: inKeyOrder(Object.entries(state.tokens)) });

/** State from text that `writeSignalState` wrote; other rules begin empty, for their cooldowns mean something else. */
export const readSignalState = (text: string): SignalState => {
  const state = JSON.parse(text) as SignalState;
  return state.rules === SIGNAL_RULES_VERSION ? state : EMPTY_SIGNAL_STATE;
};
