// Sentences whose every number comes from numbered evidence, written by template: nothing else may carry a digit.
import { sayUsd } from "../../schema/event/event.ts";

type Unit = "pct" | "usd" | "count" | "name";
/** `share1` is a percentage without a sign. */
type Format = "pct1" | "pct4" | "share1" | "usd_short" | "int" | "name";

/** One measured thing: where it stands in our own answers, its value there, and how sentences show it. */
export type Evidence = {
  readonly id: string;
  /** Such as "state/bitcoin/market/change_24h_pct". */
  readonly path: string;
  readonly unit: Unit;
  readonly value: number | string;
  readonly shown: string;
};

export type Statement = { readonly text: string; readonly evidence: readonly string[] };

export type EvidenceBook = {
  /** Enters a value once; the same path and format are the same evidence. */
  cite(path: string, value: number | string, format: Format): Evidence;
  readonly entries: readonly Evidence[];
};

const UNITS: Readonly<Record<Format, Unit>> = {
  pct1: "pct",
  pct4: "pct",
  share1: "pct",
  usd_short: "usd",
  int: "count",
  name: "name",
};
const signedPct = (value: number, decimals: number): string => {
  const text = Math.abs(value).toFixed(decimals);
  const sign = Number(text) === 0 ? "" : value < 0 ? "-" : "+";
  return `${sign}${text} %`;
};

const shortUsd = (value: number): string => (value < 0 ? `-${sayUsd(-value)}` : sayUsd(value));

/** The one way a value is shown in a format. */
export function showValue(value: number | string, format: Format): string {
  if (typeof value === "string") return value;
  if (format === "usd_short") return shortUsd(value);
  if (format === "int") return value.toFixed(0);
  if (format === "share1") return `${value.toFixed(1)} %`;
  return signedPct(value, format === "pct4" ? 4 : 1);
}

export function openEvidence(): EvidenceBook {
  const entries: Evidence[] = [];
  return {
    entries,
    cite(path, value, format) {
      const shown = showValue(value, format);
      const known = entries.find((one) => one.path === path && one.shown === shown);
      if (known) return known;
      const entry = { id: `E${entries.length + 1}`, path, unit: UNITS[format], value, shown };
      entries.push(entry);
      return entry;
    },
  };
}

/** Words that name a window and carry its digits; all others must not. */
const WINDOW_WORDS = /\b(24 hours|8 hours)\b/g;

/** Fills the gaps of a sentence with evidence. Throws where its own words carry a digit: those come from evidence. */
export function state(words: TemplateStringsArray, ...evidence: readonly Evidence[]): Statement {
  const plain = words.join(" ").replace(WINDOW_WORDS, "");
  if (/\d/.test(plain)) throw new Error(`a number without evidence: ${words.join("…")}`);
  const text = words.map((word, at) => word + (evidence[at]?.shown ?? "")).join("");
  return { text, evidence: [...new Set(evidence.map(({ id }) => id))] };
}
