// What a question names is in its answer, or the answer says that it is not and is less sure.
import t from "tap";
import { askedOf } from "../../support/statement/asked.ts";

const BTC = "bitcoin";
/** Of a question: what of it is left open, and what the answer must say. */
type Row = readonly [own: string, text: string, open: string, says?: RegExp];

const holds = (title: string, rows: readonly Row[]) =>
  t.test(title, async (t) => {
    for (const [own, text, open, says] of rows) {
      const got = askedOf(own, text);
      t.equal(got.open.join(), open, text);
      if (says !== undefined) t.match(got.answer, says, text);
      t.same(got.faults, [], text);
      const said = open === "" ? 0 : open.split(",").length;
      t.equal(got.caveats.filter((one) => one.startsWith("The question names")).length, said, text);
      if (said > 0) t.ok(got.confidence <= 0.5, `${text}: ${got.confidence}`);
    }
  });

holds("a time that is named is the time that is told, or is said not to be", [
  [BTC, "how much did it move between Monday and Wednesday", "", /BTC rose .* %/],
  [BTC, "how did BTC do on 14 November", "", /BTC rose/],
  [BTC, "how did BTC do on Monday", "", /BTC rose/],
  [BTC, "How did the price stand at noon yesterday?", "", /BTC stood at \$/],
  [BTC, "what was the price of bitcoin yesterday at 3 pm", "", /BTC stood at \$/],
  [BTC, "what did bitcoin cost on 2026-11-12", "", /BTC (?:rose|fell)/],
  [BTC, "how did BTC do over the last seven days", "", /BTC (?:rose|fell) .* over a week/],
  [BTC, "doge ytd", "token"],
  [BTC, "volume on 14 November", "time"],
  [BTC, "how much was traded over the last three days", "", /hours volume came to \$/],
  [BTC, "What was the average funding over the last thirty days?", "time"],
  [BTC, "exchange inflows last month", "time"],
  [BTC, "net exchange flow over seven days", ""],
  [BTC, "How much has been liquidated since the start of the month?", "time"],
  [BTC, "liquidations of bitcoin in the last hour", ""],
  [BTC, "what was the worst hour of the day", "time"],
  [BTC, "Has bitcoin fallen for three days in a row?", "time"],
  [BTC, "how many addresses were active on bitcoin yesterday", "time"],
  [BTC, "what's the inflation of bitcoin per year", "time"],
  [BTC, "is funding high today", ""],
  [BTC, "price, 24h change & funding", ""],
  [BTC, "funding and open interest last week", "time"],
  [BTC, "how far below its 2021 high is bitcoin", "time"],
  [BTC, "where is it trading, and is that more than last week", "", /over a week/],
  [BTC, "what was the price of bitcoin a week ago", "", /BTC stood at \$/],
  [BTC, "what is the price right now", ""],
]);

holds("a venue that is named is told by itself where it tells it, else it is said", [
  [BTC, "on which exchange is most bitcoin traded", "venue"],
  [BTC, "how much btc changed hands on Binance", "venue"],
  [BTC, "long to short ratio on bybit for btc", "venue"],
  [BTC, "does binance have more open interest than bybit", "", /\$100M on Binance.* \$50M on Bybit/],
  [BTC, "open interest by exchange", "", /\$100M on Binance/],
  [BTC, "open interest on kraken", "venue"],
  [BTC, "funding on okx for btc", "", /\+0.0300 % on OKX/],
  [BTC, "which exchange charges longs most", ""],
  [BTC, "how much can I sell on Kraken before the price drops 1%", "venue", /The largest that moves it by no more/],
  [BTC, "is bitcoin cheaper on coinbase than on kraken?", "venue"],
  [BTC, "how much of bitcoin's volume is on decentralised exchanges", "venue"],
  [BTC, "are coins going to exchanges", ""],
]);

