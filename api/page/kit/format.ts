// Values as people read them: the same everywhere, with figures that stand below each other.

const DECIMALS_MAX = 20;

/**
 * With commas between thousands and `most` decimals, zeros at the end left out down to `least`. What is not 0 never reads
 * as 0: it has as many more as two of its figures take. Written out: making a format of the browser's own takes longer
 * than drawing a page.
 */
function digits(value: number, least: number, most: number): string {
  const isLost = value !== 0 && Number(value.toFixed(most)) === 0;
  const decimals = isLost ? Math.min(DECIMALS_MAX, 1 - Math.floor(Math.log10(Math.abs(value)))) : most;
  const [whole = "", part = ""] = value.toFixed(decimals).split(".");
  let end = part.length;
  while (end > least && part[end - 1] === "0") end -= 1;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return end === 0 ? grouped : `${grouped}.${part.slice(0, end)}`;
}

/** A true minus is as wide as a plus. */
const withMinus = (text: string): string => text.replace("-", "−");

/** With so many decimals. */
export const fixed = (value: number, decimals: number): string => withMinus(digits(value, decimals, decimals));

/** A count, or any number as it is. */
export const plain = (value: number): string => withMinus(digits(value, 0, 8));

/** 1 coin, 160 coins. */
export const counted = (value: number, noun: string): string => `${plain(value)} ${noun}${value === 1 ? "" : "s"}`;

/** Five figures at least, whatever the size: 81,941.40 and 0.000012346. */
export function price(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 100) return fixed(value, 2);
  const decimals = Math.min(12, 4 - Math.floor(Math.log10(size)));
  return withMinus(digits(value, Math.min(2, decimals), decimals));
}

const STEPS = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "k"],
] as const;
/** The step of a size, told to so many decimals at most: what is written as a thousand of one is one of the next. */
const stepOf = (size: number, decimals: number) =>
  STEPS.find(([one]) => size >= one * (1 - 0.5 / 10 ** (decimals + 3))) ?? ([1, ""] as const);

/** Three or four figures and a letter: 1.635 T, 30.27 B, 4.2 k. */
export function short(value: number): string {
  const [step, letter] = stepOf(Math.abs(value), 1);
  const scaled = value / step;
  const text = digits(scaled, 0, Math.abs(scaled) >= 100 ? 1 : 2);
  return withMinus(letter === "" ? text : `${text} ${letter}`);
}

/** The same with as many decimals each time, for figures that stand below each other. */
export function aligned(value: number): string {
  const [step, letter] = stepOf(Math.abs(value), 2);
  return letter === "" ? fixed(value, 2) : `${fixed(value / step, 2)} ${letter}`;
}

/** With its sign, as changes have it. */
export const change = (value: number): string => `${value > 0 ? "+" : ""}${fixed(value, 2)}`;

/** Of few of a unit a tenth counts: 2.5 min, 1.5 h, and 37 h. */
const FEW = 10;
const tenths = (value: number): string => (value < FEW ? plain(Number(value.toFixed(1))) : plain(Math.round(value)));

/** How long. */
export function span(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1_000));
  if (s < 90) return `${s} s`;
  const min = s / 60;
  if (Math.round(min) < 90) return `${tenths(min)} min`;
  const h = s / 3_600;
  if (Math.round(h) < 48) return `${tenths(h)} h`;
  return `${tenths(h / 24)} d`;
}

/** 2026-11-24 02:15:27 */
export const instant = (wire: string): string => wire.slice(0, 19).replace("T", " ");
/** 02:15:27 */
export const timeOfDay = (epochMs: number): string => new Date(epochMs).toISOString().slice(11, 19);

/** `risk_on` and `funding_extreme` as words. */
export const words = (name: string): string => name.replaceAll("_", " ");
