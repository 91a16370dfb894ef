// The real OKX class over bodies that a loopback server replays: markets, candles, funding, books, tickers and open interest.
import t, { type Test } from "tap";
import { HOUR_MS } from "../../schema/duration.ts";
import { OKX } from "../fixture/venue-body.ts";
import { BASE } from "../support/base.ts";
import { exact, isExactly, times } from "../support/exact.ts";
import {
  allMarkets,
  listingOf,
  recordedBody,
  recordedMessages,
  recordedSkip,
  recordedTable,
  recordedTime,
  startReplay,
} from "../support/recorded.ts";
import { compareBook } from "../support/recorded-book.ts";

type Instrument = {
  readonly instId: string;
  readonly state: string;
  readonly quoteCcy: string;
  readonly ctType: string;
  readonly ctVal: string;
  readonly settleCcy: string;
};
type Level = readonly [string, string, ...string[]];
type Book = { readonly asks: readonly Level[]; readonly bids: readonly Level[]; readonly ts: string };
type Ticker = Readonly<
  Record<"instId" | "last" | "askPx" | "bidPx" | "high24h" | "low24h" | "volCcy24h" | "vol24h" | "ts", string>
>;
type Message = {
  readonly arg?: { readonly channel: string; readonly instId: string };
  readonly data?: readonly object[];
};
type Bodies = {
  readonly spot: readonly Instrument[];
  readonly swap: readonly Instrument[];
  readonly book: Book;
  /** Of one market, each an answer of its own. */
  readonly tickers: readonly Ticker[];
  readonly candles: readonly (readonly string[])[];
};

const SYMBOL = "BTC-USDT";
const SWAP = "BTC-USDT-SWAP";
const DOLLARS = ["USDT", "USDC", "USD"];

/** Hours of a table as OKX sends them, newest first with the running one; volumes in coins and, of each at its close, in dollars. */
const candlesOf = (rows: readonly (readonly string[])[]): string[][] => {
  const closed = rows.map(([at = "", open = "", high = "", low = "", close = "", base = ""]) => [
    `${recordedTime(at)}`,
    open,
    high,
    low,
    close,
    base,
    base,
    "12345.678",
    "1",
  ]);
  const last = Number(closed.at(-1)?.[0]) + HOUR_MS;
  return [...closed, [`${last}`, "1", "1", "1", "1", "1", "1", "1", "0"]].reverse();
};

const HAND_MADE: Bodies = {
  ...OKX,
  book: OKX.book as unknown as Book,
  candles: candlesOf([
    ["20261120 00:00", "64250.1", "64300", "64249.9", "64288.8", "123.45678901"],
    ["20261120 01:00", "64288.8", "64288.8", "64288.8", "64288.8", "0"],
  ]),
};

function recorded(): Bodies {
  const messages = recordedMessages<Message>("okx/ws_tickers_trades_books_2022-05-13.json");
  const of = (channel: string) =>
    messages.filter(({ arg }) => arg?.channel === channel && arg.instId === SYMBOL).flatMap(({ data }) => data ?? []);
  return {
    spot: recordedBody<{ data: Instrument[] }>("okx/instruments_SPOT_2022-05-13.json").data,
    swap: recordedBody<{ data: Instrument[] }>("okx/instruments_SWAP_2022-05-13.json").data,
    book: of("books")[0] as Book,
    tickers: of("tickers") as Ticker[],
    candles: candlesOf(recordedTable("candles/binance_btcusdt_1h_trade.csv")),
  };
}

async function replay(t: Test, bodies: Bodies) {
  const tickers = [...bodies.tickers];
  const data = (rows: readonly object[]) => ({ code: "0", msg: "", data: rows });
  const replies = await startReplay(t, "okx", {
    "/api/v5/public/instruments": (query) => data(query.get("instType") === "SPOT" ? bodies.spot : bodies.swap),
    "/api/v5/market/books": () => data([bodies.book]),
    "/api/v5/market/tickers": () => data(tickers.splice(0, 1)),
    "/api/v5/market/history-candles": () => data(bodies.candles),
    "/api/v5/public/funding-rate-history": () => data(OKX.funding),
    "/api/v5/public/open-interest": () => data([OKX.openInterest]),
  });
  const markets = await allMarkets(replies);
  return { ...replies, markets, listings: (id: string) => [listingOf(markets, id)] };
}

