// How what was not measured is said: kinds of evidence by their reasons, members of one in words without a digit.
import { BRIEF_KINDS, type BriefKind } from "../../schema/evidence/index.ts";
import type { Reason } from "../../schema/reason.ts";
import { EVIDENCE_BUILDERS } from "../evidence/index.ts";

export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  no_source: "no source tells it",
  source_error: "the source failed",
  source_rate_limited: "the source limits us",
  not_configured: "its source needs a key",
  stale: "what is known is too old",
  insufficient_history: "too little of the past is stored",
  insufficient_coverage: "too few sources tell it",
  unit_unknown: "the source names no unit",
  source_unverified: "the contract's source is closed",
  proxy: "the contract is a proxy",
  disagreement: "sources contradict each other",
  not_tracked: "the token is not tracked",
  pending: "its first reading is still to come",
};

/** What all numbers of a kind are subject to. */
export const SIMULATED_SAID = "All of it comes from a simulated market.";
export const CLOSURES_SAID = "Forced closures are a lower bound: venues publish part of them.";
export const FLOWS_SAID = "Flows are those of labelled wallets alone.";

export const isBriefKind = (kind: string): kind is BriefKind => (BRIEF_KINDS as readonly string[]).includes(kind);

/** What was said of each, in the order in which they come; each thing once. */
function grouped<T>(rows: readonly T[], keyOf: (row: T) => string, saidOf: (row: T) => string): [string, string[]][] {
  const groups = new Map<string, Set<string>>();
  for (const row of rows) groups.set(keyOf(row), (groups.get(keyOf(row)) ?? new Set()).add(saidOf(row)));
  return [...groups].map(([key, said]) => [key, [...said]]);
}

/** A sentence a kind. */
export const sayLacks = (lacks: readonly { readonly kind: BriefKind; readonly reason: Reason }[]): string[] =>
  grouped(
    lacks,
    ({ kind }) => EVIDENCE_BUILDERS[kind].words,
    ({ reason }) => REASON_WORDS[reason],
  ).map(([words, reasons]) => `Not all of ${words} was measured: ${reasons.join(", and ")}.`);

/** Parts of names; what only says a unit is left out. */
const WORDS: Readonly<Record<string, string>> = {
  "1h": "over an hour",
  "4h": "over four hours",
  "24h": "over a day",
  "7d": "over a week",
  "30d": "over thirty days",
  "90d": "over ninety days",
  "8h": "over eight hours",
  "2pct": "within two per cent",
  "1pct": "of one per cent",
  top10: "ten largest",
  n: "calls that were settled",
  at: "time",
  ath: "all-time high",
  fdv: "fully diluted value",
  oi: "open interest",
  ...{ pct: "", usd: "", native: "", bps: "", count: "" },
};

/** A path as words. */
export function wordsOfPath(path: string): string {
  const words = path
    .slice(1)
    .replaceAll("pct_of", "share_of")
    .split(/[/_]/)
    .map((word) => WORDS[word] ?? word);
  return [...new Set(words.filter((word) => word !== "" && !/\d/.test(word)))].join(" ");
}

/** A sentence a reason. */
export const sayMissing = (missing: readonly { readonly path: string; readonly reason: Reason }[]): string[] =>
  grouped(
    missing,
    ({ reason }) => REASON_WORDS[reason],
    ({ path }) => wordsOfPath(path),
  ).map(([reason, words]) => `Not measured, as ${reason}: ${words.join("; ")}.`);
