// The real Binance class over bodies that a loopback server replays: markets, candles, funding, books and tickers by exact arithmetic.
import t, { type Test } from "tap";
import { BINANCE } from "../fixture/venue-body.ts";
import { BASE } from "../support/base.ts";
import { checkImpact } from "../support/book-impact.ts";
import { exact, isExactly, times } from "../support/exact.ts";
import {
  allMarkets,
  listingOf,
  recordedBodies,
  recordedBody,
  recordedMessages,
  recordedSkip,
  recordedTable,
  recordedTime,
  startReplay,
} from "../support/recorded.ts";
import { compareBook } from "../support/recorded-book.ts";

type Side = readonly (readonly [string, string])[];
type Symbol = { symbol: string; status: string; quoteAsset: string; contractType?: string };
type Bodies = {
  readonly spot: { readonly symbols: readonly Symbol[] };
  readonly linear: { readonly symbols: readonly Symbol[] };
  readonly depths: readonly { symbol: string; body: { bids: Side; asks: Side } }[];
  readonly klines: { symbol: string; rows: readonly (readonly (string | number)[])[] };
  readonly funding: {
    symbol: string;
    rows: readonly { fundingTime: number; fundingRate: string; markPrice?: string }[];
  };
};

type Kline = {
  k: { t: number; T: number; o: string; h: string; l: string; c: string; v: string; q: string; n: number };
};
const SYMBOL = "BTCUSDT";

/** Hours of a table of trades as the candles they are; no table names the value in dollars. */
const hours = (): Bodies["klines"]["rows"] =>
  recordedTable("candles/binance_btcusdt_1h_trade.csv").map(
    ([at = "", open = "", high = "", low = "", close = "", base = ""]) => [
      recordedTime(at),
      open,
      high,
      low,
      close,
      base,
      recordedTime(at) + 3_599_999,
      "0",
      1,
      "0",
      "0",
      "0",
    ],
  );

/** Candles as the stream sent them, in the columns of the REST call. */
const streamed = (symbol: string): Bodies["klines"]["rows"] => {
  const seen = new Map<number, readonly (string | number)[]>();
  for (const { stream, data } of recordedMessages<{ stream?: string; data?: Kline }>(
    "binance_usdm/ws_aggTrade_kline_2021-07-22.json",
  )) {
    if (stream !== `${symbol.toLowerCase()}@kline_1m` || !data) continue;
    const { k } = data;
    seen.set(k.t, [k.t, k.o, k.h, k.l, k.c, k.v, k.T, k.q, k.n, "0", "0", "0"]);
  }
  return [...seen.values()];
};

const recorded = (): Bodies & { readonly perp: Bodies["depths"]; readonly minutes: Bodies["klines"] } => {
  const depths = (path: string) =>
    recordedBodies<{ bids: Side; asks: Side }>(path).map(({ query, body }) => ({
      symbol: query.get("symbol") ?? "",
      body,
    }));
  return {
    spot: recordedBody("binance_spot/exchangeInfo_2021-10-12_usdt.json"),
    linear: recordedBody("binance_usdm/exchangeInfo_2021-07-22.json"),
    // Books against anything but dollars are not read.
    depths: depths("binance_spot/depth_2021-10-12.json").filter(({ symbol }) => symbol.endsWith("USDT")),
    perp: depths("binance_usdm/depth_2021-07-22.json"),
    klines: { symbol: SYMBOL, rows: hours() },
    minutes: { symbol: "SUSHIUSDT", rows: streamed("SUSHIUSDT") },
    funding: {
      symbol: SYMBOL,
      rows: recordedTable("funding/binance_btcusd.csv").map(([at = "", rate = ""]) => ({
        fundingTime: recordedTime(at),
        fundingRate: rate,
      })),
    },
  };
};

async function replay(t: Test, bodies: Bodies) {
  const byQuery = (query: URLSearchParams) => bodies.depths.find(({ symbol }) => symbol === query.get("symbol"))?.body;
  return startReplay(t, "binance", {
    "/api/v3/exchangeInfo": () => bodies.spot,
    "/fapi/v1/exchangeInfo": () => bodies.linear,
    "/api/v3/depth": byQuery,
    "/api/v3/klines": () => bodies.klines.rows,
    "/fapi/v1/fundingRate": () => bodies.funding.rows,
    "/api/v3/ticker/24hr": () => [BINANCE.ticker],
    "/fapi/v1/openInterest": () => BINANCE.openInterest,
  });
}

