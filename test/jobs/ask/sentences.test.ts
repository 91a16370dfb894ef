// Sentences read by what they are made of: in any order and wording none is answered wrongly, and what is not wholly understood is not read.
import t from "tap";
import { verdictOf, verdictOfWhole } from "../../support/statement/claim-facts.ts";
import { readText } from "../../support/tree.ts";

const linesOf = (name: string): string[][] =>
  readText(`test/fixture/${name}.tsv`)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

t.test("of what the press and people write none is answered wrongly, and most of it is answered", async (t) => {
  const lines = linesOf("claims-press");
  const [wrong, open]: [string[], string[]] = [[], []];
  for (const [truth = "", own = "", text = ""] of lines) {
    const verdict = verdictOf(text, own);
    if (verdict !== truth) (verdict === "unknown" ? open : wrong).push(`${verdict}, and is ${truth}: ${text}`);
  }
  t.same(wrong, []);
  t.ok(open.length <= lines.length * 0.25, `${open.length} of ${lines.length} open`);
});

t.test("what analysts write comes to what the numbers say, and few of it stays open", async (t) => {
  const lines = linesOf("claims-analyst");
  t.ok(lines.length >= 400, `${lines.length} claims`);
  const [wrong, open]: [string[], string[]] = [[], []];
  for (const [truth = "", own = "", text = ""] of lines) {
    const verdict = verdictOf(text, own);
    if (verdict !== truth) (verdict === "unknown" ? open : wrong).push(`${verdict}, and is ${truth}: ${text}`);
  }
  t.same(wrong, []);
  for (const one of open) t.comment(one);
  t.ok(open.length <= lines.length * 0.1, `${open.length} of ${lines.length} open`);
});

for (const name of [
  "claims",
  "claims-prose",
  "claims-strangers",
  "claims-voices",
  "claims-analyst",
  "claims-press",
  "claims-facts",
])
  t.test(`${name}: read as whole sentences alone none is answered wrongly`, async (t) => {
    const lines = linesOf(name);
    const wrong: string[] = [];
    let right = 0;
    for (const [truth = "", own = "", text = ""] of lines) {
      const verdict = verdictOfWhole(text, own);
      if (verdict === null || verdict === "unknown") continue;
      if (verdict === truth) right += 1;
      else wrong.push(`${verdict}, and is ${truth}: ${text}`);
    }
    t.same(wrong, []);
    t.ok(right >= lines.length * 0.4, `${right} of ${lines.length} right`);
  });

/** Each is near to one that is read. */
const LEFT_OPEN = [
  "An hour ago SOL was two percent cheaper than a day ago",
  "More SOL than ether was sent to exchanges",
  "Longs accounted for most of the day's liquidations of ether",
  "SOL's volume is three times smaller than ether's",
  "Kraken has the lowest funding rate",
  "Holders who bought SOL would be in profit",
  "The number of coins on exchanges fell by 6.31 percent in 24 hours",
  "SOL and ether moved in step",
  "SOL is up 16 dollars from its weekly high",
  "A single transfer of SOL was smaller than 50 million dollars",
  "Takers sold more SOL than they bought over the week",
  "Trading over the past day was quieter than usual",
  "SOL was up in the last week but is down",
  "The unlock will push SOL below 130 dollars",
  "SOL's sentiment is 31",
  "Validators of SOL earned 6.31 percent in 24 hours",
  "Exchanges gained on the day and lost on the week",
];
t.test("what nobody measured, or may be meant in two ways, stays open", async (t) => {
  for (const text of LEFT_OPEN) t.equal(verdictOf(text, "solana"), "unknown", text);
});

/** What is said of two at once, of an instant before, of a part: each and its opposite. */
const TURNED: readonly (readonly [supported: string, contradicted: string])[] = [
  ["An hour ago SOL was cheaper", "An hour ago SOL was more expensive"],
  ["OKX has the highest funding rate of all exchanges", "Bybit has the highest funding rate of all exchanges"],
  ["OKX is the only exchange with positive funding", "Binance is the only exchange with positive funding"],
  ["Unlike SOL, ether has positive funding", "Like SOL, ether has positive funding"],
  ["Neither over the day nor over the month has SOL gained", "SOL has gained over neither the day nor the week"],
  [
    "Relative to its market cap, open interest is below 8 percent",
    "Relative to its market cap, open interest is above 8 percent",
  ],
  ["The gain of the week exceeds the loss of the day", "The loss of the day exceeds the gain of the week"],
  ["More SOL went to exchanges than left them", "More SOL left exchanges than went to them"],
  [
    "The gap between market cap and FDV is below 20 billion dollars",
    "The gap between market cap and FDV exceeds 20 billion dollars",
  ],
  ["The greater part of SOL is staked", "The greater part of SOL is not staked"],
  [
    "No single transfer of SOL was larger than 50 million dollars",
    "A single transfer of SOL was larger than 50 million dollars",
  ],
  ["Of the three venues, two have negative funding", "Of the three venues, two have positive funding"],
  ["Bybit's SOL rate is slightly negative at -0.002 percent", "Bybit's SOL rate is slightly positive at 0.002 percent"],
  ["More traders are long than short on Solana", "More traders are short than long on Solana"],
  [
    "Inflows of 310 million dollars outpaced outflows of 286.5 million in 24 hours",
    "Outflows of 310 million dollars outpaced inflows of 286.5 million in 24 hours",
  ],
  [
    "SOL is closer to its 24-hour low than to its 24-hour high",
    "SOL is closer to its 24-hour high than to its 24-hour low",
  ],
  [
    "SOL would have to more than double to get back to its all-time high",
    "SOL would have to rise less than 50 percent to get back to its all-time high",
  ],
  ["Exchanges hold less SOL than a week ago", "Exchanges hold more SOL than a week ago"],
  ["FDV runs roughly 24 percent higher than market cap", "FDV runs roughly 50 percent higher than market cap"],
  ["SOL is not in the top five by market cap", "SOL is not in the top ten by market cap"],
  ["More than 100 million SOL are not yet in circulation", "More than 200 million SOL are not yet in circulation"],
  ["FDV exceeds market cap by 16.3 billion dollars", "FDV exceeds market cap by 20 billion dollars"],
];
t.test("a sentence and its opposite come to opposite verdicts", async (t) => {
  for (const [supported, contradicted] of TURNED) {
    t.equal(verdictOf(supported, "solana"), "supported", supported);
    t.equal(verdictOf(contradicted, "solana"), "contradicted", contradicted);
  }
});
