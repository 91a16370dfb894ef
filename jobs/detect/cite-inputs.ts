// Where the inputs of the signal rules came from, by input, from the rows they were measured on.
import type { DatasetId } from "../../schema/freshness.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { InputName } from "../../schema/signal/input-name.ts";
import type { TokenFacts } from "../fact/fact.ts";
import { isFresh } from "../measure/cause.ts";

type Read = { readonly provider: string; readonly venue?: string; readonly at: number };

/** Only rows within the hard limit of their dataset were used. */
const cite = (rows: readonly Read[], dataset: DatasetId, asOf: number): Source[] =>
  rows
    .filter(({ at }) => isFresh(dataset, at, asOf))
    .map(({ provider, venue, at }) => ({
      provider,
      endpoint: dataset,
      as_of: toTime(at),
      ...(venue === undefined ? {} : { venue }),
    }));

const readAt = <R extends { readonly read_at: number }>(rows: readonly R[]): (R & { readonly at: number })[] =>
  rows.map((row) => ({ ...row, at: row.read_at }));

/** Sources without numbers of their own: in a signal they stand beside it wherever it is shown. */
export function citeInputs(rows: TokenFacts, asOf: number): Readonly<Partial<Record<InputName, readonly Source[]>>> {
  const candles = cite(
    rows.minutes.map(({ provider, venue, close_at: at }) => ({ provider, venue, at })),
    "candle",
    asOf,
  );
  const books = cite(readAt(rows.books), "order_book", asOf);
  const interest = cite(readAt(rows.openInterest), "open_interest", asOf);
  const funding = cite(readAt(rows.funding), "funding", asOf);
  const ratios = cite(readAt(rows.longShort.filter(({ kind }) => kind === "global_account")), "long_short", asOf);
  const closures = rows.liquidations.map(({ provider, venue, newest_at: at }) => ({ provider, venue, at }));
  const liquidations = cite(closures, "liquidation", asOf);
  const coin = rows.coin
    ? cite(
        readAt([rows.coin]).map(({ provider, at }) => ({ provider, at })),
        "coin_market",
        asOf,
      )
    : [];
  const flows = cite(
    rows.flows.map(({ provider, end_at: at }) => ({ provider, at })),
    "exchange_flow",
    asOf,
  );
  const transfers = cite(
    rows.transfers.map(({ provider, newest_at: at }) => ({ provider, at })),
    "large_transfer",
    asOf,
  );
  const scans = cite(
    rows.contracts.map(({ provider, read_at: at }) => ({ provider, at })),
    "contract_risk",
    asOf,
  );
  return {
    return_1h_pct: candles,
    return_4h_pct: candles,
    sigma_1h_pct: candles,
    close_15m_usd: candles,
    volume_1h_usd: candles,
    venue_prices: candles,
    peg_prices: candles,
    ath_usd: coin,
    market_cap_usd: [...coin, ...candles],
    open_interest: interest,
    funding_8h_pct: [...funding, ...interest],
    funding_readings: funding,
    long_short_ratio: ratios,
    liquidations_long_1h_usd: liquidations,
    netflow_24h_usd: flows,
    netflow_z: flows,
    transfers,
    depth: books,
    spread: books,
    contract_scan: scans,
  };
}
