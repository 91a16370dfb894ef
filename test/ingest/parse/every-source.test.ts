// Every source of the registry has its body read by a test: here, in the shape its vendor documents, or where said.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import type { About, ExchangeSource } from "../../../ingest/source/define-source.ts";
import type { Listing } from "../../../ingest/source/market.ts";
import { SOURCES } from "../../../ingest/sources.ts";
import { HOUR_MS } from "../../../schema/duration.ts";

const NOW = Date.UTC(2026, 6, 1);
const perp: Listing = {
  ...{ token: "pepe", symbol: "X", kind: "perp", factor: 1_000, contractSize: 1, listedAt: null, info: {} },
};
const spot: Listing = { ...perp, kind: "spot", factor: 1 };

function parse(id: string, body: unknown, one: Listing, endpoint = "") {
  const source = SOURCES[id] as ExchangeSource;
  const about: About = {
    ...{
      listings: [one],
      now: NOW,
      venue: source.venue,
      provider: source.venue,
      retrievedAt: NOW,
      endpoint,
      asides: ASIDES[id] ?? {},
    },
  };
  return source.parse(body, about);
}
const bybit = (result: object) => ({ retCode: 0, result });
const bybitCandle = bybit({ list: [[`${NOW - HOUR_MS}`, "1", "4", "0.5", "2", "3", "6"]] });
const past = { at: NOW, open_interest_native: 5_000, open_interest_usd: 70 };

/** Bodies that one is read with: the candle of the same moment opens at its mark. */
const ASIDES: Readonly<Record<string, About["asides"]>> = {
  "bybit-open-interest-history": {
    marks: bybit({ list: [NOW, NOW - HOUR_MS].map((at) => [`${at}`, at === NOW ? "14" : "99", "99", "1", "98"]) }),
  },
};

/** Body, listing, what is made of it, and the call it answers. */
const BODIES: Readonly<Record<string, readonly [unknown, Listing, object, string?]>> = {
  "binance-open-interest-history": [
    [{ symbol: "X", sumOpenInterest: "5", sumOpenInterestValue: "70", timestamp: NOW }],
    perp,
    past,
  ],
  "bybit-open-interest-history": [
    // As its document has it: no member carries a value.
    bybit({ list: [{ openInterest: "10.00000000", singleOpenInterest: "5", timestamp: `${NOW}` }] }),
    perp,
    past,
  ],
  "okx-open-interest-history": [{ code: "0", data: [[`${NOW}`, "50", "5", "70"]] }, perp, past],
  "okx-top-long-short": [
    { code: "0", data: [[`${NOW}`, "3"]] },
    perp,
    { kind: "top_position", at: NOW, ratio: 3, long_pct: 75, short_pct: 25 },
    "okx.topPositions",
  ],
  "bybit-funding-settled": [
    bybit({
      list: [8, 0].map((hours) => ({ fundingRateTimestamp: `${NOW - hours * HOUR_MS}`, fundingRate: "0.0001" })),
    }),
    perp,
    { kind: "settled", rate: 0.0001 },
  ],
  "bybit-order-book": [
    bybit({ s: "X", b: [["99", "2"]], a: [["101", "3"]], ts: NOW, u: 7 }),
    spot,
    { at: NOW, bid_price: [99], ask_price: [101], bid_native: [2], ask_native: [3], spread_bps: 200 },
  ],
  "bybit-candle-1h": [bybitCandle, spot, { open: 1, high: 4, low: 0.5, close: 2, volume_native: 3, volume_usd: 6 }],
  "bybit-perp-candle-1h": [bybitCandle, { ...perp, factor: 1 }, { close: 2, volume_native: 3, volume_usd: 6 }],
  "bybit-ticker": [
    {
      ...bybit({
        list: [
          {
            ...{ symbol: "X", lastPrice: "2", bid1Price: "1.9", ask1Price: "2.1", highPrice24h: "3", lowPrice24h: "1" },
            ...{ volume24h: "10", turnover24h: "21" },
          },
        ],
      }),
      time: NOW,
    },
    spot,
    { volume_24h_usd: 21 },
  ],
  "gate-ticker": [
    [
      {
        ...{ currency_pair: "X", last: "2", highest_bid: "1.9", lowest_ask: "2.1", high_24h: "3", low_24h: "1" },
        ...{ base_volume: "10", quote_volume: "21" },
      },
    ],
    spot,
    { volume_24h_usd: 21 },
  ],
};

