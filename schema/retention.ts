// How long rows are kept, by table. The sweep drops partitions by it; the dictionary and the status say it.
import type { TableName } from "./row/index.ts";

export type Kept = {
  /** What of the table, in words. */
  readonly what: string;
  /** Days from the row's own time; null is for good. */
  readonly days: number | null;
  /** Which rows, as SQL says it; all where it is left out. */
  readonly where?: string;
  /** Those rows have partitions of their own, whose names begin with one of these; all where it is left out. */
  readonly first?: readonly number[];
};

export type Retention = {
  /** The column of the row's own time, which the table is partitioned by. */
  readonly at: string;
  readonly kept: readonly Kept[];
  /** Columns that are emptied before their rows go. */
  readonly emptied?: { readonly what: string; readonly hours: number; readonly columns: readonly string[] };
};

const days = (what: string, count: number, at = "at"): Retention => ({ at, kept: [{ what, days: count }] });
const forGood = (what: string): Retention => ({ at: "", kept: [{ what, days: null }] });

/** Changes over 30 days name the calls of the readings that they are counted from. */
const LONG_CALL = "source LIKE '%-candle-1h' OR source LIKE '%-coin-market%'";

/** Fine rows leave first, what was summed up of them stays: storage is bounded by what one year adds in coarse rows. */
export const RETENTION: Readonly<Record<TableName, Retention>> = {
  candle: {
    at: "open_at",
    kept: [
      { what: "minutes and quarters of an hour", days: 90, where: "interval_s < 3600", first: [60, 900] },
      { what: "hours", days: 730, where: "interval_s = 3600", first: [3_600] },
      { what: "days", days: null, where: "interval_s = 86400", first: [86_400] },
    ],
  },
  ticker: days("tickers", 30),
  order_book: {
    at: "at",
    kept: [{ what: "order books", days: 30 }],
    emptied: {
      what: "levels of order books",
      hours: 6,
      columns: ["bid_price", "bid_native", "ask_price", "ask_native"],
    },
  },
  open_interest: days("open interest", 400),
  funding: days("funding", 400),
  long_short: days("long/short ratios", 400),
  taker_volume: days("taker volume", 90),
  token_hour: days("hourly panels", 730),
  liquidation: days("liquidations", 400),
  exchange_flow: days("exchange flows", 400),
  large_transfer: days("large transfers", 400),
  chain_scan: days("chain scans", 400),
  chain_reserve: days("exchange reserves by chain", 400),
  chain_activity: days("use of chains", 400),
  chain_supply: days("coins burned and staked", 400),
  token_tvl: days("value locked by token", 400),
  chain_tvl: days("value locked by chain", 400),
  stablecoin_supply: days("supply of stablecoins", 400),
  exchange_reserve: days("exchange reserves", 400),
  unlock: days("unlock schedules", 30, "read_at"),
  coin_market: days("coin metadata", 400),
  coin: days("coin identities", 730),
  coin_profile: days("project profiles", 60),
  dex_pool: days("pools", 90),
  dex_volume: days("turnover of decentralised exchanges", 400),
  perp_opinion: days("second opinions on perpetuals", 30),
  contract_holder: days("holders of contracts", 400),
  coin_rank: days("ranks of all coins", 14),
  coin_opinion: days("second opinions", 60),
  global_market: days("whole-market totals", 400),
  liquidation_window: days("liquidation totals", 400),
  liquidation_watch: days("stretches watched for liquidations", 400, "from_at"),
  option_interest: days("open interest of options", 400),
  implied_volatility: days("implied volatility", 400),
  swap_quote: days("swap quotes", 90),
  signal: days("signals", 800),
  signal_evaluation: days("counts of signal rules", 90),
  signal_minute: days("minutes of signal rules", 2),
  signal_state: forGood("states of signal rules"),
  contract_scan: days("contract scans", 400),
  headline: days("headlines", 400),
  fear_greed: days("fear and greed", 800),
  fund_flow: days("flows of funds", 800),
  source_call: {
    at: "requested_at",
    kept: [
      { what: "calls of providers", days: 14, where: `NOT (${LONG_CALL})`, first: [0] },
      { what: "calls behind hours and supplies", days: 45, where: LONG_CALL, first: [1] },
    ],
  },
  reject: days("refused rows", 30),
  payment: forGood("payments"),
  usage: days("counts of calls", 90),
  api_key: forGood("partner keys"),
  freshness_sample: days("freshness samples", 30),
  event: forGood("numbered events"),
  issued_object: forGood("issued objects"),
  issued_input: days("what was read live for issued objects", 60),
  log_leaf: forGood("leaves of the proof log"),
  log_node: forGood("subtrees of the proof log"),
  checkpoint: forGood("signed checkpoints"),
  record_call: forGood("calls of the record"),
  outcome: forGood("outcomes of calls"),
  market_hour: forGood("hours that outcomes are settled with"),
  market_sample: forGood("samples behind base rates"),
  attestation: forGood("attestations"),
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The oldest instant of a row that is certain to be there at `now`, epoch milliseconds. */
export const keptFrom = (table: TableName, now: number): number =>
  now - Math.min(...RETENTION[table].kept.map((one) => one.days ?? Number.POSITIVE_INFINITY)) * DAY_MS;

/** A partition as the engine lists it. Times in epoch milliseconds. */
export type StoredPartition = {
  readonly table: string;
  /** Its value, as `20261123` or `(60,202611)`. */
  readonly partition: string;
  readonly id: string;
  /** The time of its newest row; 0 where the partition is by no time. */
  readonly newest_at: number;
};

/** The end, exclusive, of the day, month or year that is the last number of a partition's name; null of any other name. */
export function partitionEnd(partition: string): number | null {
  const [, year, month, day] = /(?:^|\D)(\d{4})(\d\d)?(\d\d)?\)?$/.exec(partition) ?? [];
  if (year === undefined) return null;
  if (month === undefined) return Date.UTC(Number(year) + 1, 0);
  if (day === undefined) return Date.UTC(Number(year), Number(month));
  return Date.UTC(Number(year), Number(month) - 1, Number(day) + 1);
}

