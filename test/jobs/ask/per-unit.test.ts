// What is told of each coin, or of each of something else, is no sum of all of them.
import t from "tap";
import { verdictOf } from "../../support/statement/claim-facts.ts";

const OPEN = [
  ...["SOL is worth $67bn a coin", "SOL is valued at $66.8bn per token", "SOL is valued at $67bn apiece"],
  ...["Each SOL is worth $66.8 billion", "One SOL is worth $66.8 billion", "The value of a SOL is $66.8bn"],
  ...["SOL has a market cap of $66.8bn per coin", "SOL's volume per coin is $3.42bn", "SOL's FDV per coin is $83.1bn"],
  ...[
    "SOL's open interest is $5.12bn per exchange",
    "SOL has 1.23m holders per coin",
    "The market value per token is $142",
  ],
  ...["SOL liquidations per trader were over $80m", "The liquidations were $84m each", "SOL is worth $67bn per share"],
];
const DECIDED: readonly (readonly [string, string])[] = [
  ["SOL is worth $142 a coin", "supported"],
  ["SOL is worth $90 a coin", "contradicted"],
  ["SOL is valued at $142.37 per token", "supported"],
  ["The value of one SOL is $142", "supported"],
  ["SOL costs $142 a coin and has a market cap of $66.8bn", "supported"],
  ["SOL has 1.23 million holders, and one SOL is worth $142", "supported"],
  ["A SOL market cap of $66.8bn", "supported"],
  ["SOL has a volume of $3.42bn a day", "supported"],
  ["Per exchange data, SOL's open interest is $5.12bn", "supported"],
  ["SOL is worth about $142 a coin", "supported"],
];

t.test("a sum of all is not decided by what is told of one", async (t) => {
  for (const text of OPEN) t.equal(verdictOf(text, "solana"), "unknown", text);
});

t.test("what one costs is its price, and what stands beside it is told", async (t) => {
  for (const [text, verdict] of DECIDED) t.equal(verdictOf(text, "solana"), verdict, text);
});
