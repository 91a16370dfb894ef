// A price in dollars and cents is one price, a way that is told from a high is no change over a day, and nothing of a claim is left out because it was not read.
import t from "tap";
import { verdictOf } from "../../support/statement/claim-facts.ts";

const CASES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "dollars and cents that follow each other are one price": [
    ["SOL costs 142 dollars and 37 cents", "supported"],
    ["SOL costs $142 and 37 cents", "supported"],
    ["SOL costs one hundred and forty-two dollars and thirty-seven cents", "supported"],
    ["SOL trades at 142 dollars 37 cents", "supported"],
    ["SOL costs 146 dollars and 18 cents", "contradicted"],
    ["SOL costs one hundred and twelve dollars and eighteen cents", "contradicted"],
    ["SOL is worth more than two dollars and eighteen cents", "supported"],
    ["SOL is between $200 and 99 cents", "supported"],
  ],
  "what was lost since a high is told by that high, or not at all": [
    ["Since its high of $153.1 in the last 24 hours, SOL has lost 7%", "supported"],
    ["Since its low of $139.2 in the last 24 hours, SOL has gained 2.3%", "supported"],
    ["Since its high of $158.2 in the past week, SOL has lost 10%", "supported"],
    ["Since the high of the past 24 hours, $153.1, SOL has lost 7%", "supported"],
    ["Since its high of $153.1 in the last 24 hours, SOL has lost 20%", "contradicted"],
    ["Having touched $153.1, SOL gave back 7%", "unknown"],
    ["SOL hit a low of $125.1 this week and has risen 13.8% from there", "unknown"],
    ["SOL hit a low of $125.1 this week and has risen 13.8% since then", "unknown"],
    ["SOL touched $153.1 and is down 7% since", "unknown"],
  ],
  "a tenth of its value has the band of ten per cent": [
    ["SOL gained a tenth of its value in a week", "unknown"],
    ["SOL gained a tenth in a week", "unknown"],
    ["SOL lost a fifth of its value in a month", "unknown"],
    ["SOL gained a tenth of its value in 30 days", "contradicted"],
    ["SOL gained about a tenth of its value in a week", "supported"],
  ],
  "a clause of which nothing was read keeps the claim open": [
    ["SOL fell 6.3% and whales are bullish on it", "unknown"],
    ["SOL is above $100 and whales are bearish", "unknown"],
    ["SOL is above $100 and has a strong community", "unknown"],
    ["SOL is above $100, whales are bullish", "unknown"],
    ["SOL fell 6.3% and is a good buy", "unknown"],
    ["SOL is below $100 and is a good buy", "contradicted"],
  ],
};

for (const [title, cases] of Object.entries(CASES))
  t.test(title, async (t) => {
    for (const [text, verdict] of cases) t.equal(verdictOf(text, "solana"), verdict, text);
  });
