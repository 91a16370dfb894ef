// What a provider is asked and answers, and how integers become the decimal strings exchanges send.
import type { IncomingHttpHeaders } from "node:http";
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";

export type Ask = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as sent, for what is no text. */
  readonly bytes?: Buffer;
  /** The instant the market is seen at. */
  readonly nowMs: number;
  /** The real clock, for rate windows only. */
  readonly wallMs: number;
};

export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long it takes. */
  readonly afterMs?: number;
};

export type Route = (ask: Ask) => Answer;

export type Provider = {
  readonly id: string;
  readonly answer: Route;
};

export const json = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value) });

export const raw = (body: string, status = 200): Answer => ({ status, body });

const REFUSED = Symbol("refused");

/** Ends a route early with an answer, as a venue's validation does. */
export const refuse = (answer: Answer): Error => Object.assign(new Error("refused"), { [REFUSED]: answer });

/** Runs a route; a refusal thrown inside it is its answer, every other error passes on. */
export const settle = (route: Route, ask: Ask): Answer => {
  try {
    return route(ask);
  } catch (error) {
    if (error instanceof Error && REFUSED in error) return error[REFUSED] as Answer;
    throw error;
  }
};

/** An integer count of 10^-decimals as a plain decimal string, zero-padded to at least `places`. */
export const decimal = (count: number, decimals: number, places = decimals): string => {
  if (decimals === 0) return places === 0 ? `${count}` : `${count}.${"0".repeat(places)}`;
  const digits = `${Math.abs(count)}`.padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  const sign = count < 0 ? "-" : "";
  return `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}${"0".repeat(Math.max(0, places - decimals))}`;
};

/** A number with the given decimals and without trailing zeros. */
export const trimmed = (value: number, decimals: number): string => {
  const text = value.toFixed(decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
};

/** A whole query parameter: undefined when absent or empty, NaN when not a number. */
export const whole = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
};

const MONDAY_MS = 4 * DAY_MS;

/** Grid of a candle length: weeks start on Monday, everything else at a multiple since 1970, unless shifted. */
export const floorTo = (timeMs: number, frameMinutes: number, shiftMs = 0): number => {
  const step = frameMinutes * MINUTE_MS;
  const origin = (frameMinutes === 10_080 ? MONDAY_MS : 0) - shiftMs;
  return Math.floor((timeMs - origin) / step) * step + origin;
};

export const ceilTo = (timeMs: number, frameMinutes: number, shiftMs = 0): number =>
  floorTo(timeMs + frameMinutes * MINUTE_MS - 1, frameMinutes, shiftMs);
