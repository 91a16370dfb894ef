// What a state publishes is read whichever plain words name it, true or false; what it does not publish stays open.
import t from "tap";
import type { Verdict } from "../../../jobs/ask/claim/judge.ts";
import { verdictOf } from "../../support/statement/claim-facts.ts";

const held = (title: string, own: string, said: Readonly<Partial<Record<Verdict, readonly string[]>>>) =>
  t.test(title, (test) => {
    for (const [verdict, claims] of Object.entries(said))
      for (const claim of claims) test.equal(verdictOf(claim, own), verdict, claim);
    test.end();
  });

held("Funding of one venue per eight hours is held against that rate alone", "solana", {
  supported: [
    "On OKX, SOL funding runs above 0.0005 pct per 8 hours",
    "Bybit funding for SOL is above -0.004% per 8h",
    "OKX's 8h funding rate for Solana is lower than 0.02%",
    "OKX charges SOL longs more than 0.0005% per eight hours",
    "Binance funding for Solana is minus 0.006% per eight hours",
    "shorts pay longs in Solana on Binance",
  ],
  contradicted: [
    "On OKX, SOL funding runs above 0.002 pct per 8 hours",
    "The funding rate of SOL at Binance is over 0.02% per eight hours",
    "OKX's 8h funding rate for Solana is lower than 0.0005%",
  ],
  unknown: ["Binance funding rose by 0.01%", "Binance funding is 10% per year", "Binance daily funding is below 0.01%"],
});

held("Open interest of one venue, and of two", "solana", {
  supported: [
    "SOL OI on Binance stands below US$2.6bn",
    "Bybit holds more than $99mn of Solana open interest",
    "Open interest in Solana at Binance comes in above $230mn",
    "Over $1bn of SOL open interest sits on OKX",
    "Binance holds more SOL open interest than Bybit",
    "SOL open interest on Binance is more than twice that on OKX",
  ],
  contradicted: [
    "SOL OI on Binance stands below US$2.2bn",
    "OKX holds more than $2bn of Solana open interest",
    "SOL open interest on OKX is larger than on Bybit",
  ],
  unknown: [
    "Binance holds more than 40% of SOL open interest",
    "SOL open interest on Binance rose more than 3% today",
    "ETH open interest on Binance is above $1bn",
    "Volume on Binance is larger than volume on OKX",
    "SOL volume on Binance is above $100M",
  ],
});

held("How much a chain is used", "cardano", {
  supported: [
    "the Cardano network processed more than 43,000 transactions in the past 24 hours",
    "Cardano handled more than 60 thousand transactions in the past day",
    "More than 22k addresses were active on Cardano in the past 24 hours",
    "more than 20k ADA wallets are active",
    "Large transfers moved 1.9 billion USD of ADA within a day, split over 412 transactions",
  ],
  contradicted: [
    "Cardano processed under 52k transactions over the last day",
    "fewer than 24,000 ADA addresses were active within the last 24 hours",
  ],
  unknown: [
    "fewer than 24,000 ETH addresses were active within the last 24 hours",
    "Cardano handled more than 1,000 transactions per second",
  ],
});

held("What its holders have, and what is locked on it", "solana", {
  supported: [
    "The top 10 SOL accounts hold under 15% of supply",
    "at least USD 850M is locked on SOL",
    "Over $9bn is locked in Solana protocols",
  ],
  contradicted: ["the top 10 Solana addresses control more than 17%", "No more than USD 400m is locked on SOL"],
  unknown: ["Over $9bn is locked in Solana staking"],
});

held("Against the median of the tokens, and another's return", "solana", {
  supported: [
    "SOL trailed the median tracked token over the last 24 hours",
    "SOL did worse than the median token did over 24 hours",
    "SOL's return over 24 hours is lower than the market's",
    "SOL's 24h return is below Bitcoin's",
    "SOL's 7-day performance is better than Bitcoin's",
    "SOL has a lower 24h return than BTC",
    "SOL was the worse performer against ETH during the last 24 hours",
  ],
  contradicted: [
    "Solana has done better than the median tracked token during the last 24 hours",
    "SOL's 24-hour return is higher than that of ETH",
    "SOL had a worse 7-day return than Bitcoin",
  ],
  unknown: ["the median token rose more than 3% over 24 hours"],
});

