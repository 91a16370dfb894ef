// DefiLlama's bodies as its documentation shows them: no double counts, units kept apart from prices, sums that add up.
import t from "tap";
import { chosenChains } from "../../../ingest/venue/defillama/chain-tvl.ts";
import { parseDexVolumes } from "../../../ingest/venue/defillama/dex-volume.ts";
import { parseFundFlows } from "../../../ingest/venue/defillama/fund-flow.ts";
import {
  parseChainFees,
  parseChainPast,
  parseChains,
  parseStablecoinChains,
} from "../../../ingest/venue/defillama/parse-chain.ts";
import {
  changeOf,
  neutralChange,
  parseHoldings,
  parseProtocolPast,
  parseProtocols,
  protocolsOf,
} from "../../../ingest/venue/defillama/parse-protocol.ts";
import { parseSchedule } from "../../../ingest/venue/defillama/parse-unlock.ts";
import { reserveRows } from "../../../ingest/venue/defillama/reserve.ts";
import { parseStablecoinPast, parseStablecoins } from "../../../ingest/venue/defillama/stablecoin.ts";
import { DAY_MS } from "../../../schema/duration.ts";

const NOW = Date.UTC(2026, 6, 1, 12);
const S = NOW / 1_000;

const protocols = parseProtocols([
  {
    id: "1599",
    name: "Aave V3",
    symbol: "AAVE",
    category: "Lending",
    slug: "aave-v3",
    parentProtocol: "parent#aave",
    gecko_id: null,
    tvl: 300,
    chainTvls: { Ethereum: 200, "OP Mainnet": 100, borrowed: 150, "Ethereum-borrowed": 150, staking: 9, pool2: 1 },
    change_1d: -50,
    change_7d: null,
  },
  {
    name: "Aave V2",
    category: "Lending",
    slug: "aave-v2",
    gecko_id: "aave",
    tvl: 100,
    chainTvls: { Ethereum: 100 },
    change_1d: 0,
  },
  {
    name: "Binance CEX",
    category: "CEX",
    slug: "binance-cex",
    gecko_id: "aave",
    tvl: 1e9,
    chainTvls: {},
    change_1d: 1,
  },
]);

t.test("protocols: extras are no value locked, versions belong to their parent, exchanges to none", (t) => {
  const mine = protocolsOf(protocols, "aave", "aave");
  t.same(
    mine.map(({ slug }) => slug),
    ["aave-v3", "aave-v2"],
  );
  t.same(
    [...(mine[0]?.chains ?? [])],
    [
      ["eth", 200],
      ["op-mainnet", 100],
    ],
  );
  t.equal(changeOf(mine), (400 / 700 - 1) * 100, "the whole fell from 700 to 400");
  t.equal(changeOf(mine.map((one) => ({ ...one, change1d: null }))), null, "not stated is not zero");
  t.throws(() => parseProtocols({ message: "no" }), { name: "HttpError", kind: "bad_body" });
  t.end();
});

const point = (daysAgo: number, tokens: Record<string, number>) => ({ date: S - daysAgo * 86_400, tokens });
const detail = (units: [number, number], usd: [number, number]) => ({
  chainTvls: {
    Ethereum: {
      tvl: [
        { date: S - 86_400, totalLiquidityUSD: 5 },
        { date: S, totalLiquidityUSD: 7 },
      ],
    },
    "Ethereum-borrowed": { tvl: [{ date: S, totalLiquidityUSD: 99 }] },
  },
  tokens: [point(1, { ETH: units[0], USDC: 100 }), point(0, { ETH: units[1], USDC: 100 })],
  tokensInUsd: [point(1, { ETH: usd[0], USDC: 100 }), point(0, { ETH: usd[1], USDC: 100 })],
});

t.test("a fall of prices is no fall of deposits", (t) => {
  const priceOnly = parseHoldings(detail([10, 10], [1_000, 500]), NOW - 3 * DAY_MS);
  t.equal(neutralChange(priceOnly), 0);
  const left = parseHoldings(detail([10, 5], [1_000, 500]), NOW - 3 * DAY_MS);
  t.equal(neutralChange(left), (600 / 1_100 - 1) * 100);
  t.equal(neutralChange(left.slice(-1)), null, "no day before, no change");
  t.same(parseProtocolPast(detail([1, 1], [1, 1]), 0), [
    { chain: "eth", at: NOW - DAY_MS, usd: 5 },
    { chain: "eth", at: NOW, usd: 7 },
  ]);
  t.end();
});

