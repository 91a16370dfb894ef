// How sentences show a value: a closed list of formats, each for values of one unit, so that a reader can find any number again.
import { sayProvider } from "../source/provider-says.ts";

const UNITS = ["usd", "pct", "ratio", "bps", "count", "hours", "coins", "time", "name", "quote"] as const;
export type Unit = (typeof UNITS)[number];

/** Of prices and sums: the amount; of changes: without its sign, for a word that says the direction. */
type Row = {
  readonly unit: Unit;
  /** Only of changes and flows, which lose their sign. */
  readonly isSize?: true;
  readonly show: (value: number | string) => string;
};

const SCALES = [
  { from: 1e12, suffix: "T" },
  { from: 1e9, suffix: "B" },
  { from: 1e6, suffix: "M" },
  { from: 1e3, suffix: "K" },
] as const;
const PRICE_DIGITS = 4;
const DECIMALS_MAX = 20;

const numeric = (show: (value: number) => string) => (value: number | string) =>
  typeof value === "number" ? show(value) : value;
const text = (show: (value: string) => string) => (value: number | string) => show(String(value));
const withSign = (sign: string, value: number, shown: string) => (value < 0 ? `-${sign}${shown}` : `${sign}${shown}`);

/** So many decimals, with a comma at each thousand. */
function figures(value: number, decimals: number): string {
  const [whole = "", rest] = value.toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** Two decimals at most, and none that says nothing. */
const bare = (value: number): string => figures(value, 2).replace(/(?:\.0|(\.\d))0*$/, "$1");

/** A sum of money: three digits and a letter. */
function sum(value: number): string {
  const size = Math.abs(value);
  const scale = SCALES.find(({ from }) => size >= from);
  return scale ? `${Number((size / scale.from).toPrecision(3))}${scale.suffix}` : size.toFixed(0);
}

/** A price: cents from a dollar on, four digits below. */
function price(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0.00";
  if (size < 1) {
    const decimals = PRICE_DIGITS - 1 - Math.floor(Math.log10(size));
    return size.toFixed(Math.min(DECIMALS_MAX, decimals));
  }
  return figures(size, 2);
}

function signed(value: number, decimals: number): string {
  const shown = figures(Math.abs(value), decimals);
  const sign = Number(shown) === 0 ? "" : value < 0 ? "-" : "+";
  return `${sign}${shown} %`;
}

const points = (value: number): string => signed(value, 2).replace("%", "percentage points");

const size = (decimals: number) => numeric((value) => `${figures(Math.abs(value), decimals)} %`);
/** Quotation marks of any script. */
const MARKS = /[\p{Pi}\p{Pf}"„‚〝〞〟＂「」『』]/gu;
const CLOCK_AT = [11, 16] as const;
const DAY_LENGTH = 10;

export const FORMATS = {
  usd: { unit: "usd", show: numeric((value) => withSign("$", value, price(value))) },
  usd_short: { unit: "usd", show: numeric((value) => withSign("$", value, sum(value))) },
  usd_size: { unit: "usd", isSize: true, show: numeric((value) => `$${sum(value)}`) },
  pct1: { unit: "pct", show: numeric((value) => signed(value, 1)) },
  pct2: { unit: "pct", show: numeric((value) => signed(value, 2)) },
  pct4: { unit: "pct", show: numeric((value) => signed(value, 4)) },
  /** The difference of two percentages. */
  points2: { unit: "pct", show: numeric(points) },
  size1: { unit: "pct", isSize: true, show: size(1) },
  size2: { unit: "pct", isSize: true, show: size(2) },
  /** A percentage that is no change, without a sign. */
  share1: { unit: "pct", show: numeric((value) => `${figures(value, 1)} %`) },
  share2: { unit: "pct", show: numeric((value) => `${figures(value, 2)} %`) },
  times: { unit: "ratio", show: numeric((value) => `${figures(value, 1)} times`) },
  ratio2: { unit: "ratio", show: numeric((value) => figures(value, 2)) },
  bps1: { unit: "bps", show: numeric((value) => `${figures(value, 1)} bps`) },
  int: { unit: "count", show: numeric((value) => figures(value, 0)) },
  /** A number of coins: three digits and a letter. */
  coins: { unit: "coins", show: numeric((value) => sum(value)) },
  hours: { unit: "hours", show: numeric((value) => (value === 1 ? "1 hour" : `${bare(value)} hours`)) },
  clock: { unit: "time", show: text((value) => `${value.slice(...CLOCK_AT)} UTC`) },
  day: { unit: "time", show: text((value) => value.slice(0, DAY_LENGTH)) },
  name: { unit: "name", show: text((value) => value) },
  /** A provider or venue, as it writes its name. */
  provider: { unit: "name", show: text(sayProvider) },
  /** What somebody else wrote stands in quotation marks, and none of its own ends them. */
  quote: { unit: "quote", show: text((value) => `“${value.replaceAll(MARKS, "'")}”`) },
} as const satisfies Record<string, Row>;

export type Format = keyof typeof FORMATS;
export const FORMAT_IDS = Object.keys(FORMATS) as Format[];
export const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name);
export const formatRow = (format: Format): Row => FORMATS[format];

/** The one way a value is shown in a format. */
export const showValue = (value: number | string, format: Format): string => FORMATS[format].show(value);

/** Numbers as formats write them; whatever else has a digit is none of ours. */
export const SHOWN_NUMBER =
  /\d{4}-\d{2}-\d{2}|\d{2}:\d{2} UTC|[+-]?\$?\d+(?:,\d{3})*(?:\.\d+)?(?:[KMBT](?![A-Za-z])| %| percentage points| times| bps| hours?\b)?/g;
