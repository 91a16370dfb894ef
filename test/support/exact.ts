// Decimal arithmetic without rounding, on texts as venues send them: what parsers' floating point is compared with.

/** `digits` / 10^`scale`. */
export type Exact = { readonly digits: bigint; readonly scale: number };

export function exact(value: string | number): Exact {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (!match) throw new Error(`${value} is no plain decimal`);
  const [, sign, whole = "", part = ""] = match;
  const digits = BigInt(whole + part);
  return { digits: sign === "-" ? -digits : digits, scale: part.length };
}

const align = (a: Exact, b: Exact): readonly [bigint, bigint, number] => {
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale), scale];
};

export function plus(a: Exact, b: Exact): Exact {
  const [x, y, scale] = align(a, b);
  return { digits: x + y, scale };
}

export const minus = (a: Exact, b: Exact): Exact => plus(a, { digits: -b.digits, scale: b.scale });
export const times = (a: Exact, b: Exact): Exact => ({ digits: a.digits * b.digits, scale: a.scale + b.scale });
export const sumOf = (all: readonly Exact[]): Exact => all.reduce(plus, exact(0));
export const magnitude = (a: Exact): Exact => (a.digits < 0n ? { digits: -a.digits, scale: a.scale } : a);

export function isAtMost(a: Exact, b: Exact): boolean {
  const [x, y] = align(a, b);
  return x <= y;
}

/** a / b, cut after 40 decimals. */
export function over(a: Exact, b: Exact): Exact {
  const [x, y] = align(a, b);
  return { digits: (x * 10n ** 40n) / y, scale: 40 };
}

/** The nearest double. */
function toDouble({ digits, scale }: Exact): number {
  return Number(`${digits}e-${scale}`);
}

/** Whether a double is the exact value up to the last of its digits that sums of a thousand terms may lose. */
export function isExactly(actual: unknown, wanted: Exact, slack = 0): boolean {
  const value = toDouble(wanted);
  return typeof actual === "number" && Math.abs(actual - value) <= 1e-12 * Math.abs(value) + slack;
}
