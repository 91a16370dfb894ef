// Which end of its period each source's time stamp marks, in the document's words; where none says, how far a row can be off.
import t from "tap";
import type { TokenSource } from "../../ingest/source/define-source.ts";
import type { Listing } from "../../ingest/source/market.ts";
import { SOURCES } from "../../ingest/sources.ts";
import type { TableName } from "../../schema/dataset/index.ts";

/** Tables whose rows are of a period, or are read at the ends of periods. */
const PERIODIC: ReadonlySet<TableName> = new Set([
  ...(["candle", "taker_volume", "liquidation_window", "long_short", "implied_volatility", "fear_greed"] as const),
  ...(["fund_flow", "chain_activity", "token_tvl", "chain_tvl", "stablecoin_supply", "exchange_reserve"] as const),
]);

type Stamp = {
  readonly of: RegExp;
  readonly marks: "start" | "end" | "instant" | "unsaid";
  /** The document and its word. */
  readonly word: string;
  /** Where it is not said: what a row may lie off at most, seconds. */
  readonly offS?: number;
};

const NO_WORD = "names the member and not which end of the period it marks";
const STAMPS: readonly Stamp[] = [
  {
    of: /^binance-(perp-)?candle/,
    marks: "start",
    word: "developers.binance.com, Kline/Candlestick Data: 'Open time'",
  },
  { of: /^binance-taker-volume$/, marks: "start", word: "the same candles: 'Open time'" },
  {
    of: /^bybit-(perp-)?candle/,
    marks: "start",
    word: "bybit-exchange.github.io/docs/v5/market/kline: 'Start time of the candle'",
  },
  {
    of: /^okx-(perp-)?candle/,
    marks: "start",
    word: "okx.com/docs-v5, candlesticks: 'Opening time of the candlestick'",
  },
  {
    of: /^kraken-candle/,
    marks: "start",
    word: "docs.kraken.com, OHLC: the last entry 'is for the current, not-yet-committed timeframe'",
  },
  {
    of: /^okx-taker-volume$/,
    marks: "start",
    word: "okx.com/docs-v5, taker volume: its period is a 'bar', whose time is the opening's",
  },
  {
    of: /^gate-(liquidation-window|taker-volume)$/,
    marks: "unsaid",
    offS: 300,
    word: `gate-api ContractStat: time is 'Stat timestamp'; ${NO_WORD}`,
  },
  {
    of: /^gate-(long-short|open-interest-history)$/,
    marks: "unsaid",
    offS: 300,
    word: `gate-api ContractStat: time is 'Stat timestamp'; ${NO_WORD}`,
  },
  {
    of: /^binance-(long-short|open-interest-history)$/,
    marks: "unsaid",
    offS: 300,
    word: `developers.binance.com, futures/data: ${NO_WORD}; archives turned on 2026-06-25`,
  },
  {
    of: /^okx-(top-)?long-short$/,
    marks: "unsaid",
    offS: 300,
    word: `okx.com/docs-v5, trading statistics: ts, 'Bar size'; ${NO_WORD}`,
  },
  {
    of: /^okx-open-interest-history$/,
    marks: "unsaid",
    offS: 300,
    word: `okx.com/docs-v5, trading statistics: ts, 'Bar size'; ${NO_WORD}`,
  },
  {
    of: /^bybit-(long-short|open-interest-history)$/,
    marks: "unsaid",
    offS: 300,
    word: `bybit-exchange.github.io/docs/v5/market: 'The timestamp (ms)'; ${NO_WORD}`,
  },
  {
    of: /^deribit-implied-volatility$/,
    marks: "unsaid",
    offS: 60,
    word: `docs.deribit.com, get_volatility_index_data: 'timestamp in ms' of a candle; ${NO_WORD}`,
  },
  {
    of: /^alternative-fear-greed$/,
    marks: "start",
    word: "alternative.me/crypto/api: one value a UTC day, stamped with its midnight, and time_until_update to the next",
  },
  { of: /^defillama-fund-flow$/, marks: "start", word: "api-docs.defillama.com, etfs/flows: 'day'" },
  {
    of: /^blockchain-active-address$/,
    marks: "start",
    word: "blockchain.com/api/charts_api: the value of 2015-09-18 has x of that midnight",
  },
  {
    of: /^coinmetrics-active-address$/,
    marks: "start",
    word: "docs.coinmetrics.io, FAQs: metrics of an interval are stamped with its beginning; one of a day with its midnight",
  },
  {
    of: /^(eth|bsc)-chain-activity$/,
    marks: "end",
    word: "ours: the end of the last whole hour; the 24 hours before it are counted by the times of blocks",
  },
  {
    of: /^(btc|ada)-chain-activity$/,
    marks: "end",
    word: "the time of the newest block; the 24 hours before it are counted",
  },
  {
    of: /^defillama-(tvl|chain-tvl|stablecoin)$/,
    marks: "instant",
    word: "defillama-server, storeNewTvl: the first reading of a UTC day, stamped with its midnight",
  },
  { of: /^defillama-reserve$/, marks: "instant", word: "the same readings of an exchange's wallets" },
];

const MINUTES: Readonly<Record<string, number>> = { "5m": 5, "5min": 5 };
const stampsOf = (id: string) => STAMPS.filter(({ of }) => of.test(id));

t.test("every source of periods says which end its time stamp marks, by its document", async (t) => {
  for (const { id, table } of Object.values(SOURCES)) {
    const isOfPeriods = PERIODIC.has(table) || id.endsWith("-open-interest-history");
    t.equal(stampsOf(id).length, isOfPeriods ? 1 : 0, id);
  }
  for (const { of } of STAMPS)
    t.ok(
      Object.keys(SOURCES).some((id) => of.test(id)),
      `${of} is of a source`,
    );
});

t.test("where no document says, what is read beside live readings is of five minutes at most", async (t) => {
  const now = Date.UTC(2026, 9, 20, 12, 34);
  const listing: Listing = {
    ...{ token: "bitcoin", symbol: "X", kind: "perp", factor: 1, contractSize: 1, listedAt: null, info: {} },
  };
  const unsaid = Object.values(SOURCES).filter(
    ({ id, kind }) => kind === "token" && stampsOf(id)[0]?.marks === "unsaid",
  );
  for (const source of unsaid as TokenSource[]) {
    const offS = stampsOf(source.id)[0]?.offS ?? 0;
    for (const { params } of source.calls(listing, false, now, now - 3_600_000)) {
      const period = String(params.period ?? params.intervalTime ?? params.interval);
      t.ok((MINUTES[period] ?? Number.POSITIVE_INFINITY) * 60 <= offS, `${source.id} asks for ${period}`);
    }
  }
  t.ok(unsaid.length >= 8, `${unsaid.length} sources`);
});
