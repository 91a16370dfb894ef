// Rounding as ClickHouse's round() does it, so that SQL over the same numbers gives the same.

/** To the nearest whole number, halves to the even one: what ClickHouse's round() does, so that SQL gives the same. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** From here on a double has no decimals that could be rounded away. */
const WHOLE_FROM = 2 ** 52;

/** To so many decimals. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** Math.abs(decimals);
  const scaled = decimals >= 0 ? value * scale : value / scale;
  if (Math.abs(scaled) >= WHOLE_FROM) return value;
  const rounded = roundHalfEven(scaled);
  return (decimals >= 0 ? rounded / scale : rounded * scale) + 0;
}
