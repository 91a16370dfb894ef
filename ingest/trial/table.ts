// A trial in words: a line a source, and under it up to three of its numbers beside another provider's.
import type { TableName } from "../../schema/dataset/index.ts";
import { type TrialRow, timeOf } from "./memory.ts";
import type { TrialResult } from "./trial.ts";

type Fact = {
  readonly value: string;
  /** What it is a number of, where other tables tell that too, and which columns name the thing there. */
  readonly fact?: readonly string[];
};

const PRICE = ["price", "token"];
const OPEN_INTEREST = ["open interest", "token", "venue"];
const RESERVE = ["reserve", "token", "exchange"];
/** The number of a table that is worth comparing. */
const TOLD: Readonly<Partial<Record<TableName, Fact>>> = {
  candle: { value: "close", fact: PRICE },
  ticker: { value: "price", fact: PRICE },
  order_book: { value: "bid", fact: PRICE },
  coin_market: { value: "price_usd", fact: PRICE },
  coin_opinion: { value: "price_usd", fact: PRICE },
  open_interest: { value: "open_interest_usd", fact: OPEN_INTEREST },
  perp_opinion: { value: "open_interest_usd", fact: OPEN_INTEREST },
  exchange_reserve: { value: "reserve_native", fact: RESERVE },
  chain_reserve: { value: "reserve_native", fact: RESERVE },
  funding: { value: "rate" },
  long_short: { value: "ratio" },
  taker_volume: { value: "buy" },
  liquidation: { value: "value_usd" },
  liquidation_window: { value: "long_usd" },
  global_market: { value: "total_market_cap_usd" },
  swap_quote: { value: "impact_pct" },
  chain_tvl: { value: "tvl_usd" },
  token_tvl: { value: "tvl_usd" },
  exchange_flow: { value: "inflow_native" },
};
/** What else must be alike, beside the token, for two rows of a table to speak of one thing. */
const ALIKE = ["market", "kind", "chain", "exchange", "side", "size_usd", "interval_s"];
const SAMPLES = 3;

const join = (row: TrialRow, columns: readonly string[]): string =>
  columns
    .map((name) => row[name])
    .filter((value) => value !== undefined)
    .join(" ");
const inTable = (row: TrialRow): string => join(row, ["token", ...ALIKE]);
const inAll = (row: TrialRow, [what, ...columns]: readonly string[]): string => `${what}: ${join(row, columns)}`;

type Sample = { readonly row: TrialRow; readonly value: number };

/** The newest number of each thing that a source told of. */
function newestOf({ rows, table }: TrialResult, nameOf: (row: TrialRow) => string): Map<string, Sample> {
  const newest = new Map<string, Sample>();
  const column = TOLD[table]?.value;
  if (column === undefined) return newest;
  for (const row of rows) {
    const value = Number(row[column]);
    const held = newest.get(nameOf(row));
    if (Number.isFinite(value) && !(held && timeOf(held.row) > timeOf(row))) newest.set(nameOf(row), { row, value });
  }
  return newest;
}

/** Who else tells of the thing that the row is of, and what: in the same table, else wherever that fact is told. */
function openOthers(result: TrialResult, all: readonly TrialResult[]) {
  const others = all.filter(({ provider }) => provider !== result.provider);
  const known = (told: readonly TrialResult[], nameOf: (row: TrialRow) => string) =>
    told.map((one) => [one.provider, newestOf(one, nameOf)] as const);
  const alike = known(
    others.filter(({ table }) => table === result.table),
    inTable,
  );
  const fact = TOLD[result.table]?.fact;
  const elsewhere = known(
    others.filter(({ table }) => fact !== undefined && TOLD[table]?.fact === fact),
    (row) => inAll(row, fact ?? []),
  );
  return (row: TrialRow): string | null => {
    const find = (places: typeof alike, name: string) => places.find(([, values]) => values.has(name));
    const [places, name] = find(alike, inTable(row)) ? [alike, inTable(row)] : [elsewhere, inAll(row, fact ?? [])];
    const [provider, values] = find(places, name) ?? [];
    return provider === undefined ? null : `${provider} ${values?.get(name)?.value}`;
  };
}

function samplesOf(result: TrialResult, all: readonly TrialResult[]): string[] {
  const beside = openOthers(result, all);
  const compared = [...newestOf(result, inTable)].map(([thing, { row, value }]) => {
    const other = beside(row);
    return { text: `${thing}: ${value} · ${other ?? "nobody else tells"}`, rank: other === null ? 1 : 0 };
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
