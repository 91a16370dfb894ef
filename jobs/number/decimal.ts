// Rounding to the decimals of the wire, so that a threshold is met by the number that is shown.

/** `value` with so many decimals; never -0. */
export const toDecimals = (value: number, decimals: number): number => {
  const rounded = Number(value.toFixed(decimals));
  return rounded === 0 ? 0 : rounded;
};
