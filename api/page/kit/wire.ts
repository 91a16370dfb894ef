// How a member of an answer is shown: its unit is the end of its name.
import { change, fixed, instant, plain, price, short, words } from "./format.ts";

const SHOWN: readonly (readonly [ending: RegExp, show: (value: number) => string])[] = [
  [/(^|_)price(_usd)?$|_price_usd$|^(high|low|ath|atl)(_\d+[hd])?(_usd)?$/, (value) => `${price(value)} USD`],
  [/_usd$|^(market_cap|volume_24h)$/, (value) => `${short(value)} USD`],
  [/^change_.*_pct$|return_pct$/, (value) => `${change(value)} %`],
  [/_pct$/, (value) => `${fixed(value, Math.abs(value) < 0.1 ? 4 : 2)} %`],
  [/_bps$/, (value) => `${fixed(value, 2)} bps`],
  [/_ratio$|^ratio$/, (value) => `${fixed(value, 4)} ×`],
  [/_s$/, (value) => `${plain(value)} s`],
  [/_hours$|_h$/, (value) => `${plain(value)} h`],
  [/_native$/, (value) => `${short(value)} coins`],
];
const UNITS: Readonly<Record<string, string>> = {
  pct: "%",
  usd: "USD",
  bps: "bps",
  ratio: "×",
  count: "",
  sigmas: "σ",
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A value with the unit that the name of its member says. */
export function shownAs(name: string, value: unknown): string {
  if (typeof value === "number") return (SHOWN.find(([ending]) => ending.test(name))?.[1] ?? plain)(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null) return "does not apply";
  if (typeof value === "string") return TIME.test(value) ? `${instant(value)} UTC` : value;
  return Array.isArray(value) ? value.map((one) => shownAs(name, one)).join(", ") : JSON.stringify(value);
}

const SPELT: Readonly<Record<string, string>> = {
  ath: "all-time high",
  fdv: "fully diluted value",
  oi: "open interest",
};

/** The name of a member in words, without the unit that stands with its value. */
export const spelt = (name: string): string =>
  words(name.replace(/_(pct|usd|bps|ratio|h|s)$/, ""))
    .split(" ")
    .map((word) => SPELT[word] ?? word.replace(/^(\d+)(h|d)$/, "$1 $2").replace(/^(\d+)pct$/, "$1 %"))
    .join(" ");

/** A value with a unit that is told beside it; whole numbers are counts. A size has no sign, whatever it is the size of. */
export function withUnit(value: number | string, unit: string): string {
  if (typeof value === "string") return words(value);
  const whole = Math.trunc(Math.abs(value)).toString().length;
  const figures = Number.isInteger(value) ? value : Number(value.toPrecision(Math.max(6, whole)));
  const figure = unit === "usd" ? short(value) : plain(figures);
  const sign = UNITS[unit] ?? unit;
  return sign === "" ? figure : `${figure} ${sign}`;
}