holds("the size that is named is told, or the nearest that is measured with that it is not the one", [
  [BTC, "What would selling two million dollars of bitcoin do to its price?", "size", /The size .* is not measured/],
  [BTC, "btc price, and what does selling $5m cost", "size", /The size .* is not measured/],
  [BTC, "what does buying $100k cost in slippage", "", /An order of \$100K moves the price by/],
  [BTC, "what does buying $60k cost in slippage", "", /The size lies between/],
  [BTC, "what will a market buy of 30 btc cost me in impact", "", /An order of|The size lies between/],
  [
    BTC,
    "what's the largest order that costs less than half a percent",
    "",
    /of \$100K moves the price by .* One of \$1M/,
  ],
  [BTC, "How many dollars can be sold before the price falls one per cent?", "", /by no more than one per cent is/],
  [BTC, "how many wallets hold more than 1 btc", "size"],
  [BTC, "is bitcoin above 90k", ""],
]);

t.test("what an order would do is no forecast, and a forecast still is", async (t) => {
  const refused = /What will be is not measured/;
  for (const text of ["what will a market buy of 30 btc cost me in impact", "when will the next unlock be"])
    t.notMatch(askedOf(BTC, text).answer, refused, text);
  for (const text of [
    "will bitcoin go up",
    "should I sell $50k of bitcoin",
    "what will selling $50k cost tomorrow",
    "what will the price be and how much would a sale of $50k move it",
  ])
    t.match(askedOf(BTC, text).answer, refused, text);
});

holds("another coin, currency or unit that is named is told, or is said not to be", [
  [BTC, "bitcoin price in euros", "unit"],
  [BTC, "btc in satoshis per dollar", "unit"],
  [BTC, "what's the futures basis of ether", "", /ETH: The basis of perpetual futures is/],
  ["solana", "what is the price of solana in btc", "unit"],
  [BTC, "cardano price", "token"],
  [BTC, "has ether outrun bitcoin this week", "", /ETH/],
  [BTC, "what is the funding of bitcoin and solana", "", /SOL: Funding is/],
  [BTC, "liquidations of eth", "", /ETH: Closed by force/],
  [BTC, "why did solana move", "token"],
  [BTC, "has bitcoin won against ether", ""],
  [BTC, "is usd the currency of the price", ""],
]);

t.test("bitcoin's correlation is that of the other coin with it, and two others have none", async (t) => {
  const own = askedOf(BTC, "how correlated is bitcoin with ether");
  t.match(own.answer, /With bitcoin ETH has a correlation of/);
  t.notMatch(own.answer, /With bitcoin (?:it|BTC) has/);
  t.same(own.open, []);
  const pair = askedOf("ethereum", "how correlated is ether with solana");
  t.same(pair.open, ["token"]);
  t.match(pair.answer, /With bitcoin ETH has a correlation of .*With bitcoin SOL has/);
});

holds("a number that is asked for by its name is told", [
  [BTC, "What's the fear and greed index?", "", /fear and greed index is 40/],
  [BTC, "what is the market sentiment", "", /fear and greed index is 40/],
  [BTC, "What's the futures basis on bitcoin?", "", /basis of perpetual futures is \+/],
  [BTC, "fully diluted valuation of bitcoin?", "", /fully diluted value is \$200M/],
  [
    BTC,
    "At what level did BTC peak historically and when was that?",
    "",
    /all-time high at \$\S+, reached it on 2025-01-01/,
  ],
  [BTC, "what was the single largest bitcoin liquidation", "", /\$60 the largest/],
]);

t.test("a number that is asked for by its name and that there is none of is said to be missing", async (t) => {
  t.match(askedOf("ethereum", "how much of ether is staked").caveats.join(" "), /Not measured, .*staked/);
});

t.test("the same question is read and answered to the same bytes", async (t) => {
  const text = "open interest on kraken and volume on 14 November in euros, of eth too";
  t.equal(JSON.stringify(askedOf(BTC, text)), JSON.stringify(askedOf(BTC, text)));
});