async function check(t: Test, bodies: Bodies) {
  const replayed = await replay(t, bodies);
  const { markets, rowsOf, listings } = replayed;

  await t.test("every live spot market and linear swap against dollars is loaded, and nothing else", async (t) => {
    const ids = (kind: string) =>
      markets
        .filter((one) => one.kind === kind)
        .map(({ id }) => id)
        .sort();
    const live = (all: readonly Instrument[]) => all.filter(({ state }) => state === "live");
    const spot = live(bodies.spot).filter(({ quoteCcy }) => DOLLARS.includes(quoteCcy));
    t.same(ids("spot"), spot.map(({ instId }) => instId).sort());
    const linear = live(bodies.swap).filter(
      ({ ctType, settleCcy }) => ctType === "linear" && DOLLARS.includes(settleCcy),
    );
    t.same(ids("perp"), linear.map(({ instId }) => instId).sort());
    for (const { instId, ctVal } of linear)
      t.equal(markets.find(({ id }) => id === instId)?.contractSize, Number(ctVal), `${instId}: ${ctVal} coins`);
  });

  await t.test("candles carry every digit, oldest first, the running one left out", async (t) => {
    const closed = [...bodies.candles].reverse().slice(0, -1);
    const given = { listings: listings(SYMBOL), now: BASE };
    const parsed = await rowsOf("okx-candle-1h", "okx.historyCandles", { instId: SYMBOL }, given);
    t.equal(parsed.length, closed.length);
    for (const [i, row] of closed.entries()) {
      t.equal(parsed[i]?.open_at, Number(row[0]));
      const columns = ["open", "high", "low", "close", "volume_native"];
      t.ok(
        columns.every((name, column) => isExactly(parsed[i]?.[name], exact(row[column + 1] ?? ""))),
        `${row}`,
      );
      t.ok(isExactly(parsed[i]?.volume_usd, exact(row[7] ?? "")));
    }
  });

  await t.test("the book: spread, bands and what is kept of the levels", async (t) => {
    const given = { listings: listings(SYMBOL), now: BASE };
    const [row] = await rowsOf("okx-order-book", "okx.books", { instId: SYMBOL, sz: 400 }, given);
    const pairs = (side: readonly Level[]) => side.map(([p, a]) => [p, a] as const);
    t.same(compareBook(row, pairs(bodies.book.bids), pairs(bodies.book.asks)), []);
    t.equal(row?.at, Number(bodies.book.ts));
  });

  await t.test("day statistics: spot counts coins and dollars", async (t) => {
    t.ok(bodies.tickers.length > 0);
    for (const ticker of bodies.tickers) {
      const given = { listings: listings(SYMBOL), now: BASE };
      const [row] = await rowsOf("okx-ticker", "okx.tickers", { instType: "SPOT" }, given);
      t.equal(row?.at, Number(ticker.ts));
      for (const [name, text] of [
        ["price", ticker.last],
        ["bid", ticker.bidPx],
        ["ask", ticker.askPx],
        ["high_24h", ticker.high24h],
        ["low_24h", ticker.low24h],
        ["volume_24h_native", ticker.vol24h],
        ["volume_24h_usd", ticker.volCcy24h],
      ] as const)
        t.ok(isExactly(row?.[name], exact(text)), `${name}: ${row?.[name]}`);
    }
  });
  return replayed;
}

t.test("bodies made by hand", async (t) => {
  const { rowsOf, listings } = await check(t, HAND_MADE);
  const given = { listings: listings(SWAP), now: BASE };

  await t.test("settlements are what was paid, in order, eight hours apart", async (t) => {
    const parsed = await rowsOf("okx-funding-settled", "okx.fundingHistory", { instId: SWAP }, given);
    const rising = [...OKX.funding].reverse();
    t.equal(parsed.length, rising.length);
    for (const [i, { fundingTime, realizedRate }] of rising.entries()) {
      t.match(parsed[i], { at: Number(fundingTime), interval_hours: 8 });
      t.ok(isExactly(parsed[i]?.rate, exact(realizedRate)));
    }
  });

  await t.test("open interest is in coins, and a contract is so many of them", async (t) => {
    const [row] = await rowsOf("okx-open-interest", "okx.openInterest", { instType: "SWAP" }, given);
    const size = exact(OKX.swap.find(({ instId }) => instId === SWAP)?.instId === SWAP ? "0.01" : "0");
    t.ok(isExactly(row?.open_interest_native, times(exact(OKX.openInterest.oi), size)));
    t.ok(isExactly(row?.open_interest_usd, exact(OKX.openInterest.oiUsd)));
  });
});

t.test("recorded bodies", { skip: recordedSkip }, async (t) => {
  const { markets } = await check(t, recorded());
  t.ok(markets.length > 300, `${markets.length} markets`);
});