t.test("reserves: tracked symbols only, coins and value side by side", (t) => {
  const body = { tokens: [point(0, { BTC: 5, WHATEVER: 9 })], tokensInUsd: [point(0, { BTC: 500_000 })] };
  const rows = reserveRows(parseHoldings(body, 0), { exchange: "binance", provider: "defillama", retrievedAt: NOW });
  t.match(rows, [{ token: "bitcoin", exchange: "binance", at: NOW, reserve_native: 5, reserve_usd: 500_000 }]);
  t.equal(rows.length, 1);
  t.end();
});

t.test("chains: our ids, the coin they stand for, and the sum of all", (t) => {
  const listed = parseChains([
    { gecko_id: "ethereum", tvl: 60, tokenSymbol: "ETH", cmcId: "1027", name: "Ethereum", chainId: 1 },
    { gecko_id: null, tvl: 30, tokenSymbol: null, name: "Base", chainId: 8453 },
    { gecko_id: "binancecoin", tvl: 10, name: "BSC", chainId: 56 },
  ]);
  t.match(chosenChains(listed), [
    { chain: "eth", token: "ethereum", usd: 60 },
    { chain: "base", token: "", usd: 30 },
    { chain: "bsc", token: "binancecoin", usd: 10 },
    { chain: "all", token: "", usd: 100 },
  ]);
  const stable = [{ name: "Ethereum", totalCirculatingUSD: { peggedUSD: 5, peggedEUR: 2 } }];
  t.same([...parseStablecoinChains(stable)], [["eth", 7]]);
  const fees = {
    protocols: [
      { name: "Ethereum", category: "Chain", total24h: 3 },
      { name: "Uniswap", category: "Dexs", total24h: 8 },
    ],
  };
  t.same([...parseChainFees(fees)], [["eth", 3]]);
  t.end();
});

t.test("one odd row costs itself, and what a row does not tell is not 0", (t) => {
  t.same(
    parseChains([null, { name: "Ethereum", gecko_id: "ethereum", tvl: 1 }]).map(({ chain }) => chain),
    ["eth"],
  );
  const stable = [
    null,
    { name: "Ethereum", totalCirculating: { peggedUSD: 5 } },
    { name: "Base", totalCirculatingUSD: { a: 2 } },
  ];
  t.same([...parseStablecoinChains(stable)], [["base", 2]], "coins without their value are no dollars, and not none");
  t.same(
    [...parseChainFees({ protocols: [null, { name: "Ethereum", category: "Chain", total24h: 3 }] })],
    [["eth", 3]],
  );
  t.equal(parseChainPast([null, { date: S, tvl: 1 }], 0).length, 1);
  const [told, empty, untold] = parseProtocols([
    null,
    { slug: "told", tvl: 5, chainTvls: { Ethereum: 5 } },
    { slug: "empty", tvl: 0 },
    { slug: "untold", tvl: 5 },
  ]);
  t.same([told?.chains?.size, empty?.chains?.size, untold?.chains], [1, 0, null]);
  const past = { Ethereum: { tvl: [null, { date: S, totalLiquidityUSD: 1 }] }, Base: null };
  t.same(parseProtocolPast({ chainTvls: past }, 0), [{ chain: "eth", at: NOW, usd: 1 }]);
  t.equal(parseHoldings({ tokens: [null, { date: S, tokens: { ETH: 1 } }] }, 0).length, 1);
  const pegged = { gecko_id: "tether", pegType: "peggedUSD", price: 1, circulating: { peggedUSD: 1 } };
  t.equal(parseStablecoins({ peggedAssets: [null, { ...pegged, circulating: null }, pegged] }).length, 2);
  const points = [null, { date: S, totalCirculating: { a: 1 } }, { date: S, totalCirculatingUSD: { a: 1, b: 2 } }];
  t.same(parseStablecoinPast(points, 0), [{ at: NOW, usd: 3 }]);
  t.equal(parseDexVolumes({ protocols: [null, { slug: "uniswap", total24h: 1 }] }, "p", NOW).length, 1);
  const flow = { gecko_id: "bitcoin", day: "2026-06-30T00:00:00.000Z", total_flow_usd: 1 };
  t.equal(parseFundFlows([null, flow], "p", NOW).length, 1);
  const cliff = { timestamp: S + 86_400, noOfTokens: [7], unlockType: "cliff" };
  const { releases } = parseSchedule({ metadata: { events: [null, cliff] } }, NOW);
  t.equal(releases.find(({ kind }) => kind === "cliff")?.amount, 7);
  t.end();
});

/** What a vendor may put for a time: none, zero, words, and seconds taken for something else. */
const NO_TIMES = [undefined, null, "", "soon", 0, -1, 1e300, NOW * 1_000];

