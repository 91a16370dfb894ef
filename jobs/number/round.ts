// The one rounding of derived numbers (contract 4.0): applied once, where a value is derived.
import { roundTo } from "../../schema/round.ts";

/** Prices: 8 significant digits. */
export const roundPrice = (value: number): number =>
  value === 0 ? 0 : roundTo(value, 7 - Math.floor(Math.log10(Math.abs(value))));
export const roundUsd = (value: number): number => roundTo(value, 2);
export const roundPct = (value: number): number => roundTo(value, 4);
export const roundBps = (value: number): number => roundTo(value, 4);
export const roundRatio = (value: number): number => roundTo(value, 6);
/** Amounts of coins: 8 decimals. */
export const roundNative = (value: number): number => roundTo(value, 8);
