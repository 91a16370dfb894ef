// What callers ask, for the grounding soak: questions of every intent, several at once, badly spelt, hostile or about nothing, and claims.
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { readNumber, type StatePath } from "../../../jobs/state/read-number.ts";
import type { Draw } from "../causes/world.ts";
import { makeClaims } from "../claims/corpus.ts";

export type Input = { readonly mode: "question" | "claim"; readonly text: string };

const lines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const QUESTIONS = lines(`
  What is the price of {S}?
  How far is {N} from its all-time high, and what is it worth altogether?
  How did {S} do {T}?
  Is {S} up or down {T}?
  Did {S} rise or fall since 2026-11-18?
  How much {S} was traded today?
  Is the volume of {S} unusual?
  How volatile is {N}?
  What does the implied volatility say, and the beta to bitcoin?
  How leveraged is {S}?
  What is the open interest doing {T}?
  What is funding on {S}, and who pays whom?
  How much was liquidated {T}?
  Were more longs or shorts closed by force?
  Are whales moving {S}?
  Is {S} flowing to exchanges {T}?
  How many coins are on exchanges?
  Who holds {S}?
  How many holders and active addresses are there?
  When is the next unlock of {N}?
  How many {S} exist and what is the max supply?
  Is the contract of {S} safe?
  Can {S} be a honeypot, and what are the taxes?
  How deep is the book of {S}, and the spread?
  What would it cost to sell $250k of {S}?
  What is the price impact of buying $1m?
  Can I get out of $40,000,000?
  Why is {S} moving?
  What happened to {N} {T}?
  What caused it, and any news?
  How does {S} compare with {O} {T}?
  Is {S} beating bitcoin this week?
  Is it stronger than the market?
  What did you say about {S} and were you right?
  What is your verdict and your track record?
  Price, volume, funding and open interest of {S}?
  Why did it fall, who was liquidated, and what do exchanges get?
  wats teh prise of {S} adn fundng
  Will {S} double next month?
  Should I go long {S} now?
  Tell me a joke
  {O} or {S}?
`);

const TIMES = [
  ...["today", "this week", "over the last 4 hours", "in the past 30 days", "in the last hour"],
  ...["over 3 days", "in the last 90 minutes", "since yesterday", "", "overnight"],
];

const FACTS: Readonly<Record<string, StatePath>> = {
  price: ["market", "price_usd"],
  change_1h: ["market", "change_1h_pct"],
  change_24h: ["market", "change_24h_pct"],
  change_7d: ["market", "change_7d_pct"],
  high_24h: ["market", "high_24h_usd"],
  low_24h: ["market", "low_24h_usd"],
  ath: ["market", "ath_usd"],
  drawdown: ["market", "ath_drawdown_pct"],
  market_cap: ["market", "market_cap_usd"],
  rank: ["market", "rank"],
  volume_1h: ["market", "volume_1h_usd"],
  volume_24h: ["market", "volume_24h_usd"],
  volatility_30d: ["market", "realized_vol_30d_pct"],
  open_interest: ["derivatives", "open_interest_usd"],
  oi_1h: ["derivatives", "oi_change_1h_pct"],
  oi_24h: ["derivatives", "oi_change_24h_pct"],
  oi_share: ["derivatives", "oi_to_market_cap_pct"],
  funding: ["derivatives", "funding_8h_pct"],
  funding_year: ["derivatives", "funding_apr_pct"],
  long_short: ["derivatives", "long_short_ratio"],
  liquidations: ["derivatives", "liquidations_24h", "total_usd"],
  long_liquidations: ["derivatives", "liquidations_24h", "long_usd"],
  short_liquidations: ["derivatives", "liquidations_24h", "short_usd"],
  netflow_24h: ["onchain", "exchange_netflow_24h_usd"],
  netflow_7d: ["onchain", "exchange_netflow_7d_usd"],
  inflow: ["onchain", "exchange_inflow_24h_usd"],
  outflow: ["onchain", "exchange_outflow_24h_usd"],
  circulating: ["supply", "circulating_native"],
  depth: ["liquidity", "depth_2pct_usd"],
  spread: ["liquidity", "spread_bps"],
};

const VENUES = { binance: 0.01, bybit: -0.01, okx: 0 };

function factsOf(state: BuiltState) {
  const { id, symbol, name } = state.token;
  const number = (path: StatePath) => {
    const value = readNumber(state, ...path);
    return typeof value === "number" ? value : null;
  };
  return {
    ...{ token: id, symbol, name },
    values: Object.fromEntries(Object.entries(FACTS).map(([fact, path]) => [fact, number(path)])),
    venues: VENUES,
  };
}

const SEVERAL = 60;

export type Asking = (token: string, draw: Draw) => Input;

/** Draws what is asked of a token; `states` are all that there are. */
export function askingOf(states: ReadonlyMap<string, BuiltState>, hostile: readonly string[], seed: number): Asking {
  const tokens = [...states.values()];
  const claims = new Map(
    tokens.map((state, at) => {
      const other = tokens[(at + 1) % tokens.length] ?? state;
      return [state.token.id, makeClaims([factsOf(state), factsOf(other)], seed, SEVERAL)] as const;
    }),
  );
  const some = <T>(list: readonly T[], draw: Draw): T => list[Math.floor(draw() * list.length)] as T;
  return (token, draw) => {
    const { symbol, name } = (states.get(token) as BuiltState).token;
    const fill = (text: string) =>
      text
        .replaceAll("{S}", symbol)
        .replaceAll("{N}", name)
        .replaceAll("{O}", some(tokens, draw).token.symbol)
        .replaceAll("{T}", some(TIMES, draw));
    const mode = draw() < 0.5 ? "question" : "claim";
    const own = (claims.get(token) ?? []).filter((one) => one.token === token);
    const plain = mode === "question" ? fill(some(QUESTIONS, draw)) : some(own, draw).text;
    const more = draw() < 0.15 ? ` ${some(hostile, draw)}` : "";
    return { mode, text: `${plain}${more}`.slice(0, 500) };
  };
}
