// Profiles, pools, venues without a company, second opinions and holders: what each body says, and a pull of each.
import t from "tap";
import { pullSource } from "../../../ingest/pull.ts";
import { ownerOf, parseAddressSecurity, parseHolders } from "../../../ingest/risk/holder.ts";
import { parseProfile } from "../../../ingest/venue/coingecko/coin-profile.ts";
import { listingKey, parseDerivatives } from "../../../ingest/venue/coingecko/perp-opinion.ts";
import { parseDexVolumes } from "../../../ingest/venue/defillama/dex-volume.ts";
import { parsePools } from "../../../ingest/venue/geckoterminal/dex-pool.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { KEYS } from "../../../schema/key.ts";
import { HOSTILE_TEXTS, HOSTILE_URLS } from "../../../scripts/sandbox/news/hostile.ts";
import { setProfile } from "../../../scripts/sandbox/risk/profile.ts";
import { BASE } from "../../support/base.ts";
import { startIngestGround } from "../../support/ingest.ts";

const NOON = Math.floor(BASE / DAY_MS) * DAY_MS - 43_200_000;
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}/u;

t.test("a profile: text without markup, the first usable page, a day that is one, ids of categories", async (t) => {
  const body = {
    description: { en: 'First <a href="x">internet</a> money\r\n\r\nof its kind' },
    links: { homepage: ["", "http://www.bitcoin.org", ""] },
    genesis_date: "2009-01-03",
    categories: ["Cryptocurrency", "Layer 1 (L1)", null, "Cryptocurrency"],
    market_data: { total_value_locked: { btc: 1, usd: 5e9 } },
  };
  t.same(parseProfile(body, "bitcoin", "p", 7), {
    token: "bitcoin",
    at: 7,
    description: "First internet money of its kind",
    homepage_url: "http://www.bitcoin.org/",
    launched_at: Date.UTC(2009, 0, 3),
    categories: "cryptocurrency,layer-1-l1",
    tvl_usd: 5e9,
    provider: "p",
    retrieved_at: 7,
  });
  const none = { description: { en: "" }, links: { homepage: [""] }, genesis_date: null, market_data: {} };
  t.match(parseProfile(none, "x", "p", 7), { description: null, homepage_url: null, launched_at: null, tvl_usd: null });
  for (const en of HOSTILE_TEXTS) {
    const { description } = parseProfile({ description: { en } }, "x", "p", 7);
    t.notMatch(String(description), INVISIBLE);
    t.ok([...String(description)].length <= 500);
  }
  for (const url of HOSTILE_URLS) t.equal(parseProfile({ links: { homepage: [url] } }, "x", "p", 7).homepage_url, null);
  t.throws(() => parseProfile([], "x", "p", 7));
});

t.test("pools: the ten largest that say what they hold", async (t) => {
  const pool = (n: number, reserve: unknown) => ({
    attributes: { address: `0x${n}`, reserve_in_usd: reserve, volume_usd: { h24: "5.5" } },
    relationships: { dex: { data: { id: "uniswap_v3", type: "dex" } } },
  });
  const contract = { token: "chainlink", chain: "eth", address: "0x1" };
  const data = [...Array.from({ length: 12 }, (_, n) => pool(n, `${n}.25`)), pool(99, null)];
  const rows = parsePools({ data }, contract, "p", 7);
  t.equal(rows.length, 10);
  t.match(rows[0], { token: "chainlink", dex: "uniswap_v3", pool: "0x11", tvl_usd: 11.25, volume_24h_usd: 5.5 });
  t.throws(() => parsePools({ errors: [] }, contract, "p", 7), /data/);
});

t.test("decentralised exchanges: shares of the provider's own total", async (t) => {
  const protocols = [{ slug: "b", total24h: 10 }, { slug: "a", total24h: 30 }, { slug: "c", total24h: null }, {}];
  t.match(parseDexVolumes({ total24h: 100, protocols }, "p", 7), [
    { dex: "a", volume_24h_usd: 30, share_pct: 30 },
    { dex: "b", volume_24h_usd: 10, share_pct: 10 },
  ]);
});

t.test("second opinions on perpetuals: ours, by venue and market id; percent stays percent", async (t) => {
  const ours = (venue: string, symbol: string) => [listingKey(venue, symbol), { token: "bitcoin", symbol }] as const;
  const listed = new Map([ours("binance", "BTCUSDT"), ours("okx", "BTC-USDT-SWAP")]);
  const row = (market: string, symbol: string, more = {}) => ({
    market,
    symbol,
    contract_type: "perpetual",
    funding_rate: 0.004308,
    open_interest: 7_497_508_223.83,
    ...more,
  });
  const body = [
    row("Binance (Futures)", "BTCUSDT"),
    row("OKX (Futures)", "BTC-USDT-SWAP", { open_interest: null }),
    row("Binance (Futures)", "BTCUSDT", { contract_type: "futures" }),
    row("Elsewhere", "BTCUSDT"),
    row("Binance (Futures)", "OTHERUSDT"),
  ];
  const rows = parseDerivatives(body, listed, "p", 7);
  t.match(rows, [
    { token: "bitcoin", venue: "binance", symbol: "BTCUSDT", open_interest_usd: 7_497_508_223.83, rate_pct: 0.004308 },
    { token: "bitcoin", venue: "okx", symbol: "BTC-USDT-SWAP", open_interest_usd: null },
  ]);
  t.equal(rows.length, 2);
});

