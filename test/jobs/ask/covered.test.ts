// What a claim names is in what it comes to, or nothing is decided; what only states it in the manner of a form, or tells who says it, changes nothing.
import t from "tap";
import { leftOut } from "../../../jobs/ask/claim/open/covered.ts";
import { verdictOf } from "../../support/statement/claim-facts.ts";

const price = { metric: "price", aspect: "level", time: null, token: null } as const;
const over = (value: number) =>
  ({ is: "test", ref: price, op: ">", target: { value, step: 1, coarse: 1 }, about: null }) as const;

t.test("a number, a token, a venue, a time, a measure or a change that no condition is about is told", (t) => {
  const told: readonly (readonly [string, string])[] = [
    ["SOL is above $100 and below $200", "200"],
    ["SOL is above $100, unlike ADA", "ADA"],
    ["SOL is above $100 on Binance", "Binance"],
    ["SOL is above $100 over the last 24 hours", "24 hours"],
    ["SOL's open interest is above $100", "open interest"],
    ["SOL's 24h price change is above $100", "change"],
  ];
  for (const [text, word] of told) t.equal(leftOut(over(100), text, "solana"), word, text);
  for (const text of ["SOL is above $100", "SOL changes hands above $100", "On a closing basis SOL is above $100"])
    t.equal(leftOut(over(100), text, "solana"), null, text);
  t.end();
});

t.test("a change is not judged by the price", (t) => {
  for (const text of [
    "SOL's 24-hour price change is below that of BTC",
    "the weekly change in SOL's price is bigger than ADA's",
  ])
    t.equal(verdictOf(text, "solana"), "unknown", text);
  t.end();
});

t.test("what a part without a condition names is what the rest is of", (t) => {
  for (const text of ["In 24-hour perp volume, SOL is ahead of ADA", "In open interest, SOL beat ADA this week"])
    t.equal(verdictOf(text, "solana"), "unknown", text);
  const text = "SOL has moved less than 3.3 per cent over the last 24 hours, up or down";
  t.equal(verdictOf(text, "solana"), "unknown", text);
  t.end();
});

t.test("what forms and logs state is read", (t) => {
  const stated: readonly (readonly [string, string])[] = [
    ["The price change of SOL over 24 hours is less than zero.", "supported"],
    ["The 7-day percentage gain of SOL is between 11 and 13.", "supported"],
    ["The percentage by which SOL rose over the last 7 days is greater than 12.", "contradicted"],
    ["The market cap in US dollars of SOL is between 60000000000 and 70000000000.", "supported"],
    ["SOL price in range 140 to 150 USD", "supported"],
    ["SOL funding sign: negative", "supported"],
    ["The average eight-hour funding rate of SOL is at least 0.01 %.", "contradicted"],
    ["The ratio long to short for SOL is more than 1.", "supported"],
  ];
  for (const [text, verdict] of stated) t.equal(verdictOf(text, "solana"), verdict, text);
  t.equal(verdictOf("SOL 24h change: -6% or more", "solana"), "unknown");
  t.end();
});

t.test("who tells it changes nothing of what is told", (t) => {
  const tellers = [
    ...["I believe ", "We think that ", "My understanding is that ", "As far as I can see, ", "I was told that "],
    ...["Your page says ", "My app shows that ", "Dear team, please confirm that ", "In our pricing snapshot, "],
  ];
  for (const teller of tellers) {
    t.equal(verdictOf(`${teller}SOL is down over the last 24 hours.`, "solana"), "supported", teller);
    t.equal(verdictOf(`${teller}SOL is up over the last 24 hours.`, "solana"), "contradicted", teller);
  }
  t.equal(verdictOf("I think the bottom is in for SOL at 139", "solana"), "unknown");
  t.equal(verdictOf("I believe SOL will rise over the next 24 hours", "solana"), "unknown");
  const all = "All three hold: SOL is below $150; SOL fell over the last 24 hours; and SOL is above $100.";
  t.equal(verdictOf(all, "solana"), "supported");
  t.end();
});