const NEWS = ["news/feed.test.ts", "parseFeed"] as const;
/** Flows and balances against nodes that speak the chains' protocols. */
const scanned = (chain: string) => [`chain/scan-${chain}.test.ts`, "checkChains"] as const;
/** Sources that tests name otherwise: the test, and the reader it calls. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, reader: string]>> = {
  ...Object.fromEntries(["eth", "bsc", "btc"].map((chain) => [`${chain}-exchange-flow`, scanned(chain)])),
  ...Object.fromEntries(["eth", "bsc", "btc"].map((chain) => [`${chain}-reserve`, scanned(chain)])),
  ...Object.fromEntries(["ada", "sol"].map((chain) => [`${chain}-reserve`, scanned("account")])),
  "ada-exchange-flow": ["chain/parse.test.ts", "adaTransfers"],
  "sol-exchange-flow": ["chain/parse.test.ts", "solTransfers"],
  "coindesk-headline": NEWS,
  "cointelegraph-headline": NEWS,
  "defillama-tvl": ["parse/defillama.test.ts", "parseProtocols"],
  "defillama-unlock": ["parse/defillama.test.ts", "parseSchedule"],
};
/** The other tests that feed bodies to readers, by the id of their source. */
const FEEDING = [
  ...["parse.test.ts", "parse/gate.test.ts", "parse/venue.test.ts", "parse/defillama.test.ts", "risk/parse.test.ts"],
  ...["universe.test.ts", "risk/pull.test.ts", "reread.test.ts", "past-page.test.ts", "venue/about.test.ts"],
  ...["venue/swap-quote.test.ts", "venue/kyberswap.test.ts", "venue/deribit.test.ts", "venue/gate.test.ts"],
  ...["venue/hyperliquid.test.ts", "venue/kraken.test.ts", "venue/venue.test.ts", "venue/fund-flow.test.ts"],
  "chain/figure.test.ts",
  ...["binance", "gate", "okx"].map((venue) => `../recorded/${venue}.test.ts`),
];
const textOf = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");

for (const [id, [body, one, expected, endpoint]] of Object.entries(BODIES)) {
  t.test(`${id} reads its body`, (t) => {
    const rows = parse(id, body, one, endpoint);
    t.ok(rows.length > 0);
    t.match(rows.at(-1), expected);
    t.end();
  });
}

/** The body with members that are no rows put before each row of its outermost list. */
function holed(body: unknown): unknown {
  if (Array.isArray(body)) return body.flatMap((row) => [null, row, "x"]);
  const [name, inner] = Object.entries(body as object).find(([, value]) => typeof value === "object") ?? [];
  return name === undefined ? body : { ...(body as object), [name]: holed(inner) };
}

const CANDLE_ROW = [`${NOW - HOUR_MS}`, "1", "4", "0.5", "2", "3", "6", "6", "1"];
const KRAKEN_ROW = [(NOW - HOUR_MS) / 1_000, "1", "4", "0.5", "2", "2", "3"];
/** What else is read row by row. */
const ROWS: Readonly<Record<string, readonly [unknown, Listing]>> = {
  ...{ "binance-candle-1h": [[CANDLE_ROW], spot], "okx-candle-1h": [{ data: [CANDLE_ROW] }, spot] },
  "kraken-candle-1h": [{ result: { X: [KRAKEN_ROW] } }, spot],
  "binance-taker-volume": [[[NOW - HOUR_MS, 1, 2, 1, 2, 9, 0, 0, 0, 4]], perp],
  "okx-taker-volume": [{ data: [[NOW - HOUR_MS, "4", "5"]] }, perp],
  "okx-long-short": [{ data: [[`${NOW}`, "3"]] }, perp],
  "bybit-long-short": [bybit({ list: [{ buyRatio: "0.6", sellRatio: "0.4", timestamp: `${NOW}` }] }), perp],
  "binance-funding-settled": [[{ fundingTime: NOW, fundingRate: "0.0001", symbol: "X" }], perp],
  "okx-funding-settled": [{ data: [{ fundingTime: `${NOW}`, realizedRate: "0.0001", instId: "X" }] }, perp],
  "gate-funding-settled": [[{ t: NOW / 1_000, r: "0.0001" }], perp],
  "hyperliquid-funding-settled": [[{ time: NOW, fundingRate: "0.0001", coin: "X" }], perp],
  "gate-liquidation-window": [[{ time: NOW / 1_000, long_liq_usd: 1, short_liq_usd: 2 }], perp],
};

t.test("a member that is no row costs itself and no other row of its list", (t) => {
  const levels = ["bybit-order-book"];
  const all = { ...ROWS, ...BODIES };
  for (const [id, [body, one, , endpoint]] of Object.entries(all) as [string, (typeof BODIES)[string]][]) {
    // A book without one of its levels is another book.
    if (levels.includes(id)) continue;
    const whole = parse(id, body, one, endpoint);
    t.ok(whole.length > 0, id);
    t.same(parse(id, holed(body), one, endpoint), whole, id);
  }
  t.end();
});

t.test("no source is without a test of what it reads", (t) => {
  const texts = FEEDING.map(textOf);
  for (const id of Object.keys(SOURCES)) {
    const [file, reader] = ELSEWHERE[id] ?? [];
    const named = texts.some((text) => text.includes(`"${id}"`) || text.includes(`/${id.replace("-", "/")}.ts"`));
    const read = file !== undefined && reader !== undefined && textOf(file).includes(reader);
    t.ok(id in BODIES || named || read, id);
  }
  t.end();
});