held("Perpetuals beside spot, the books and who is on which side", "solana", {
  supported: [
    "The SOL perp price is below the spot price",
    "the perp price of SOL is 0.03% below the spot price",
    "SOL quotes are under 1.5 bps wide",
    "the best bid and the best ask are less than 2 bps apart",
    "SOL's order book imbalance is positive",
    "Over 60 % of Solana traders hold long positions",
    "most Solana accounts are positioned long",
    "For each short account in SOL there are more than 1.4 long accounts",
    "Holding a SOL short costs over 0.003 percent per eight hours in funding",
    "SOL books offer over $18 mn within 2% of the price",
    "SOL's perp-to-spot ratio is above 3",
    "SOL's funding percentile is below 10%",
  ],
  contradicted: [
    "the Solana perp price exceeds the spot price",
    "the perp price of SOL is 0.03% above spot",
    "SOL quotes are under 1.1 bps wide",
    "SOL's book imbalance is above 0.1",
    "Over 68 % of Solana traders hold long positions",
    "most Solana accounts are positioned short",
    "For every short account in SOL there are fewer than 1.4 long accounts",
    "Holding a SOL long costs over 0.006 percent per eight hours in funding",
    "Solana books offer under $18 mn within 2% of the price",
    "SOL's perp-to-spot volume ratio is below 2",
    "the funding rate percentile of SOL is above 20",
  ],
  unknown: ["SOL's perp price is $142.5"],
});

held("A place above another is a smaller number", "solana", {
  supported: [
    "SOL ranks above 20th place by market cap",
    "SOL ranks 6th or better",
    "SOL is among the 11 biggest",
    "SOL is one of the ten most valuable cryptocurrencies",
    "SOL sits outside the 5 most valuable coins",
    "SOL ranks below 5th place",
  ],
  contradicted: [
    "SOL ranks above 6th place",
    "SOL is within the five largest cryptocurrencies by market cap",
    "SOL sits outside the 8 most valuable coins",
  ],
  unknown: [
    "SOL is among the 5 biggest gainers",
    "SOL is among the 6 largest coins by volume",
    "SOL's rank is above 20",
  ],
});

held("What came to exchanges, what left them and what was closed by force", "solana", {
  supported: [
    "net flows of SOL went towards exchanges over the trailing 24 hours",
    "SOL withdrawals from exchanges exceeded deposits over the past week",
    "SOL deposits to exchanges outweighed withdrawals during the last hour",
    "Exchanges saw upwards of $13M in SOL flow in over the past 24 hours",
    "the value of large SOL transfers to exchanges is above $100M",
    "Liquidations took out over $150k in SOL shorts over the trailing 24 hours",
    "SOL positions worth more than 330K dollars were forced closed within the past 24 hours",
    "the largest SOL liquidation of the past 24 hours was over $4m",
  ],
  contradicted: [
    "net flows of SOL went away from exchanges during the last 24 hours",
    "SOL withdrawals from exchanges outweighed deposits during the last hour",
    "Exchanges saw less than US$48M in Solana flow out over the past 24 hours",
    "whale inflow of SOL to exchanges is below $120M over the last 24 hours",
    "Liquidations wiped out less than $10m of SOL shorts in the last day",
    "the largest liquidation of SOL was under $2m in 24 hours",
    "under $320M in SOL futures contracts is currently open",
    "No more than $690m is tied up in SOL open interest",
  ],
  unknown: [
    "SOL withdrawals from exchanges exceeded deposits over the past month",
    "the biggest single liquidation in SOL was above $9m in the last day",
    "Liquidations took out over $150k in ETH shorts over the trailing 24 hours",
  ],
});

held("Supply that has an end", "cardano", {
  supported: [
    "the supply of ADA is capped at more than 31bn coins",
    "the supply of ADA is limited to 45 billion",
    "no more than 56bn Cardano can ever exist",
    "Over 61% of the total ADA cap is already in circulation",
    "more than 61% of ADA's maximum supply circulates",
  ],
  contradicted: [
    "the supply of ADA is capped at more than 51bn coins",
    "there can never be more than 40 billion ADA coins",
    "Over 81% of the total ADA cap is already in circulation",
    "circulating supply is more than 81% of max supply",
  ],
});
