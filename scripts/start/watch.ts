// Asks the running API how far it is: whether live numbers are there, and how much of the past is stored.
import { setTimeout as sleep } from "node:timers/promises";
import { type Display, formatBackfill } from "./display.ts";

export type Backfill = {
  readonly total: number;
  readonly done: number;
  readonly pct: number;
  readonly etaS: number | null;
};

const TOKEN = "BTC";
const WAIT_MS = 3_000;

async function read(url: string): Promise<Record<string, unknown> | null> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => null);
  if (answer === null || !answer.ok) {
    await answer?.body?.cancel();
    return null;
  }
  return (await answer.json()) as Record<string, unknown>;
}

/** Whether the process answers at all. */
export async function isAnswering(base: string): Promise<boolean> {
  const answer = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** The address whose answer shows that numbers are served. */
export const exampleUrl = (base: string): string => `${base}/v1/state/${TOKEN}?sections=market`;

/** A measured price of one token, or null while there is none. */
export async function readPrice(base: string): Promise<number | null> {
  const body = await read(exampleUrl(base));
  const data = body?.data as { market?: { price_usd?: unknown } } | undefined;
  const price = data?.market?.price_usd;
  return typeof price === "number" ? price : null;
}

/** How far the back-fill is, or null while the status is not known. */
export async function readBackfill(base: string): Promise<Backfill | null> {
  const body = await read(`${base}/v1/status`);
  const backfill = (body?.data as { backfill?: Record<string, unknown> } | undefined)?.backfill;
  if (backfill === undefined) return null;
  const number = (name: string) => (typeof backfill[name] === "number" ? (backfill[name] as number) : 0);
  return {
    total: number("windows_total"),
    done: number("windows_done"),
    pct: number("done_pct"),
    etaS: typeof backfill.eta_s === "number" ? backfill.eta_s : null,
  };
}

const LOOK_MS = 500;
const PLAIN_EVERY_MS = 15_000;

/** Waits for the first measured price. Rejects when `signal` aborts. */
export async function untilNumbers(base: string, signal: AbortSignal): Promise<number> {
  for (;;) {
    const price = await readPrice(base);
    if (price !== null) return price;
    await sleep(LOOK_MS, undefined, { signal });
  }
}

/** Shows how far the past is stored until all of it is. */
export async function followBackfill(base: string, display: Display, signal: AbortSignal): Promise<void> {
  let shownAt = 0;
  for (;;) {
    const state = await readBackfill(base);
    if (state !== null && state.total > 0) {
      const isDone = state.done >= state.total;
      const isMilestone = isDone || Date.now() - shownAt >= PLAIN_EVERY_MS;
      if (isMilestone) shownAt = Date.now();
      const text = formatBackfill(state.pct, state.done, state.total, state.etaS);
      if (isDone) {
        display.passing("", false);
        display.line(text);
        return;
      }
      display.passing(text, isMilestone);
    }
    await sleep(LOOK_MS * 4, undefined, { signal });
  }
}