const isTable = (name: string): name is TableName => Object.hasOwn(RETENTION, name);

/** Days that the rows of a partition are kept; null is for good, as is what the table does not speak of. */
function daysOf({ kept }: Retention, partition: string): number | null {
  const first = Number(/\d+/.exec(partition)?.[0]);
  return kept.find((one) => one.first === undefined || one.first.includes(first))?.days ?? null;
}

/**
 * The instant that retention is counted from: now, but never later than the market itself has come, whose newest candle
 * says so. A machine whose clock is ahead drops nothing for it; a store without candles keeps everything.
 */
export function judgedAt(stored: readonly StoredPartition[], now: number): number {
  const candles = stored.flatMap(({ table, newest_at }) => (table === "candle" ? [newest_at] : []));
  return Math.min(now, Math.max(...candles));
}

type Past = { readonly drop: StoredPartition[]; readonly empty: StoredPartition[] };

/**
 * The partitions in which every row is past, and those whose early columns are, each the longest past first. A
 * partition counts by its name and not by its rows: none that may still be written to is among them.
 */
export function findPast(stored: readonly StoredPartition[], now: number): Past {
  const at = judgedAt(stored, now);
  const drop: StoredPartition[] = [];
  const empty: StoredPartition[] = [];
  const ends = new Map<StoredPartition, number>();
  for (const one of stored) {
    const end = partitionEnd(one.partition);
    if (end === null || !isTable(one.table)) continue;
    ends.set(one, end);
    const retention = RETENTION[one.table];
    const keptDays = daysOf(retention, one.partition);
    if (keptDays !== null && end + keptDays * DAY_MS <= at) drop.push(one);
    else if (retention.emptied && end + retention.emptied.hours * HOUR_MS <= at) empty.push(one);
  }
  const byEnd = (a: StoredPartition, b: StoredPartition) => (ends.get(a) ?? 0) - (ends.get(b) ?? 0);
  return { drop: drop.sort(byEnd), empty: empty.sort(byEnd) };
}

const spanOf = (count: number | null): string => (count === null ? "for good" : `${count} days`);

/** What a table keeps, as the dictionary says it; null where everything stays. */
export function keptText(table: string): string | null {
  if (!isTable(table)) return null;
  const { at, kept, emptied } = RETENTION[table];
  if (kept.every((one) => one.days === null)) return null;
  const spans = kept.map(
    (one) =>
      `${spanOf(one.days)}${one.days === null ? "" : ` after \`${at}\``}${one.where ? ` where \`${one.where}\`` : ""}`,
  );
  const early = emptied ? [`${emptied.columns.map((name) => `\`${name}\``).join(", ")} ${emptied.hours} hours`] : [];
  return [...spans, ...early].join("; ");
}

/** The limits in one sentence: candles by grain, everything else from the shortest to the longest. */
export function retentionText(): string {
  const { candle, ...others } = RETENTION;
  const grains = candle.kept.map((one) => `${one.what} ${spanOf(one.days)}`);
  const counts = Object.values(others).flatMap(({ kept }) => kept.flatMap((one) => one.days ?? []));
  const rest = `everything else ${Math.min(...counts)} to ${spanOf(Math.max(...counts))}`;
  return `How long rows are kept, by candles' grain: ${grains.join(", ")}; ${rest}.`;
}
