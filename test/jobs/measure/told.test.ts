// Venues whose candles are not read: their day counts in volume, in the weight of their book and in the list of venues.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { venues } from "../../../jobs/market/venues.ts";
import { isGap } from "../../../jobs/measure/gap.ts";
import { measureSpot } from "../../../jobs/measure/spot.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const DAY_USD = 5_000;
const TICKER = {
  token: "bitcoin",
  market: "spot",
  venue: "coinbase",
  provider: "sandbox:coinbase",
  symbol: "BTC-USD",
  read_at: AS_OF - 30_000,
  retrieved_ms: AS_OF - 30_000,
  price: 100,
  volume_24h_usd: DAY_USD,
};

function factsWith(
  tickers: readonly Partial<typeof TICKER>[],
  change: (rows: FactRows) => Partial<FactRows> = () => ({}),
) {
  const rows = wholeRows();
  const told = tickers.map((one) => ({ ...TICKER, ...one }));
  return factsOf({ ...rows, tickers: [...rows.tickers, ...told], ...change(rows) });
}

function spotOf(facts: ReturnType<typeof factsOf>) {
  const rows = facts.tokens.get("bitcoin");
  if (!rows) throw new Error("no facts");
  return measureSpot(rows, AS_OF);
}

const volume = (facts: ReturnType<typeof factsOf>): number => {
  const { volume24h } = spotOf(facts);
  return isGap(volume24h) ? Number.NaN : volume24h;
};

const listed = (facts: ReturnType<typeof factsOf>, venue: string) => {
  const states = new Map([["bitcoin", buildState(facts, "bitcoin")]]);
  const { members } = venues({ asOf: AS_OF, states, facts, chainHeads: [] });
  if (!("list" in members.venues)) throw new Error("no venues");
  return members.venues.list.find((one) => one.venue === venue);
};

t.test("a told day adds to the day's volume, and to nothing else of the price", async (t) => {
  const [plain, more] = [spotOf(factsWith([])), spotOf(factsWith([{}]))];
  t.equal(volume(factsWith([{}])), volume(factsWith([])) + DAY_USD);
  t.same(
    [more.price, more.confidenceBps, more.volume1h, more.medianHourlyVolume, more.share],
    [plain.price, plain.confidenceBps, plain.volume1h, plain.medianHourlyVolume, plain.share],
  );
});

t.test("the ticker of a venue whose candles are read is not counted twice", async (t) => {
  t.equal(volume(factsWith([{ venue: "binance" }])), volume(factsWith([])));
});

t.test("a told day that is too old is left out, and leaves no volume where it was most of it", async (t) => {
  const old = { read_at: AS_OF - 16 * 60_000 };
  t.equal(volume(factsWith([old])), volume(factsWith([])));
  t.match(spotOf(factsWith([{ ...old, volume_24h_usd: 1e9 }])).volume24h, { gap: "insufficient_coverage" });
});

t.test("nothing is told while the weights of the other venues are still to come", async (t) => {
  t.equal(volume(factsWith([{}], () => ({ spotVenues: [] }))), volume(factsWith([], () => ({ spotVenues: [] }))));
});

t.test(
  "the list of venues has its volume; an old one is unassessed and stale, and the others keep theirs",
  async (t) => {
    t.match(listed(factsWith([{}]), "coinbase"), {
      kind: "cex",
      spot_volume_24h_usd: DAY_USD,
      tokens_covered: 1,
      status: "ok",
    });
    const old = factsWith([{ read_at: AS_OF - 16 * 60_000 }]);
    t.match(listed(old, "coinbase"), {
      spot_volume_24h_usd: { gap: "insufficient_coverage" },
      tokens_covered: 0,
      status: "stale",
    });
    t.same(listed(old, "binance")?.spot_volume_24h_usd, listed(factsWith([]), "binance")?.spot_volume_24h_usd);
  },
);

t.test("a book weighs in the spread by its venue's told day; one of a venue on a chain is called so", async (t) => {
  const gate = (rows: FactRows, venue: string) => ({
    books: [
      ...rows.books,
      ...rows.books
        .filter((book) => book.token === "bitcoin" && book.venue === "okx")
        .map((book) => ({ ...book, venue, provider: `sandbox:${venue}`, spread_bps: 50 })),
    ],
  });
  const spread = (facts: ReturnType<typeof factsOf>) => buildState(facts, "bitcoin").sections.liquidity.spread_bps;
  const heavy = { venue: "gate", provider: "sandbox:gate", volume_24h_usd: 1e12 };
  t.equal(spread(factsWith([heavy], (rows) => ({ ...gate(rows, "gate") }))), 50);
  t.not(spread(factsWith([{ ...heavy, volume_24h_usd: 1 }], (rows) => gate(rows, "gate"))), 50);
  const { liquidity } = buildState(
    factsWith([], (rows) => gate(rows, "hyperliquid")),
    "bitcoin",
  ).sections;
  t.match(Array.isArray(liquidity.venues) ? liquidity.venues.find(({ venue }) => venue === "hyperliquid") : null, {
    kind: "dex",
    spread_bps: 50,
  });
});

t.test(
  "a perpetual's told day is its venue's volume; what no source of the venue brings is no_source, never still to come",
  async (t) => {
    const gate = { venue: "gate", provider: "sandbox:gate", market: "perp", volume_24h_usd: 7_000 };
    t.match(listed(factsWith([gate]), "gate"), {
      spot_volume_24h_usd: { gap: "pending" },
      perp_volume_24h_usd: 7_000,
      open_interest_usd: { gap: "pending" },
      status: "ok",
    });
    t.match(listed(factsWith([{ ...gate, read_at: AS_OF - 16 * 60_000 }]), "gate"), {
      perp_volume_24h_usd: { gap: "insufficient_coverage" },
      status: "stale",
    });
    t.match(listed(factsWith([{}]), "coinbase"), {
      perp_volume_24h_usd: { gap: "no_source" },
      open_interest_usd: { gap: "no_source" },
    });
    const kraken = (rows: FactRows) => ({
      books: rows.books.map((book) => (book.venue === "okx" ? { ...book, venue: "kraken", provider: "kraken" } : book)),
    });
    const { liquidity } = buildState(factsWith([], kraken), "bitcoin").sections;
    const at = Array.isArray(liquidity.venues) ? liquidity.venues.findIndex(({ venue }) => venue === "kraken") : -1;
    const why = liquidity.unassessed.find(({ path }) => path === `/venues/${at}/volume_24h_usd`);
    t.equal(why?.reason, "no_source");
  },
);