async function check(t: Test, bodies: Bodies) {
  const replayed = await replay(t, bodies);
  const { rowsOf } = replayed;
  const markets = await allMarkets(replayed);
  const dollars = new Set(["USDT", "USDC", "USD"]);
  const ids = (kind: string) => markets.filter((one) => one.kind === kind).map(({ id }) => id);

  await t.test("every trading market against dollars is loaded, and nothing else", async (t) => {
    const trading = (all: readonly Symbol[]) =>
      all.filter((one) => one.status === "TRADING" && dollars.has(one.quoteAsset));
    t.same(
      ids("spot").sort(),
      trading(bodies.spot.symbols)
        .map(({ symbol }) => symbol)
        .sort(),
    );
    const perpetuals = trading(bodies.linear.symbols).filter(({ contractType }) => contractType === "PERPETUAL");
    t.same(ids("perp").sort(), perpetuals.map(({ symbol }) => symbol).sort());
    t.ok(markets.every(({ contractSize }) => contractSize === 1));
  });

  await t.test("candles carry every digit", async (t) => {
    const { symbol, rows } = bodies.klines;
    const listings = [
      listingOf(
        markets.filter(({ kind }) => kind === "spot"),
        symbol,
      ),
    ];
    const [first = [0], second = [0]] = rows;
    const id = Number(second[0]) - Number(first[0]) === 60_000 ? "binance-candle-1m" : "binance-candle-1h";
    const parsed = await rowsOf(id, "binance.klines", { symbol, interval: "1m" }, { listings, now: BASE });
    t.equal(parsed.length, rows.length);
    const columns = ["open", "high", "low", "close", "volume_native"];
    for (const [i, row] of rows.entries()) {
      t.equal(parsed[i]?.open_at, row[0]);
      t.ok(
        columns.every((name, column) => isExactly(parsed[i]?.[name], exact(row[column + 1] ?? ""))),
        `${row}`,
      );
      t.ok(isExactly(parsed[i]?.volume_usd, exact(row[7] ?? "")));
    }
  });

  await t.test("books: spread, bands and what is kept of the levels", async (t) => {
    t.ok(bodies.depths.length > 0);
    for (const { symbol, body } of bodies.depths) {
      const listings = [
        listingOf(
          markets.filter(({ kind }) => kind === "spot"),
          symbol,
        ),
      ];
      const [row] = await rowsOf("binance-order-book", "binance.depth", { symbol }, { listings, now: BASE });
      t.same(compareBook(row, body.bids, body.asks), [], symbol);
      const numbers = (side: Side) => side.map(([price, amount]) => [Number(price), Number(amount)] as const);
      t.comment(`${symbol}: ${checkImpact(t, [{ bids: numbers(body.bids), asks: numbers(body.asks) }])}`);
    }
  });

  await t.test("settlements: rates to the digit, intervals from their neighbours", async (t) => {
    const { symbol, rows } = bodies.funding;
    const listings = [
      listingOf(
        markets.filter(({ kind }) => kind === "perp"),
        symbol,
      ),
    ];
    const parsed = await rowsOf(
      "binance-funding-settled",
      "binance.fapi.fundingRate",
      { symbol },
      { listings, now: BASE },
    );
    t.equal(parsed.length, rows.length);
    const rising = [...rows].sort((a, b) => a.fundingTime - b.fundingTime);
    for (const [i, { fundingTime, fundingRate }] of rising.entries()) {
      t.equal(parsed[i]?.at, fundingTime - (fundingTime % 1_000));
      t.ok(isExactly(parsed[i]?.rate, exact(fundingRate)));
    }
    t.ok(parsed.every(({ interval_hours }) => interval_hours === 8 || interval_hours === null));
    t.ok(parsed.some(({ interval_hours }) => interval_hours === 8));
  });
  return { markets, rowsOf };
}

t.test("bodies made by hand", async (t) => {
  const { markets, rowsOf } = await check(t, BINANCE);
  await t.test("day statistics and open interest", async (t) => {
    const spot = [
      listingOf(
        markets.filter(({ kind }) => kind === "spot"),
        SYMBOL,
      ),
    ];
    const [ticker] = await rowsOf("binance-ticker", "binance.ticker24hr", {}, { listings: spot, now: BASE });
    const given = BINANCE.ticker;
    for (const [name, text] of [
      ["price", given.lastPrice],
      ["bid", given.bidPrice],
      ["ask", given.askPrice],
      ["high_24h", given.highPrice],
      ["low_24h", given.lowPrice],
      ["volume_24h_native", given.volume],
      ["volume_24h_usd", given.quoteVolume],
    ] as const)
      t.ok(isExactly(ticker?.[name], exact(text)), name);
    const perp = [
      listingOf(
        markets.filter(({ kind }) => kind === "perp"),
        SYMBOL,
      ),
    ];
    const [interest] = await rowsOf(
      "binance-open-interest",
      "binance.fapi.openInterest",
      { symbol: SYMBOL },
      { listings: perp, now: BASE, asides: { marks: [BINANCE.mark] } },
    );
    const coins = exact(BINANCE.openInterest.openInterest);
    t.ok(isExactly(interest?.open_interest_native, coins));
    t.ok(isExactly(interest?.open_interest_usd, times(coins, exact(BINANCE.mark.markPrice))));
  });
});

t.test("recorded bodies", { skip: recordedSkip }, async (t) => {
  const bodies = recorded();
  const { markets } = await check(t, bodies);
  t.ok(markets.length > 400, `${markets.length} markets`);
  await t.test("books of a thousand levels and minutes of the stream", async (t) => {
    // Perpetuals' levels and candles have the form of spot's: asked for under their names as spot markets.
    const named = new Set(bodies.spot.symbols.map(({ symbol }) => symbol));
    const depths = bodies.perp.filter(({ symbol }) => named.has(symbol));
    t.ok(depths.some(({ body }) => body.bids.length === 1_000));
    await check(t, { ...bodies, depths, klines: bodies.minutes });
  });
});
