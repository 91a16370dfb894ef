// The guards against false alarms: an outage must not look like a move, nor a wrong tick like a price.
import { type Quantity, UNASSESSED } from "../../schema/shape/quantity.ts";
import { roundPct } from "../number/round.ts";
import { median } from "../number/statistics.ts";
import type { VenuePrice } from "./input.ts";

/** Venues must carry this share of the known weight, or the sum says nothing about the whole (contract 7.4). */
export const WEIGHT_SHARE_MIN = 0.6;

export const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Cells to add up per column, and how much of the whole this row stands for. */
type WeighedRow = { readonly cells: readonly Quantity[]; readonly weight: number };

/**
 * Sums each column over the rows that have all their cells, so that a venue that vanished leaves every column alike.
 * `undefined` when the rows left stand for too little of the whole.
 */
export const sumSameRows = (rows: readonly WeighedRow[]): readonly number[] | undefined => {
  const complete = rows.filter((row) => row.cells.every(isNumber));
  const total = rows.reduce((sum, row) => sum + row.weight, 0);
  const kept = complete.reduce((sum, row) => sum + row.weight, 0);
  if (complete.length === 0 || kept < WEIGHT_SHARE_MIN * total) return undefined;
  const width = complete[0]?.cells.length ?? 0;
  const cell = (row: WeighedRow, column: number): number => {
    const value = row.cells[column];
    return isNumber(value) ? value : 0;
  };
  return Array.from({ length: width }, (_, column) => complete.reduce((sum, row) => sum + cell(row, column), 0));
};

/** The last of the quantities that is a number: what is known of a vanished venue's size. */
export const lastKnown = (row: readonly Quantity[]): number => row.findLast(isNumber) ?? 0;

type NumberedPrice = { readonly venue: string; readonly price_usd: number };

/** Prices that are numbers above zero. */
export const knownPrices = (prices: readonly VenuePrice[]): NumberedPrice[] =>
  prices.filter((price): price is NumberedPrice => isNumber(price.price_usd) && price.price_usd > 0);

/** Leaves out prices more than `wrongTickPct` from the median of at least three; fewer prices are all kept. */
export const dropWrongTicks = (prices: readonly NumberedPrice[], wrongTickPct: number): readonly NumberedPrice[] => {
  if (prices.length < 3) return prices;
  const centre = median(prices.map((price) => price.price_usd));
  return prices.filter((price) => roundPct(Math.abs(price.price_usd / centre - 1) * 100) <= wrongTickPct);
};

/** Median of the prices of one minute without wrong ticks, or "unassessed". */
export const guardedPrice = (prices: readonly VenuePrice[], wrongTickPct: number): Quantity => {
  const kept = dropWrongTicks(knownPrices(prices), wrongTickPct);
  return kept.length > 0 ? median(kept.map((price) => price.price_usd)) : UNASSESSED;
};
