// Wordings that were once decided wrongly: each comes out as it is meant, or stays open.
import t from "tap";
import { verdictOf } from "../../support/statement/claim-facts.ts";

const DECIDED: readonly (readonly [string, string])[] = [
  // A dollar however it is written.
  ["SOL is over US$120", "supported"],
  ["SOL is over USD 120", "supported"],
  ["SOL costs over US $120", "supported"],
  ["SOL is under USD 150", "supported"],
  ["SOL is past USD 160", "contradicted"],
  ["SOL's market cap is over USD 60 billion", "supported"],
  ["SOL's open interest is over USD 5bn", "supported"],
  // Near an extreme.
  ["SOL is within 10% of its 24h high", "supported"],
  ["SOL is within 5% of its 24h high", "contradicted"],
  ["SOL trades within 60% of its record high", "supported"],
  ["SOL is within 30% of its all-time high", "contradicted"],
  ["SOL is within 12% of its weekly high", "supported"],
  ["SOL is within 10% of its high of the past 24 hours", "supported"],
  ["SOL is within 3% of its 24h low", "supported"],
  ["SOL is within 2% of its 24h low", "contradicted"],
  // A change without a way is a size.
  ["SOL's price changed by less than 3% over the past day", "contradicted"],
  ["SOL has changed less than 3% in the last 24 hours", "contradicted"],
  ["SOL's price changed by more than 3% over the past day", "supported"],
  ["SOL's open interest changed by less than 1% in the last 24 hours", "contradicted"],
  // The number is of both verbs.
  ["SOL has neither risen nor fallen by more than 7.5% in 24 hours", "supported"],
  ["SOL has neither risen nor fallen by more than 5% in 24 hours", "contradicted"],
  ["SOL has not gained or lost more than 50% in the past week", "supported"],
  ["SOL did not fall or rise by more than 20% over the last 24 hours", "supported"],
  // A part of its record.
  ["SOL is worth less than a tenth of its record price", "contradicted"],
  ["SOL costs less than a quarter of its all-time high", "contradicted"],
  ["SOL trades at less than four fifths of its all-time high", "supported"],
  ["SOL is worth more than a third of its all-time high", "supported"],
  // The whole of a time.
  ["SOL has been above $145 for the past 24 hours", "contradicted"],
  ["SOL has been above $139 for the last 24 hours", "supported"],
  ["SOL has traded under $150 for the last 24 hours", "contradicted"],
  ["Over $1.1bn of $SOL traded in the last 24 hours", "supported"],
  ["Under $1.1bn of $SOL traded in the last 24 hours", "contradicted"],
  // Past an amount is over it, and a range is all of it.
  ["SOL is past $120", "supported"],
  ["SOL has gone past $160", "contradicted"],
  ["SOL's market cap is past $60bn", "supported"],
  ["SOL is down 5 to 15% over the last 24 hours", "supported"],
  ["SOL fell by 7-9 % over the last 24 hours", "contradicted"],
  ["Over a million addresses hold SOL", "supported"],
  // A word of size says how much, also before a time.
  ["SOL fell slightly over the past day", "contradicted"],
  ["SOL lost a little over the last 24 hours", "contradicted"],
  ["SOL lost little over the past day", "contradicted"],
  ["SOL rose a lot over the past hour", "contradicted"],
  ["SOL fell marginally over the last 24 hours", "contradicted"],
  ["SOL fell a bit over the past day", "contradicted"],
  ["SOL gained a touch over the past hour", "supported"],
  ["SOL fell slightly over 6%", "supported"],
  // What is lost is an amount, whatever stands before it; an unlock within a time comes by then.
  ["SOL shed over nine dollars in the past 24 hours", "supported"],
  ["SOL lost over ten dollars in the past 24 hours", "contradicted"],
  ["an unlock of SOL is due within a week", "supported"],
  ["no SOL unlock is due within a week", "contradicted"],
  // What is exactly so much is not only so in its digits.
  ["SOL is exactly at $142.37", "supported"],
  ["SOL is exactly at $100", "contradicted"],
  ["SOL is precisely $141", "contradicted"],
  // A peak of no time is below both that may be meant, or nothing is said.
  ["SOL is down 5% or more from its peak", "supported"],
  ["SOL is above its peak", "contradicted"],
  // The size of a change where both of its readings agree.
  ["SOL's 24h price change is less than 10% in either direction", "supported"],
  ["SOL's price change over the past hour was smaller than 5%", "supported"],
  ["SOL's price change over the past hour exceeds 5%", "contradicted"],
  // What is told beside another fact, in another place of the sentence, or after a courtesy.
  ["SOL saw net outflows from exchanges over the past 24 hours and it trades under $130", "contradicted"],
  ["SOL is among the 13 most valuable cryptocurrencies whereas its price is above $100", "supported"],
  ["At its low in 24 hours, SOL was worth less than $138", "contradicted"],
  ["At its highest in the past 24 hours, SOL cost more than $150", "supported"],
  ["SOL trades above its price of 7 days ago", "supported"],
  ["SOL is below its price of 24 hours ago", "supported"],
  ["SOL once traded higher than $200", "supported"],
  ["SOL has more than halved from its all-time high", "supported"],
  ["Dear team, please confirm that SOL has risen within the last 24 hours", "contradicted"],
  ["Note to clients: SOL -6.3% 24h", "supported"],
  ["We understand that SOL is down over the last 24 hours and that it is below $130", "contradicted"],
  ["SOL's open interest is shy of $5.2bn", "supported"],
  // Cents by the thousand, what is far off, and what is only said with weight.
  ["SOL is worth more than 14,000 cents", "supported"],
  ["SOL is worth more than 15,000 cents", "contradicted"],
  ["SOL is nowhere near $300", "supported"],
  ["SOL is nowhere near $142", "contradicted"],
  ["SOL clearly fell over the last 24 hours", "supported"],
  ["SOL clearly rose over the last 24 hours", "contradicted"],
  ["the largest liquidation of SOL was under $2m in 24 hours", "contradicted"],
  // Of closures that some venues tell what is missing changes nothing.
  ["More SOL longs than shorts were liquidated in the last 24 hours", "supported"],
];

