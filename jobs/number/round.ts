// The one rounding of derived numbers (contract 4.0): applied once, where a value is derived.

const toDecimals = (decimals: number) => {
  const scale = 10 ** decimals;
  return (value: number): number => {
    const scaled = value * scale;
    const rounded = Math.abs(scaled) < 2 ** 52 ? Math.round(scaled) / scale : value;
    return rounded === 0 ? 0 : rounded;
  };
};

/** Prices: 8 significant digits. */
export const roundPrice = (value: number): number => Number(value.toPrecision(8));
export const roundUsd = toDecimals(2);
export const roundPct = toDecimals(4);
export const roundBps = toDecimals(4);
export const roundRatio = toDecimals(6);
/** Amounts of coins: 8 decimals, as on chain. */
export const roundNative = toDecimals(8);
