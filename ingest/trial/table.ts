// A trial in words: a line a source, and under it up to three of its numbers beside another provider's.
import type { TrialRow } from "./memory.ts";
import type { TrialResult } from "./trial.ts";

/** The number of a table that is worth comparing. */
const VALUES: Readonly<Record<string, string>> = {
  candle: "close",
  ticker: "price",
  order_book: "bid",
  open_interest: "open_interest_usd",
  funding: "rate",
  long_short: "ratio",
  taker_volume: "buy",
  liquidation: "value_usd",
  liquidation_window: "long_usd",
  coin_market: "price_usd",
  coin_opinion: "price_usd",
  global_market: "total_market_cap_usd",
  perp_opinion: "open_interest_usd",
  swap_quote: "impact_pct",
  tvl: "tvl_usd",
  reserve: "reserve_native",
  exchange_flow: "netflow_native",
};
/** What else must be alike, beside the token, for two rows to speak of one thing. */
const ALIKE = ["market", "kind", "chain", "side", "size_usd", "interval_s"];
const SAMPLES = 3;

const about = (row: TrialRow): string =>
  [row.token, ...ALIKE.map((name) => row[name])].filter((v) => v !== undefined).join(" ");
const numberOf = (table: string, row: TrialRow): number => Number(row[VALUES[table] ?? ""]);

/** The last row of each thing that a source told of. */
function lastOf({ rows, table }: TrialResult): Map<string, number> {
  return new Map(
    rows.map((row): [string, number] => [about(row), numberOf(table, row)]).filter(([, v]) => Number.isFinite(v)),
  );
}

function samplesOf(result: TrialResult, all: readonly TrialResult[]): string[] {
  const others = all
    .filter((one) => one.table === result.table && one.provider !== result.provider)
    .map((one) => [one.provider, lastOf(one)] as const);
  const compared = [...lastOf(result)].map(([thing, value]) => {
    const [provider, values] = others.find(([, known]) => known.has(thing)) ?? [];
    const beside = provider === undefined ? "nobody else tells" : `${provider} ${values?.get(thing)}`;
    return { text: `${thing}: ${value} · ${beside}`, rank: provider === undefined ? 1 : 0 };
  });
  return compared
    .sort((a, b) => a.rank - b.rank)
    .slice(0, SAMPLES)
    .map(({ text }) => text);
}

const ageText = (ms: number | null): string => {
  if (ms === null) return "–";
  const s = Math.round(ms / 1_000);
  return s < 7_200 ? `${s} s` : `${Math.round(s / 3_600)} h`;
};

/** One source: what came, what was refused and why, how old the newest row is, and what went wrong. */
export function trialLine({ source, rows, refused, issue, ageMs }: TrialResult): string {
  const reasons = Object.entries(refused).map(([reason, times]) => `${reason} ${times}`);
  const parts = [`${rows.length} rows`, `refused: ${reasons.join(", ") || "none"}`, `newest: ${ageText(ageMs)}`];
  return `${source.padEnd(32)} ${parts.join("  ")}${issue === "" ? "" : `  ${issue}`}`;
}

/** All sources, with samples; the last line counts. */
export function trialTable(results: readonly TrialResult[]): string[] {
  const lines = results.flatMap((one) => [trialLine(one), ...samplesOf(one, results).map((text) => `    ${text}`)]);
  const good = results.filter(({ rows }) => rows.length > 0).length;
  return [...lines, "", `${good} of ${results.length} sources brought rows that were admitted; nothing was stored.`];
}