const OPEN = [
  // Money of which no rate is known.
  ...["SOL costs more than £110", "SOL's market cap is above £60 billion", "SOL is below ₩200", "SOL is above ₿0.5"],
  ...["SOL is below A$220", "SOL is below S$220", "SOL is below ₺200", "SOL is above 100 GBP", "SOL is above EUR 100"],
  // It almost did, or only just.
  ...["SOL almost fell over the last 24 hours", "SOL nearly fell over the last 24 hours"],
  ...["SOL barely fell over the last 24 hours", "SOL fell hardly over the last 24 hours", "SOL virtually fell today"],
  // A way that came to its end.
  ...["SOL erased its losses over the last 24 hours", "SOL made up for its losses over the last 24 hours"],
  ...["SOL has more than made up its losses", "SOL ended its decline over the past day", "SOL ended its slide"],
  "SOL's decline over the last 24 hours is over",
  ...["SOL hasn't been higher in the past 24 hours", "SOL has been higher in the past 24 hours"],
  "SOL has been above $145 since yesterday",
  // Sides and second parts.
  "SOL's all-time high is below its price",
  "ADA has a lower market cap than SOL and a higher price",
  ...["SOL has no contract", "SOL's contract is safe"],
  // Subjects that a price says nothing of.
  ...[
    "community",
    "users",
    "traders",
    "investors",
    "leverage",
    "safety",
    "score",
    "trades",
    "exposure",
    "ecosystem",
  ].map((noun) => `SOL's ${noun} fell over the last 24 hours`),
  ...["SOL's sector fell over the last 24 hours", "SOL's leverage rose more than 3%", "SOL's score is above $5"],
  ...["SOL's headlines fell over the last 24 hours", "SOL's users are above 5"],
  // Sizes of a change that has a sign.
  ...["SOL's 24h price change is less than 3% in size", "SOL's price change was larger than 5% over 24 hours"],
  ...["the change in SOL's price over the past day does not exceed 2%", "SOL's 24h change is below 3%"],
  ...["SOL's return over the last 24 hours is less than 2%", "SOL's price change over 24 hours was smaller than 5%"],
  // Ends of months and weeks of the calendar.
  ...[
    "SOL closed the month green",
    "SOL has closed the week higher",
    "SOL ended the month up",
    "SOL closed the day red",
  ],
  // A peak of which time, and a sum in one digit.
  ...["SOL is less than 20% below its peak", "SOL is at under half of its peak price", "SOL is within 10% of its peak"],
  ...["around $3bn of SOL was traded over the past day", "SOL's 24h volume is about $3 billion"],
  // Counts of something are no sums.
  ...[
    "over 1000 traders of SOL were liquidated in the last 24 hours",
    "SOL is below 200 points",
    "SOL is above 90 coins",
  ],
  ...["SOL's open interest is above 1 million contracts", "SOL's all-time low is below that of BTC"],
  "SOL's record low is lower than ADA's",
  // Parts beside it that went a way of their own.
  ...["SOL fell over the last 24 hours, and leverage fell", "SOL is up over the past week, demand surging"],
  ...["SOL's open interest fell today and its community fell", "SOL rose over the past week and users doubled"],
  "Half of SOL's losses came in the last hour",
  // What it says of its ways, of one alone, of coins as a sum, and of another.
  ...[
    "SOL's losses are getting smaller",
    "the fall of SOL over the last 24 hours has been halved",
    "SOL halved its losses",
  ],
  ...["SOL regained its losses", "SOL slipped 2 ranks over the past week", "SOL lost its way over the past week"],
  ...["SOL is up and running", "It is up to SOL to stay above $100", "24 hours from now SOL is above $100"],
  ...["a single SOL liquidation in the last 24 hours was larger than $1m", "SOL's open interest is above 1bn SOL"],
  ...["SOL is nowhere near $150", "SOL holds 0.2% in 24 hours"],
  ...["SOL subsidised 6.3% in 24 hours", "SOL tipped 6.3% in 24 hours", "the historical price of SOL is below $200"],
  ...["SOL has not traded above $150 since its all-time high", "SOL's market cap is shy of $200 billion"],
  "SOL traded between $100 and $300 in 24 hours",
  // Words that are no slips of others, and almost wherever it stands.
  ...["SOL has a wanted price below $200", "SOL's throughput rose over the past week", "SOL's budget fell today"],
  ...["SOL fell almost over the last 24 hours", "Almost SOL fell over the last 24 hours"],
];

