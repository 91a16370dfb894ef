import t from "tap";
import { matchTokens } from "../../../ingest/news/match.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["Bitcoin slips below support", ["bitcoin"]],
  ["Bitcoin Cash forks", ["bitcoin-cash"]],
  ["Bitcoin Cash and Bitcoin part", ["bitcoin", "bitcoin-cash"]],
  ["Ethereum Classic miner sells ETH", ["ethereum", "ethereum-classic"]],
  ["Ethereum's upgrade, Ether's price", ["ethereum"]],
  ["BTC and XRP ETFs", ["bitcoin", "ripple"]],
  ["Is the end near? A link to the sand", []],
  ["Near the bottom, Link by link", []],
  ["NEAR Protocol ships", ["near"]],
  ["Buy $NEAR, $link and $SAND now", ["chainlink", "near", "the-sandbox"]],
  ["Chainlink wins", ["chainlink"]],
  ["An avalanche of orders; Avalanche of liquidations", []],
  ["Avalanche Network adds validators; Avalanche (AVAX) rises", ["avalanche-2"]],
  ["Compound interest, Flow of funds, Render unto Caesar", []],
  ["Compound Finance votes, Render token lists", ["compound-governance-token", "render-token"]],
  ["The Graph shows demand", []],
  ["The Graph (GRT) indexes", ["the-graph"]],
  ["Optimism returns; OP ED", []],
  ["EVERYTHING IN CAPITALS ABOUT BTC AND BITCOIN", []],
  ["EVEN IN CAPITALS $BTC COUNTS", ["bitcoin"]],
  ["bitcoin in small letters, cardano too", []],
  ["A $100 bill and $1.50 fees", []],
  ["USD\u0421 is not USDC in Cyrillic", ["usd-coin"]],
  ["PreBitcoiner Solanas XRPL", []],
  ["Bitcoin, Ethereum, Solana, Cardano, Dogecoin, XRP all fall", []],
];

for (const [title, tokens] of CASES) {
  t.test(`${title} → ${tokens.join(", ") || "nobody"}`, (t) => {
    t.same(matchTokens(title), tokens);
    t.end();
  });
}

t.test("every tracked token can be named by its cashtag", (t) => {
  for (const { id, symbol } of TRACKED) t.same(matchTokens(`Traders eye $${symbol} today`), [id], symbol);
  t.end();
});
