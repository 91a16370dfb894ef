// What stands beside a condition and changes what it means keeps a claim open: signs, times, quantities, units, who, and what takes it back.
import t from "tap";
import { verdictOf } from "../../support/statement/claim-facts.ts";

/** Each of them is of a number that decides it where the words beside it are left out. */
const KEPT_OPEN: Readonly<Record<string, readonly string[]>> = {
  "a time at what is only known as it stands": [
    ...["shorts paid longs in March", "SOL's funding was negative yesterday", "SOL's funding was negative last week"],
    ...[
      "SOL's funding was negative for three days",
      "SOL's funding was negative at midnight",
      "SOL's rank was 6 in March",
    ],
    ...["SOL's basis was negative yesterday", "the market was risk-on last week", "SOL's monthly funding is negative"],
    ...["SOL's realized funding is negative", "shorts pay longs among retail traders"],
  ],
  "parts of a time": [
    ...["SOL fell in each of the past 24 hours", "SOL fell 6.31% on each of the last three days"],
    ...["SOL fell in one of the last three days", "SOL was below $150 on two of the last seven days"],
  ],
  "coins, contracts and terms that are no dollars": [
    ...["SOL's open interest in SOL is above 5 million", "SOL's volume is above 500 million in coins"],
    ...["5 million coins flowed into exchanges today", "SOL's liquidations in SOL exceeded 5 million"],
    ...["SOL is down 6.31% today in BTC", "SOL is down 6.31% today in real terms", "SOL is above 100 Fr"],
  ],
  "signs that nobody reads": [
    ...["SOL ≠ $142.37", "SOL != $142.37", "SOL's price ≯ $150", "SOL's price !> $100", "SOL is !above $100"],
    ...["SOL is above $100 ❌", "SOL is above √$100", "SOL is down 6‰ today", "SOL's price ≫ $100"],
    ...[
      "SOL is above $142,000¹",
      "SOL is above $100²",
      "SOL is above $100⑩",
      "SOL is above $1,00",
      "SOL is above $1,0000",
    ],
    "SOL is above ($100)",
  ],
  "of whom it is said": [
    ...["every coin is above $100", "every token is down 6.31% today", "all tokens are down 6.31% today"],
    ...["only Solana is above $100", "Solana alone is above $100", "most coins are above $100"],
  ],
  "what takes it back": [
    ...["a lie: SOL is above $100", "SOL is above $100 – a lie", "SOL is above $100, a lie", "nope: SOL is above $100"],
    ...["nah, SOL is above $100", "SOL is above $100, nope", "fake news: SOL is above $100", "SOL is above $100 /s"],
  ],
  "what is cut off by a comma or brackets": [
    ...["at the open, SOL was above $100", "at the close, SOL was above $100", "in the morning, SOL was above $100"],
    ...["during US hours, SOL was above $100", "SOL is above $100, for whales only", "SOL is above $100, per holder"],
    ...["SOL was above $100 (at the close)", "SOL was, during US hours, down 6.31%"],
    ...["SOL is down 6.31% ($9.59) in the last 24 hours", "SOL is up from $127.30 over the last 7 days"],
  ],
  "what did not quite happen": [
    ...["SOL nearly hit a new weekly high", "SOL almost hit an all-time high", "SOL came close to a new weekly high"],
    ...["SOL's funding is barely negative", "SOL wants to be above $100", "SOL was temporarily below $150"],
  ],
  "another thing of the same name": [
    ...["SOL's network volume is above $1bn", "SOL's wallets volume is above $1bn", "SOL's net volume is above $1bn"],
    ...[
      "longs outnumber shorts by value",
      "SOL's spot liquidations exceed $50m",
      "SOL's off-chain open interest exceeds $5bn",
    ],
    ...["SOL is cheaper than Ethereum on exchanges"],
  ],
  "a range that it may have stayed within, or filled": [
    ...[
      "over the past 24 hours, SOL ranged between $139 and $193",
      "SOL traded between $100 and $160 over the last 24 hours",
    ],
  ],
  "what a coin did to the market": [
    ...[
      "Solana has gained something on the market over the past 24 hours",
      "Solana rose through the market over a day",
    ],
  ],
  "a distance below nothing": [
    ...["the absolute wobble of SOL in the past 24 hours is below 60 per cent", "the total move of SOL is below 60%"],
  ],
  "a venue with the name of a coin": [
    ...["Hyperliquid accounts for 8.53 % of SOL's open interest", "Hyperliquid's volume is above SOL's volume"],
  ],
  "the past held against today": [
    ...["SOL's volume was higher yesterday than today", "SOL's volume was lower yesterday than today"],
    ...["yesterday's volume was higher than today's", "SOL's volume yesterday exceeded today's"],
    ...["SOL was traded more yesterday than today", "volume: yesterday > today", "tvl was lower last week than now"],
  ],
  "conditions on one number that cannot both hold": [
    ...["SOL has fallen by 6.31 % in the last 24 hours, and it has risen by 2 % in the last 24 hours"],
  ],
};
for (const [what, claims] of Object.entries(KEPT_OPEN))
  t.test(`${what} keeps a claim open`, async (t) => {
    for (const text of claims) t.equal(verdictOf(text, "solana"), "unknown", text);
  });

t.test("an apostrophe of another kind, or none, denies as ours does", async (t) => {
  for (const not of ["doesn't", "doesn’t", "doesn′t", "doesnʼt", "doesn t"]) {
    t.equal(verdictOf(`SOL ${not} trade above $100`, "solana"), "contradicted", not);
    t.equal(verdictOf(`SOL ${not} trade above $160`, "solana"), "supported", not);
  }
});

t.test("pictures, remarks and times that a condition takes in leave it decided", async (t) => {
  const decided = [
    ...["SOL is above $100 🚀", "SOL is down 6.31% in the last 24 hours 📉📉", "at the moment, SOL is above $100"],
    ...["in short, SOL is above $100", "for what it's worth, SOL is above $100"],
    ...["SOL's funding is negative, on average", "on an annual basis, SOL's funding is below zero"],
    ...["SOL fell over the last 24 hours and its funding is negative", "by the way, SOL is above $100"],
  ];
  for (const text of decided) t.equal(verdictOf(text, "solana"), "supported", text);
});

t.test("zeros at the end of a number may be rounding: what lies between stays open", async (t) => {
  t.equal(verdictOf("SOL's market value is $66.8bn", "solana"), "supported");
  t.equal(verdictOf("SOL's market value is $67bn", "solana"), "supported");
  t.equal(verdictOf("SOL is at $140", "solana"), "unknown");
  t.equal(verdictOf("SOL is at $139", "solana"), "contradicted");
  t.equal(verdictOf("SOL is at $160", "solana"), "contradicted");
  t.equal(verdictOf("SOL is at $142", "solana"), "supported");
});