t.test("a point of no time costs itself: neither its order, nor the newest, nor the sums around it", (t) => {
  const told = point(0, { ETH: 5, BTC: 1 });
  const before = point(1, { ETH: 4 });
  for (const date of NO_TIMES) {
    const about = `a date of ${date}`;
    const odd = { ...told, date, tvl: 9, totalLiquidityUSD: 9, totalCirculatingUSD: { a: 9 } };
    const holdings = parseHoldings({ tokens: [before, odd, told, odd], tokensInUsd: [odd, told] }, 1, NOW);
    t.same(
      holdings.map(({ at }) => at),
      [NOW - DAY_MS, NOW],
      about,
    );
    t.same(holdings.at(-1)?.usd.get("ETH"), 5, about);
    const dated = { date: S, tvl: 1, totalLiquidityUSD: 1, totalCirculatingUSD: { a: 1 } };
    t.same(parseChainPast([odd, dated], 1, NOW), [{ at: NOW, usd: 1 }], about);
    t.same(
      parseProtocolPast({ chainTvls: { Ethereum: { tvl: [odd, dated] } } }, 1, NOW),
      [{ chain: "eth", at: NOW, usd: 1 }],
      about,
    );
    t.same(parseStablecoinPast([odd, dated], 1, NOW), [{ at: NOW, usd: 1 }], about);
  }
  t.same(parseChainPast([{ date: S + 3_600, tvl: 1 }], 1, NOW), [], "an hour ahead is no past");
  t.end();
});

t.test("a point of no time in a schedule leaves the releases as they are", (t) => {
  const day = (days: number) => S + days * 86_400;
  const points = [-3, 0, 3, 6, 9].map((days, i) => ({ timestamp: day(days), unlocked: 100 + i * 10 }));
  const schedule = (data: readonly unknown[], events: readonly unknown[]) =>
    parseSchedule({ documentedData: { data: [{ label: "Team", data }] }, metadata: { events } }, NOW).releases;
  const cliff = { timestamp: day(3), noOfTokens: [10], unlockType: "cliff" };
  const whole = schedule(points, [cliff]);
  t.ok(whole.some(({ amount }) => amount > 0));
  for (const timestamp of NO_TIMES) {
    const odd = { timestamp, unlocked: 1e6, noOfTokens: [5], unlockType: "cliff" };
    const [first, ...rest] = points;
    t.same(schedule([odd, first, odd, ...rest], [odd, cliff]), whole, `a timestamp of ${timestamp}`);
  }
  t.end();
});

t.test("stablecoins: every peg at today's price, an unpriced foreign peg left out", (t) => {
  const coin = (gecko_id: string, pegType: string, price: number | null, now: number, day: number) => ({
    gecko_id,
    pegType,
    price,
    circulating: { [pegType]: now },
    circulatingPrevDay: { [pegType]: day },
    circulatingPrevWeek: { [pegType]: day },
  });
  const rows = parseStablecoins({
    peggedAssets: [
      coin("tether", "peggedUSD", 1, 100, 90),
      coin("euro-coin", "peggedEUR", 1.1, 10, 10),
      coin("odd", "peggedVAR", null, 1e9, 1),
    ],
  });
  t.match(rows, [
    { token: "tether", supply_usd: 100, supply_24h_ago_usd: 90 },
    { token: "all", supply_usd: 111, supply_24h_ago_usd: 101 },
  ]);
  t.end();
});

t.test("schedules: cliffs of one instant are one, the rest of a day's growth is linear", (t) => {
  const today = Math.floor(NOW / DAY_MS) * DAY_MS;
  const cliffAt = (today + 5 * DAY_MS) / 1_000 + 3_600;
  const days = Array.from({ length: 200 }, (_, index) => (today + (index - 50) * DAY_MS) / 1_000);
  const event = (amount: number, category: string) => ({
    timestamp: cliffAt,
    noOfTokens: [amount],
    category,
    unlockType: "cliff",
  });
  const { coin, releases } = parseSchedule(
    {
      documentedData: {
        data: [
          { label: "Team", data: days.map((timestamp) => ({ timestamp, unlocked: timestamp >= cliffAt ? 300 : 0 })) },
          { label: "Mining", data: days.map((timestamp, index) => ({ timestamp, unlocked: index * 10 })) },
        ],
      },
      metadata: {
        token: "coingecko:arbitrum",
        events: [event(100, "insiders"), event(200, "<b>team</b>"), { ...event(5, "x"), unlockType: "linear" }],
      },
    },
    NOW,
  );
  t.equal(coin, "arbitrum");
  const cliffs = releases.filter(({ kind }) => kind === "cliff");
  t.same(cliffs, [{ at: cliffAt * 1_000, kind: "cliff", amount: 300, category: "bteamb+insiders" }]);
  const linear = releases.filter(({ kind }) => kind === "linear");
  t.equal(linear.length, 101);
  t.ok(
    linear.every(({ amount }) => amount === 10),
    "ten a day, also on the day of the cliff",
  );
  t.end();
});