t.test("holders: exchanges, burns, bridges and lockers apart; who answers for the contract", async (t) => {
  const contract = { token: "x", chain: "eth", address: "0xAb" };
  const holders = [
    { address: "0x28c6c06298d514db089934071355e5743bf21d60", percent: "0.2" },
    { address: "0x000000000000000000000000000000000000dead", percent: "0.1" },
    { address: "0x1", tag: "Some Bridge", percent: "0.05" },
    { address: "0x2", is_locked: 1, percent: "0.05" },
    { address: "0x3", percent: "0.03" },
    { address: "0x4", percent: "0.02" },
  ];
  const owner = `0x${"1".repeat(40)}`;
  const row = {
    holder_count: "12",
    holders,
    transfer_tax: "0.05",
    honeypot_with_same_creator: "0",
    creator_address: owner,
  };
  const body = { code: 1, result: { "0xab": row } };
  const read = parseHolders(body, contract);
  t.match(read, { holders_count: 12, transfer_tax_pct: 5, same_creator_honeypot: 0 });
  t.equal(Math.round(Number(read.top10_pct) * 1e6) / 1e6, 5);
  t.equal(Math.round(Number(read.top10_excluded_pct) * 1e6) / 1e6, 40);
  t.equal(ownerOf(body, contract), owner, "the creator where there is no owner");
  const unknown = { holders_count: null, top10_pct: null, top10_excluded_pct: null, transfer_tax_pct: null };
  t.match(parseHolders({ code: 1, result: {} }, contract), unknown, "not named is not known");
  t.match(parseHolders({ code: 1, result: { "0xab": {} } }, contract), unknown, "nothing said is not known");
  t.equal(
    parseAddressSecurity({ code: 1, result: { sanctioned: "1", mixer: "0", phishing_activities: "1" } }),
    "phishing_activities,sanctioned",
  );
  t.equal(parseAddressSecurity({ code: 1, result: { sanctioned: "0" } }), "");
  t.throws(() => parseAddressSecurity({ code: 4029, result: null }), /limit/);
});

t.test("each of them from the simulated market", async (t) => {
  const { deps, sandbox, sql } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: NOON + 20_000 });
  // A hundred calls at the provider's pace would take a while: some of each kind do.
  const SOME = ["chainlink", "solana", "pepe", "snek", "pancakeswap-token", "ethereum"];
  const isOneByOne = (id: string) => ["geckoterminal-dex-pool", "coingecko-coin-profile"].includes(id);
  const pull = (id: string) => pullSource(deps, id, { slot: NOON, tokens: isOneByOne(id) ? SOME : undefined });
  const LINK = "0x514910771af9ca656af840dff83e8264ecf986ca";
  const failing = { coingecko: "coingecko-perp-opinion", geckoterminal: "geckoterminal-dex-pool" };
  for (const [provider, id] of Object.entries(failing)) {
    for (const [kind, outcome] of [
      ["html", "bad_body"],
      ["429", "rate_limited"],
    ] as const) {
      sandbox.setFault({ provider, kind, retry_after_s: 1 });
      const { rows, errors } = await pull(id);
      t.equal(rows, 0, `${id} ${kind}`);
      t.match(errors[0], { outcome }, `${id} ${kind}`);
      sandbox.clearFaults({});
      await deps.redis.del(KEYS.pause(provider));
    }
  }
  await pull("binance-open-interest");
  await pull("okx-open-interest");
  for (const id of [
    "coingecko-coin-profile",
    "geckoterminal-dex-pool",
    "defillama-dex-volume",
    "coingecko-perp-opinion",
  ]) {
    const result = await pull(id);
    t.same([result.errors, result.refused], [[], 0], id);
    t.ok(result.rows > 0, `${id}: ${result.rows} rows`);
  }
  const pools = await sql<{ token: string }>("SELECT DISTINCT token FROM dex_pool ORDER BY token");
  t.same(
    pools.map(({ token }) => token),
    SOME.toSorted(),
    "whatever was never read is read at once",
  );
  const read = await deps.redis.hkeys(KEYS.cursor("coingecko-coin-profile"));
  t.same(read.toSorted(), SOME.toSorted(), "and is not due again");
  t.equal((await pull("coingecko-coin-profile")).rows, 0);
  const texts = await sql<{ description: string | null }>("SELECT description FROM coin_profile");
  t.equal(texts.length, SOME.length);
  for (const { description } of texts) t.notMatch(description ?? "", /\p{Cc}|\p{Cf}|<p>/u);
  const [apart] = await sql<{ n: number; worst: number }>(
    `SELECT count() AS n, max(abs(o.open_interest_usd / i.open_interest_usd - 1)) AS worst FROM perp_opinion AS o
     JOIN open_interest AS i ON i.token = o.token AND i.venue = o.venue`,
  );
  t.ok(Number(apart?.n) > 50 && Number(apart?.worst) < 0.01, JSON.stringify(apart));

  setProfile(sandbox.model, LINK, "honeypot");
  await pullSource(deps, "goplus-contract-risk", { slot: NOON, tokens: ["chainlink"] });
  const held = await sql<{ chain: string; holders: number; top: number; out: number; flags: string | null }>(
    `SELECT chain, holders_count AS holders, top10_pct AS top, top10_excluded_pct AS out, owner_flags AS flags
     FROM contract_holder WHERE token = 'chainlink' ORDER BY chain`,
  );
  t.same(
    held.map(({ chain }) => chain),
    ["bsc", "eth", "sol"],
  );
  for (const row of held) t.ok(row.holders > 0 && row.top > 0 && row.top + row.out < 100);
  t.equal(held.find(({ chain }) => chain === "eth")?.flags, "stealing_attack");
  t.equal(held.find(({ chain }) => chain === "bsc")?.flags, "");
  t.equal(held.find(({ chain }) => chain === "sol")?.flags, null, "not asked");
});
