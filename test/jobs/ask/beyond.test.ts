// Words that make another claim of one that could be decided keep it from being decided, wherever they stand.
import t from "tap";
import { verdictOf } from "../../support/statement/claim-facts.ts";

const OPEN = [
  ...["SOL's market cap is €66.8bn", "SOL costs ¥142", "SOL costs £142", "SOL is worth A$142.37", "SOL costs HK$142"],
  ...["SOL closed at $142", "SOL ended the week above $140", "SOL opened at $142", "SOL finished the day below $150"],
  ...["The last unlock was worth $35m", "The next unlock is 0.05% of total supply", "SOL is no longer falling"],
  ...["SOL has stopped rising", "SOL is safe above $140", "SOL funds saw net inflows of $23.5m"],
  ...["Only one of the venues has negative funding", "Exactly one of the venues has positive funding"],
  ...["Just one venue shows negative funding", "A single venue has negative funding", "A venue has positive funding"],
  ...["Open interest fell by 9.4 percentage points in a day", "SOL fell 6.31 percentage points over 24 hours"],
  ...[
    "84,000 traders were liquidated",
    "More than 84 million traders were liquidated",
    "3,000 positions were liquidated",
  ],
  ...["The fear and greed index fell to 31", "Holders climbed to 1.23 million", "The spread narrowed to 1.2 bps"],
  ...["SOL is rising", "SOL is falling", "SOL fell straight for 24 hours"],
  ...[
    "SOL usually falls 6.3% in 24 hours",
    "SOL's funding has been negative since Monday",
    "Holders of SOL are in profit",
  ],
  ...["SOL's realised cap is $66.8bn", "SOL fell 6.3% in the final hour of trading", "SOL's price is three figures"],
];
const DECIDED: readonly (readonly [string, string])[] = [
  ["SOL is worth US$142.37", "supported"],
  ["SOL fell to $142", "supported"],
  ["SOL fell to $120", "contradicted"],
  ["Open interest fell to $5.12bn", "supported"],
  ["The fear and greed index is at 31", "supported"],
  ["Open interest is falling", "supported"],
  ["SOL is falling over the last 24 hours", "supported"],
  ["SOL lagged ETH by 3.1 percentage points over 24 hours", "supported"],
  ["SOL has yet to fall below $150", "contradicted"],
  ["SOL has yet to fall below $130", "supported"],
  ["SOL has 1.23 million holders", "supported"],
  ["At least one venue has negative funding", "supported"],
  ["No venue has negative funding", "contradicted"],
  ["OKX is the only venue with positive funding", "supported"],
  ["SOL is no longer above $150", "supported"],
];

t.test("what is said of other things, times or currencies is not decided", async (t) => {
  for (const text of OPEN) t.equal(verdictOf(text, "solana"), "unknown", text);
});

t.test("what stands near to such words and says something that is measured is decided", async (t) => {
  for (const [text, verdict] of DECIDED) t.equal(verdictOf(text, "solana"), verdict, text);
});
