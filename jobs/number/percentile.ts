// Where a value stands in its own history.

/** Share of the history, 0 to 100, that is below the value, equal ones counting half; NaN for an empty history. */
export const percentileOf = (value: number, history: readonly number[]): number => {
  const below = history.filter((past) => past < value).length;
  const equal = history.filter((past) => past === value).length;
  return ((below + equal / 2) / history.length) * 100;
};
