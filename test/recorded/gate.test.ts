// The real Gate class over bodies that a loopback server replays: contracts, their funding and open interest, books and tickers.
import t, { type Test } from "tap";
import { GATE } from "../fixture/venue-body.ts";
import { BASE } from "../support/base.ts";
import { type Exact, exact, isExactly, times } from "../support/exact.ts";
import { allMarkets, listingOf, recordedBodies, recordedBody, recordedSkip, startReplay } from "../support/recorded.ts";
import { compareBook } from "../support/recorded-book.ts";

type Contract = {
  readonly name: string;
  readonly in_delisting: boolean;
  readonly quanto_multiplier: string;
  readonly position_size: number;
  readonly mark_price: string;
  readonly index_price: string;
  readonly funding_rate: string;
  readonly funding_interval: number;
  readonly funding_next_apply: number;
};
type Level = readonly [string, string];
type Book = {
  readonly id: number;
  readonly current: number;
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
};
type Bodies = { readonly contracts: readonly Contract[]; readonly books: readonly Book[] };
type FuturesBook = { readonly current: number; readonly id?: number } & Record<
  "asks" | "bids",
  readonly { s: number; p: string }[]
>;

/** Spot books come as lists, those of futures as objects of contracts: the same levels in spot's form. */
const asSpot = ({ current, id = 1, asks, bids }: FuturesBook): Book => {
  const pairs = (side: FuturesBook["asks"]) => side.map(({ p, s }) => [p, `${s}`] as const);
  return { id, current: Math.round(current * 1_000), asks: pairs(asks), bids: pairs(bids) };
};

const PAIR = {
  id: "BTC_USDT",
  base: "BTC",
  quote: "USDT",
  fee: "0.2",
  amount_precision: 6,
  precision: 1,
  trade_status: "tradable",
  buy_start: 0,
};

async function replay(t: Test, bodies: Bodies) {
  const books = [...bodies.books];
  const replayed = await startReplay(t, "gate", {
    "/api/v4/spot/currency_pairs": () => [PAIR],
    "/api/v4/margin/currency_pairs": () => [],
    "/api/v4/futures/usdt/contracts": () => bodies.contracts,
    "/api/v4/futures/btc/contracts": () => [],
    "/api/v4/futures/usdt/tickers": () => [GATE.ticker],
    "/api/v4/futures/usdt/funding_rate": () => GATE.settlements,
    "/api/v4/spot/order_book": () => books.shift(),
  });
  const markets = await allMarkets(replayed);
  const of = (kind: "spot" | "perp", id: string) => [
    listingOf(
      markets.filter((one) => one.kind === kind),
      id,
    ),
  ];
  return { ...replayed, markets, of };
}

async function check(t: Test, bodies: Bodies) {
  const replayed = await replay(t, bodies);
  const { markets, rowsOf, of } = replayed;
  const traded = bodies.contracts.filter(({ in_delisting }) => !in_delisting);

  await t.test("every traded contract is loaded with the coins it holds", async (t) => {
    const perps = markets.filter(({ kind }) => kind === "perp");
    t.same(perps.map(({ id }) => id).sort(), traded.map(({ name }) => name).sort());
    for (const { name, quanto_multiplier } of traded)
      t.ok(isExactly(perps.find(({ id }) => id === name)?.contractSize, exact(quanto_multiplier)), name);
  });

  await t.test("open interest and funding of every contract, to the digit", async (t) => {
    const now = BASE;
    const listings = traded.flatMap(({ name }) => of("perp", name));
    const interests = await rowsOf("gate-open-interest", "gate.contracts", { settle: "usdt" }, { listings, now });
    const fundings = await rowsOf("gate-funding", "gate.contracts", { settle: "usdt" }, { listings, now });
    t.equal(interests.length, traded.length);
    t.equal(fundings.length, traded.length);
    const wrong = traded.flatMap((contract) => {
      const interest = interests.find(({ symbol }) => symbol === contract.name);
      const funding = fundings.find(({ symbol }) => symbol === contract.name);
      const coins = times(exact(contract.position_size), exact(contract.quanto_multiplier));
      const wanted: [unknown, Exact][] = [
        [interest?.open_interest_native, coins],
        [interest?.open_interest_usd, times(coins, exact(contract.mark_price))],
        [funding?.rate, exact(contract.funding_rate)],
        [funding?.mark_price, exact(contract.mark_price)],
        [funding?.index_price, exact(contract.index_price)],
        [funding?.next_funding_at, times(exact(contract.funding_next_apply), exact(1_000))],
      ];
      const hours = funding?.interval_hours === contract.funding_interval / 3_600;
      return hours && wanted.every(([actual, value]) => isExactly(actual, value)) ? [] : [contract.name];
    });
    t.same(wrong, []);
  });

  await t.test("books: spread, bands and what is kept of the levels", async (t) => {
    t.ok(bodies.books.length > 0);
    for (const book of bodies.books) {
      const given = { listings: of("spot", PAIR.id), now: BASE };
      const [row] = await rowsOf(
        "gate-order-book",
        "gate.spot.orderBook",
        { currency_pair: PAIR.id, limit: 100 },
        given,
      );
      t.same(compareBook(row, book.bids, book.asks), []);
      t.equal(row?.at, book.current);
    }
  });
  return replayed;
}

t.test("bodies made by hand", async (t) => {
  const { rowsOf, of } = await check(t, { contracts: GATE.contracts, books: [GATE.book] });

  await t.test("settlements: seconds to milliseconds, oldest first, eight hours apart", async (t) => {
    const given = { listings: of("perp", "BTC_USDT"), now: BASE };
    const parsed = await rowsOf(
      "gate-funding-settled",
      "gate.fundingRate",
      { settle: "usdt", contract: "BTC_USDT" },
      given,
    );
    const rising = [...GATE.settlements].reverse();
    t.equal(parsed.length, rising.length);
    for (const [i, { t: at, r }] of rising.entries()) {
      t.match(parsed[i], { at: at * 1_000, interval_hours: 8 });
      t.ok(isExactly(parsed[i]?.rate, exact(r)));
    }
  });

  await t.test("day statistics in coins and dollars, not in contracts", async (t) => {
    const given = { listings: of("perp", "PEPE_USDT"), now: BASE };
    const [row] = await rowsOf("gate-perp-ticker", "gate.tickers", { settle: "usdt" }, given);
    for (const [name, text] of [
      ["price", GATE.ticker.last],
      ["bid", GATE.ticker.highest_bid],
      ["ask", GATE.ticker.lowest_ask],
      ["volume_24h_native", GATE.ticker.volume_24h_base],
      ["volume_24h_usd", GATE.ticker.volume_24h_quote],
    ] as const)
      t.ok(isExactly(row?.[name], exact(text)), `${name}: ${row?.[name]}`);
  });
});

t.test("recorded bodies", { skip: recordedSkip }, async (t) => {
  const contracts = recordedBody<Contract[]>("gate/futures_contracts_2023-05-24.json");
  const books = recordedBodies<FuturesBook>("gate/futures_order_book_2023-05-24.json").map(({ body }) => asSpot(body));
  const { markets } = await check(t, { contracts, books });
  t.ok(markets.length > 250, `${markets.length} markets`);
});
