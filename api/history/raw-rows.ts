// Stored rows of each series as the wire shows them: the same cells and, rounded in the query, the same
// numbers as the buckets.
import type { DatasetId } from "../../schema/freshness.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";
import { rawCandles } from "../../schema/query/raw/raw-candles.ts";
import { rawExchangeNetflow } from "../../schema/query/raw/raw-exchange-netflow.ts";
import { rawFunding } from "../../schema/query/raw/raw-funding.ts";
import { rawLongShort } from "../../schema/query/raw/raw-long-short.ts";
import { rawOpenInterest } from "../../schema/query/raw/raw-open-interest.ts";
import { rawPrice } from "../../schema/query/raw/raw-price.ts";
import { rawReserve } from "../../schema/query/raw/raw-reserve.ts";
import type { RawParams, RawRow } from "../../schema/query/raw/raw-series.ts";
import { rawTvl } from "../../schema/query/raw/raw-tvl.ts";
import type { SeriesId } from "../../schema/series/index.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";

type Cells = readonly (number | string)[];
/** Rows as cells after `t`; `line` names the venue or exchange where the series has one. Times in epoch milliseconds. */
export type RawCells = {
  readonly t: number;
  readonly asOf: number;
  readonly line: string | null;
  readonly tie: string;
  /** Who told it, and when it was received. */
  readonly told: RawRow["told"];
  readonly cells: Cells;
};
type RawSeries = {
  readonly dataset: DatasetId;
  read(store: Store, params: RawParams): Promise<RawCells[]>;
};

const orUnassessed = (value: number | null) => value ?? UNASSESSED;

/** `cellsOf` gives the cells of a candle, or those of a point before its instant. */
function rawSeries<R extends RawRow>(
  dataset: DatasetId,
  query: Query<RawParams, R>,
  cellsOf: (row: R) => Cells,
  isPoint = true,
): RawSeries {
  return {
    dataset,
    async read(store, params) {
      const rows = await store.query(query, params);
      return rows.map((row) => {
        const { t, as_of: asOf, tie, told } = row;
        const line = row.line === "" ? null : row.line;
        const cells = [...(line === null ? [] : [line]), ...cellsOf(row), ...(isPoint ? [toTime(asOf)] : [])];
        return { t, asOf, line, tie, told, cells };
      });
    },
  };
}

/** How the stored rows of each series are read. */
export const RAW_SERIES: Readonly<Record<SeriesId, RawSeries>> = {
  price: rawSeries("candle", rawPrice, (row) => [Number(row.price_usd.toPrecision(8))]),
  candles: rawSeries(
    "candle",
    rawCandles,
    ({ interval_s, open, high, low, close, volume_native, volume_usd }) => [
      ...[interval_s, open, high, low, close, volume_native, volume_usd],
      interval_s / 60,
    ],
    false,
  ),
  open_interest: rawSeries("open_interest", rawOpenInterest, (row) => [row.usd]),
  funding: rawSeries("funding", rawFunding, (row) => [
    ...[orUnassessed(row.rate_pct), orUnassessed(row.interval_hours), orUnassessed(row.rate_8h_pct)],
  ]),
  long_short: rawSeries("long_short", rawLongShort, (row) => [row.ratio_6, row.long_4, row.short_4]),
  exchange_netflow: rawSeries("exchange_flow", rawExchangeNetflow, (row) => [
    ...[orUnassessed(row.netflow), orUnassessed(row.inflow), orUnassessed(row.outflow), row.minutes],
  ]),
  reserves: rawSeries("reserve", rawReserve, (row) => [row.native]),
  tvl: rawSeries("tvl", rawTvl, (row) => [row.usd]),
};
