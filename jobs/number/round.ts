// Rounding, once, where a value is derived: prices 8 significant digits, USD 2 decimals, percentages 4, ratios 6.

const decimals = (places: number) => (value: number) => {
  const rounded = Number(value.toFixed(places));
  return rounded === 0 ? 0 : rounded;
};

export const roundPrice = (value: number): number => Number(value.toPrecision(8));
export const roundUsd = decimals(2);
export const roundPct = decimals(4);
export const roundRatio = decimals(6);
export const roundBps = decimals(4);
