// The one rounding of derived numbers (contract 4.0): applied once, where a value is derived.

/** To the nearest whole number, halves to the even one: what ClickHouse's round() does, so that SQL gives the same. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** From here on a double has no decimals that could be rounded away. */
const WHOLE_FROM = 2 ** 52;

function roundTo(value: number, decimals: number): number {
  const scale = 10 ** Math.abs(decimals);
  const scaled = decimals >= 0 ? value * scale : value / scale;
  if (Math.abs(scaled) >= WHOLE_FROM) return value;
  const rounded = roundHalfEven(scaled);
  return (decimals >= 0 ? rounded / scale : rounded * scale) + 0;
}

/** Prices: 8 significant digits. */
export const roundPrice = (value: number): number =>
  value === 0 ? 0 : roundTo(value, 7 - Math.floor(Math.log10(Math.abs(value))));
export const roundUsd = (value: number): number => roundTo(value, 2);
export const roundPct = (value: number): number => roundTo(value, 4);
export const roundBps = (value: number): number => roundTo(value, 4);
export const roundRatio = (value: number): number => roundTo(value, 6);
/** Amounts of coins: 8 decimals. */
export const roundNative = (value: number): number => roundTo(value, 8);
