// Stored rows of each series as the wire shows them: the same cells and, rounded in the query, the same
// numbers as the buckets.
import type { DatasetId } from "../../schema/freshness.ts";
import type { Query, Store } from "../../schema/io/clickhouse.ts";
import { rawCandles } from "../../schema/query/raw-candles.ts";
import { rawExchangeNetflow } from "../../schema/query/raw-exchange-netflow.ts";
import { rawFunding } from "../../schema/query/raw-funding.ts";
import { rawLongShort } from "../../schema/query/raw-long-short.ts";
import { rawOpenInterest } from "../../schema/query/raw-open-interest.ts";
import { rawPrice } from "../../schema/query/raw-price.ts";
import { rawReserve } from "../../schema/query/raw-reserve.ts";
import type { RawParams, RawRow } from "../../schema/query/raw-series.ts";
import { rawTvl } from "../../schema/query/raw-tvl.ts";
import type { SeriesId } from "../../schema/series/index.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";

type Cells = readonly (number | string)[];
/** Rows as cells after `t`; `line` names the venue or exchange where the series has one. */
export type RawCells = {
  readonly t: number;
  readonly line: string | null;
  readonly providers: readonly string[];
  readonly cells: Cells;
};
export type RawSeries = {
  readonly dataset: DatasetId;
  read(store: Store, params: RawParams): Promise<RawCells[]>;
};

const orUnassessed = (value: number | null) => value ?? UNASSESSED;

function rawSeries<R extends RawRow>(
  dataset: DatasetId,
  query: Query<RawParams, R>,
  lineOf: (row: R) => string | null,
  cellsOf: (row: R) => Cells,
): RawSeries {
  return {
    dataset,
    async read(store, params) {
      const rows = await store.query(query, params);
      return rows.map((row) => {
        const line = lineOf(row);
        const cells = cellsOf(row);
        return { t: row.t, line, providers: row.providers, cells: line === null ? cells : [line, ...cells] };
      });
    },
  };
}

/** How the stored rows of each series are read. */
export const RAW_SERIES: Readonly<Record<SeriesId, RawSeries>> = {
  price: rawSeries(
    "candle",
    rawPrice,
    () => null,
    (row) => [Number(row.price_usd.toPrecision(8))],
  ),
  candles: rawSeries(
    "candle",
    rawCandles,
    (row) => row.venue,
    (row) => [row.interval_s, row.open, row.high, row.low, row.close, row.volume_native, row.volume_usd],
  ),
  open_interest: rawSeries(
    "open_interest",
    rawOpenInterest,
    (row) => row.venue,
    (row) => [row.usd],
  ),
  funding: rawSeries(
    "funding",
    rawFunding,
    (row) => row.venue,
    (row) => [orUnassessed(row.rate_pct), orUnassessed(row.interval_hours), orUnassessed(row.rate_8h_pct)],
  ),
  long_short: rawSeries(
    "long_short",
    rawLongShort,
    (row) => row.venue,
    (row) => [row.ratio_6, row.long_4, row.short_4],
  ),
  exchange_netflow: rawSeries(
    "exchange_flow",
    rawExchangeNetflow,
    (row) => row.exchange,
    (row) => [orUnassessed(row.netflow), orUnassessed(row.inflow), orUnassessed(row.outflow)],
  ),
  reserves: rawSeries(
    "reserve",
    rawReserve,
    (row) => row.exchange,
    (row) => [row.native],
  ),
  tvl: rawSeries(
    "tvl",
    rawTvl,
    (row) => row.chain,
    (row) => [row.usd],
  ),
};