t.test("a claim is decided by what its words mean", async (t) => {
  for (const [text, verdict] of DECIDED)
    t.equal(verdictOf(text, text.startsWith("ADA") ? "cardano" : "solana"), verdict, text);
});

/** Nouns and verbs that no price is meant by, whatever is said of them. */
const NOUNS =
  "community users traders investors team roadmap ecosystem leverage sector score trades rates contracts figures numbers demand hype adoption revenue treasury miners validators developers followers bag position book crowd money space".split(
    " ",
  );
t.test("a noun that is no price is the subject of nothing that a price decides", async (t) => {
  for (const noun of NOUNS)
    for (const text of [
      `SOL's ${noun} fell over the last 24 hours`,
      `the SOL ${noun} fell more than 3% in the last 24 hours`,
      `The ${noun} of SOL dropped over the past day`,
      `SOL's ${noun} is above $100`,
    ])
      t.equal(verdictOf(text, "solana"), "unknown", text);
});

t.test("a noun beside what is measured by its name keeps it open", async (t) => {
  for (const noun of "score sector industry headlines roadmap users community report developers fees".split(" "))
    for (const text of [
      `SOL's open interest ${noun} fell over the last 24 hours`,
      `SOL's ${noun} market cap is above $60bn`,
      `the volume of SOL ${noun} is above $1bn over the last 24 hours`,
      `SOL's all-time high ${noun} is above $200`,
    ])
      t.equal(verdictOf(text, "solana"), "unknown", text);
});

t.test("what is said of another that was named before is said of that one", async (t) => {
  for (const text of ["ADA fell over the last 24 hours. It is below $200", "ADA rose, and it is above $100"])
    t.equal(verdictOf(text, "solana"), "unknown", text);
  t.equal(verdictOf("SOL fell over the last 24 hours. It is below $200", "solana"), "supported");
});

t.test("words that only tell it keep nothing open", async (t) => {
  const said = [
    ..."quietly unfortunately relentlessly certainly indeed".split(" ").map((one) => `SOL ${one} fell`),
    ...["The SOL token fell", "SOL coin dropped", "SOL's price fell", "the value of SOL fell", "this asset, SOL, fell"],
    ...["gm fam, SOL fell", "SOL has now fallen", "SOL, by the way, fell", "SOL took a whopping fall"],
  ];
  for (const one of said) t.equal(verdictOf(`${one} over the last 24 hours`, "solana"), "supported", one);
});

t.test("readings that come to different ends say nothing", async (t) => {
  for (const text of ["SOL is at under half of its peak price", "SOL's trades fell over the last 24 hours"])
    t.equal(verdictOf(text, "solana"), "unknown", text);
});

t.test("a claim with words that no measurement answers stays open", async (t) => {
  for (const text of OPEN) t.equal(verdictOf(text, text.startsWith("ADA") ? "cardano" : "solana"), "unknown", text);
});

t.test("ways and ends that are measured stay decided", async (t) => {
  const same: readonly (readonly [string, string])[] = [
    ["SOL's decline over the last 24 hours is over 5%", "supported"],
    ["SOL's traders are net long", "supported"],
    ["SOL nearly doubled in the last 7 days", "contradicted"],
    ["SOL's 24h change is above 3%", "contradicted"],
    ["SOL's funding rate is negative", "supported"],
    ["SOL barely moved in the last 24 hours", "contradicted"],
  ];
  for (const [text, verdict] of same) t.equal(verdictOf(text, "solana"), verdict, text);
});
