// Asks the running API how far it is: whether live numbers are there, and how much of the past is stored.
import { setTimeout as sleep } from "node:timers/promises";
import { toTime } from "../../schema/shape/time.ts";
import { type Display, formatBackfill, formatSpan } from "./display.ts";

type Backfill = {
  /** Null while it is being counted. */
  readonly total: number | null;
  readonly done: number;
  readonly pct: number;
  readonly etaS: number | null;
};

const TOKEN = "BTC";
const WAIT_MS = 3_000;

/** Null where it is not answered as a whole: an api that was killed leaves half an answer, a busy one is late with it. */
async function read(url: string): Promise<Record<string, unknown> | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
    if (answer.ok) return (await answer.json()) as Record<string, unknown>;
    await answer.body?.cancel();
  } catch {
    // The next look tells.
  }
  return null;
}

/** The address whose answer shows that numbers are served. */
export const exampleUrl = (base: string): string => `${base}/v1/state/${TOKEN}?sections=market`;

/** What the service says of one token's price: the price and when it was built, epoch ms, or why there is none. */
export type First = { readonly price: number; readonly builtAt: number } | { readonly reason: string };

type Market = {
  readonly price_usd?: unknown;
  readonly unassessed?: readonly { path: string; reason: string; detail?: string }[];
};

type Listed = { readonly symbol: string; readonly price_usd: unknown };

/**
 * When what is served was built, epoch ms: its instant is older, being that of the readings. Where even that is not
 * served any more, their instant has to do.
 */
async function readBuilt(base: string, body: Record<string, unknown> | null): Promise<number> {
  const age = (await read(`${base}/readyz`))?.snapshots_age_s;
  return typeof age === "number" ? Date.now() - age * 1_000 : Date.parse(String(body?.as_of));
}

/** The price of one token as the list tells it, which is free: the free calls of this machine are for its user. */
async function readPrice(base: string): Promise<First | null> {
  const body = await read(`${base}/v1/tokens?q=${TOKEN}&limit=5`);
  const tokens = (body?.data as { tokens?: readonly Listed[] } | undefined)?.tokens;
  const price = tokens?.find(({ symbol }) => symbol === TOKEN)?.price_usd;
  return typeof price === "number" ? { price, builtAt: await readBuilt(base, body) } : null;
}

/** Why the token has no price; null while there is no answer, or its first reading is to come. Costs a free call. */
async function readReason(base: string): Promise<First | null> {
  const body = await read(exampleUrl(base));
  const market = (body?.data as { market?: Market } | undefined)?.market;
  if (typeof market?.price_usd === "number") return { price: market.price_usd, builtAt: await readBuilt(base, body) };
  const missing = market?.unassessed?.find(({ path }) => path === "/price_usd");
  if (missing === undefined || missing.reason === "pending") return null;
  return { reason: [missing.reason, missing.detail].filter(Boolean).join(": ") };
}

/** How far the back-fill is, or null while the status is not known. */
async function readBackfill(base: string): Promise<Backfill | null> {
  const body = await read(`${base}/v1/status`);
  const backfill = (body?.data as { backfill?: Record<string, unknown> } | undefined)?.backfill;
  if (backfill === undefined) return null;
  const number = (name: string) => (typeof backfill[name] === "number" ? (backfill[name] as number) : 0);
  return {
    total: typeof backfill.windows_total === "number" ? backfill.windows_total : null,
    done: number("windows_done"),
    pct: number("done_pct"),
    etaS: typeof backfill.eta_s === "number" ? backfill.eta_s : null,
  };
}

/** How old a price is that was kept from before `startedAt` (epoch ms); null where it is of this run. */
export const ageBefore = (first: First, startedAt: number, now: number): string | null =>
  "price" in first && first.builtAt < startedAt ? formatSpan((now - first.builtAt) / 1_000) : null;

const LOOK_MS = 500;
/** Between two questions for the reason. */
const REASON_MS = 10_000;
const PLAIN_EVERY_MS = 15_000;
/** Longer than any run of a source, and than a provider's pause. */
const STALLED_MS = 15 * 60_000;

/**
 * Waits for a measured price that was built at `since` (epoch ms) or later; where none comes within `patienceMs`, the
 * reason why is an answer too. Rejects when `signal` aborts.
 */
export async function untilFirst(
  base: string,
  patienceMs: number,
  signal: AbortSignal,
  since = Number.NEGATIVE_INFINITY,
): Promise<First> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const isLate = Date.now() >= deadline;
    const known = (await readPrice(base)) ?? (isLate ? await readReason(base) : null);
    const isOld = known !== null && "price" in known && known.builtAt < since;
    if (known !== null && !isOld) return known;
    if (isOld && isLate) return { reason: `nothing was built since ${toTime(known.builtAt)}` };
    await sleep(isLate ? REASON_MS : LOOK_MS, undefined, { signal });
  }
}

/**
 * Shows how far the past is stored until all of it is, or until nothing has come for `stalledMs`: a provider that stays
 * away leaves its part missing.
 */
export async function followBackfill(
  base: string,
  display: Display,
  signal: AbortSignal,
  stalledMs = STALLED_MS,
  plainEveryMs = PLAIN_EVERY_MS,
): Promise<void> {
  let shown = { at: 0, done: -1 };
  let last = { done: -1, at: Date.now() };
  for (;;) {
    const state = await readBackfill(base);
    if (state !== null && state.total !== 0) {
      const isDone = state.total !== null && state.done >= state.total;
      if (state.done !== last.done) last = { done: state.done, at: Date.now() };
      const isStalled = !isDone && Date.now() - last.at >= stalledMs;
      const isNews = state.done !== shown.done && Date.now() - shown.at >= plainEveryMs;
      const isMilestone = isDone || isStalled || isNews;
      if (isMilestone) shown = { at: Date.now(), done: state.done };
      const text = formatBackfill(state.pct, state.done, state.total, state.etaS);
      if (isDone || isStalled) {
        display.passing("", false);
        display.line(isDone ? text : `${text}; nothing came lately, ${base}/v1/status says who is away`);
        return;
      }
      display.passing(text, isMilestone);
    }
    await sleep(LOOK_MS * 4, undefined, { signal });
  }
}
