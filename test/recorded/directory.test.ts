// Examples of a directory's own documentation, where a folder of them lies beside the project: every reader of its bodies reads them.
import t from "tap";
import { parseCoinList } from "../../ingest/parse/coin-identity.ts";
import { parseCoinMarkets } from "../../ingest/venue/coingecko/coin-market.ts";
import { parseProfile } from "../../ingest/venue/coingecko/coin-profile.ts";
import { parseCoinRanks } from "../../ingest/venue/coingecko/coin-rank.ts";
import { parseGlobal } from "../../ingest/venue/coingecko/global-market.ts";
import { listingKey, parseDerivatives } from "../../ingest/venue/coingecko/perp-opinion.ts";
import { recordedExamples, recordedSkip } from "../support/recorded.ts";

type Body = Record<string, unknown>;
const AT = Date.UTC(2026, 4, 26);

t.test("documented answers of a coin directory", { skip: recordedSkip }, (t) => {
  const examples = recordedExamples("docs_examples/coingecko_v3_examples.json");
  const list = (path: string) => examples[path] as Body[];
  const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);

  t.test("coins and their market", (t) => {
    const markets = list("/coins/markets");
    const rows = parseCoinMarkets(markets, "p", AT);
    t.ok(rows.length > 0);
    for (const row of rows) {
      const told = markets.find(({ id }) => id === row.token);
      t.match(row, { price_usd: told?.current_price, market_cap_usd: told?.market_cap, rank: told?.market_cap_rank });
      t.equal(row.at, Date.parse(String(told?.last_updated)));
      t.equal(row.circulating_native, told?.circulating_supply);
    }
    const ranks = parseCoinRanks(markets, "p", AT);
    t.same(
      ranks.map(({ token, rank }) => [token, rank]),
      markets.map(({ id, market_cap_rank: rank }) => [id, rank]),
    );
    t.end();
  });

  t.test("identities", (t) => {
    const listed = list("/coins/list");
    const rows = parseCoinList(listed, "p", AT);
    t.same(
      rows.map(({ token, name }) => [token, name]),
      listed.map(({ id, name }) => [id, name]),
    );
    t.ok(rows.some(({ contracts }) => Object.keys(contracts as object).length > 0));
    t.end();
  });

  t.test("one coin's profile", (t) => {
    const coin = examples["/coins/{id}"] as Body;
    t.match(parseProfile(coin, "bitcoin", "p", AT), { token: "bitcoin", homepage_url: /^https?:/ });
    t.end();
  });

  t.test("the whole market", (t) => {
    const { data } = examples["/global"] as { data: Record<string, Record<string, number>> };
    const row = parseGlobal(examples["/global"], "p", AT);
    t.equal(row.total_market_cap_usd, data.total_market_cap?.usd);
    t.equal(row.volume_24h_usd, data.total_volume?.usd);
    t.equal(row.btc_dominance_pct, data.market_cap_percentage?.btc);
    t.ok(isNumber(row.at) && isNumber(row.change_24h_pct));
    t.end();
  });

  t.test("perpetuals, of markets that are ours", (t) => {
    const told = list("/derivatives");
    const [first] = told;
    const ours = new Map([[listingKey("binance", String(first?.symbol)), { token: "bitcoin", symbol: "BTCUSDT" }]]);
    const rows = parseDerivatives(told, ours, "p", AT);
    t.equal(rows.length, 1);
    t.match(rows[0], { open_interest_usd: first?.open_interest, rate_pct: first?.funding_rate, venue: "binance" });
    t.end();
  });
  t.end();
});
