// Amounts in base units as exact decimal text.

/** An integer amount as an exact decimal text. */
export function decimalText(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return rest === "" ? whole : `${whole}.${rest}`;
}
