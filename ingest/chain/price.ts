// Prices of a chain's tokens while its stretches are scanned: read once a day of the past, not once a stretch.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { coinPrice } from "../../schema/query/coin/coin-price.ts";
import { windowPrice } from "../../schema/query/trade/window-price.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Run } from "../run/run.ts";
import type { Window } from "../source/source-base.ts";
import { type Prices, WINDOW_MS } from "./transfer.ts";

const STABLE_SPAN_MS = 30 * DAY_MS;
/** Candles come in while a chain is scanned: a token without a price is looked for again, but no more often than this. */
const LOOK_AGAIN_MS = MINUTE_MS;

const STABLE: ReadonlySet<string> = new Set(TRACKED.flatMap(({ id, stablecoin }) => (stablecoin ? [id] : [])));

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/** From the first to the last thing that is missing in the same day as the stretch, in whole hours. */
export function priceSpan(missing: readonly Window[], stretch: Window): Window {
  const day = missing.filter(({ from }) => dayOf(from) === dayOf(stretch.from));
  const from = Math.min(stretch.from, ...day.map((one) => one.from));
  return {
    from: Math.floor(from / HOUR_MS) * HOUR_MS,
    to: Math.max(stretch.to, ...day.map(({ to }) => to)),
  };
}

/** The price of the window, of its hour where that has none. */
function candleAt(prices: ReadonlyMap<string, number>, token: string, timeMs: number): number | undefined {
  const find = (stepMs: number) => prices.get(`${token}~${stepMs / 1_000}~${Math.floor(timeMs / stepMs) * stepMs}`);
  return find(WINDOW_MS) ?? find(HOUR_MS);
}

/** Every window of the stretch has a price of every token that is not valued otherwise. */
function isWhole(prices: ReadonlyMap<string, number>, tokens: readonly string[], { from, to }: Window): boolean {
  const windows = Array.from({ length: Math.ceil((to - from) / WINDOW_MS) }, (_, i) => from + i * WINDOW_MS);
  return tokens.every((token) => STABLE.has(token) || windows.every((at) => candleAt(prices, token, at) !== undefined));
}

/**
 * Prices by window from stored candles, by stretch of `missing`. A stablecoin that no venue quotes takes the provider's
 * reading nearest in time: its price hardly moves, and without it the largest flows of all would have no value.
 */
export function openPrices(run: Run, tokens: readonly string[], missing: readonly Window[]) {
  const { store, clock } = run.deps;
  const stable = tokens.filter((token) => STABLE.has(token));
  const readings =
    stable.length === 0
      ? Promise.resolve([])
      : store.query(coinPrice, { tokens: stable, from: clock.now() - STABLE_SPAN_MS });
  // Whoever waits for them hears of a failure.
  readings.catch(() => undefined);
  let known: { readonly day: number; readonly readAt: number; readonly prices: ReadonlyMap<string, number> } | null =
    null;

  const knownOf = async (stretch: Window): Promise<ReadonlyMap<string, number>> => {
    const day = dayOf(stretch.from);
    const now = clock.now();
    if (known?.day === day && (now - known.readAt < LOOK_AGAIN_MS || isWhole(known.prices, tokens, stretch)))
      return known.prices;
    const rows = await store.query(windowPrice, { tokens, ...priceSpan(missing, stretch) });
    const prices = new Map(rows.map((row) => [`${row.token}~${row.step_s}~${row.at}`, row.price]));
    known = { day, readAt: now, prices };
    return prices;
  };

  return async (stretch: Window): Promise<Prices> => {
    const prices = await knownOf(stretch);
    const middle = (stretch.from + stretch.to) / 2;
    const nearest = new Map<string, number>();
    for (const { token, price } of (await readings).toSorted(
      (a, b) => Math.abs(b.at - middle) - Math.abs(a.at - middle),
    )) {
      nearest.set(token, price);
    }
    return {
      at: (token, timeMs) => candleAt(prices, token, timeMs) ?? nearest.get(token) ?? null,
    };
  };
}