t.test("it is the coin that has what was told", (t) => {
  const texts: readonly (readonly [string, string])[] = [
    ["SOL has a market cap above $60bn, and it has lost more than 5% in the last 24 hours", "supported"],
    ["SOL has a market cap above $60bn, and it has gained more than 5% in the last 24 hours", "contradicted"],
    ["SOL saw net outflows from exchanges over the past 24 hours but it trades above $100", "contradicted"],
  ];
  for (const [text, verdict] of texts) t.equal(verdictOf(text, "solana"), verdict, text);
  t.end();
});

t.test("greetings, sources and interjections are no part of a claim, and a venue that is named is", (t) => {
  const around: readonly (readonly [string, string])[] = [
    ...([
      ["Dear support, ", ""],
      ["Good day, ", "."],
      ["Claim: ", "."],
      ["Verify: ", ""],
    ] as const),
    ...([
      ["", ", according to several exchanges."],
      ["", ", price data show."],
      ["", ", hm"],
      ["", ", I want to be sure."],
    ] as const),
    ["Our agent is preparing a report and needs this verified: ", "."],
  ];
  for (const [before, after] of around) {
    t.equal(verdictOf(`${before}SOL is below $150${after}`, "solana"), "supported", `${before}…${after}`);
    t.equal(verdictOf(`${before}SOL is above $150${after}`, "solana"), "contradicted", `${before}…${after}`);
  }
  t.equal(verdictOf("SOL's funding is positive, according to Kraken", "solana"), "unknown");
  // What stands before a colon may be what it is about, and a "no" at the end a denial.
  t.equal(verdictOf("SOL's market cap is: above $100 billion", "solana"), "contradicted");
  t.equal(verdictOf("SOL's market cap is: above $60 billion", "solana"), "supported");
  t.equal(verdictOf("SOL is above $100, no.", "solana"), "unknown");
  t.end();
});

t.test("what a second language does to a sentence does not change what it says", (t) => {
  const said: readonly (readonly [string, string])[] = [
    ["In last 24 hours SOL is in minus", "supported"],
    ["SOL is in plus in last 7 days", "supported"],
    ["Since 7 days SOL is up more than 10%", "supported"],
    ["SOL has neither a market cap above $100bn nor open interest above $10bn", "supported"],
    ["SOL has neither a market cap above $100bn nor open interest above $2bn", "contradicted"],
  ];
  for (const [text, verdict] of said) t.equal(verdictOf(text, "solana"), verdict, text);
  const [into, out] = ["into", "out of"].map((way) => `$8.02 million of SOL went ${way} exchanges in the last 24h`);
  t.not(verdictOf(into ?? "", "solana"), "supported");
  t.not(verdictOf(out ?? "", "solana"), "supported");
  t.end();
});

t.test("so much below a record that was named is so much below it", (t) => {
  t.equal(verdictOf("SOL's all-time high is $293.31, and it trades more than 50% below that", "solana"), "supported");
  t.equal(
    verdictOf("SOL's all-time high is $293.31, and it trades more than 90% below that", "solana"),
    "contradicted",
  );
  t.equal(verdictOf("SOL is 50% below that", "solana"), "unknown");
  t.end();
});

t.test("of a list that ends in or one is enough, and a second verb is of the coin", (t) => {
  const lists: readonly (readonly [string, string])[] = [
    ["SOL has a market cap above $200bn, is up over the last hour or trades below $81.", "supported"],
    ["SOL has a market cap above $200bn, is down over the last hour or trades below $81.", "contradicted"],
    ["SOL has a market cap above $60bn and is down more than 5% over the last 24 hours.", "supported"],
    ["SOL has a market cap above $60bn and is up more than 5% over the last 24 hours.", "contradicted"],
  ];
  for (const [text, verdict] of lists) t.equal(verdictOf(text, "solana"), verdict, text);
  t.end();
});
