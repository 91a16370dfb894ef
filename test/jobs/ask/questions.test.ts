// Questions as users of many habits word them, written before anything was mended for them: in a line each, its intents and a tab before it.
import t from "tap";
import { readQuestion } from "../../../jobs/ask/read-question.ts";
import { LABELS } from "../../../jobs/ask/score.ts";
import { MADE_OF } from "../../../jobs/ask/weights.ts";
import { ASK_ACCURACY } from "../../../schema/ask.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { madeOf } from "../../../scripts/learn/made-of.ts";
import { BASE } from "../../support/base.ts";
import { readText } from "../../support/tree.ts";

const SHARE = 0.95;
const questionsOf = (file: string) =>
  readText(file)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([intents = "", text = "", symbol = "BTC"]) => ({
      ...{ text, intents: intents === "none" ? [] : intents.split(",").sort() },
      own: TRACKED.find((one) => one.symbol === symbol)?.id ?? symbol,
    }));
const QUESTIONS = questionsOf("test/fixture/questions.tsv");
const readAs = ({ text, own }: (typeof QUESTIONS)[number]): string =>
  [...readQuestion(text, own, BASE).intents].sort().join();
const isRight = (one: (typeof QUESTIONS)[number]): boolean => readAs(one) === one.intents.join();

function holdsShare(t: { comment(text: string): void }, questions: typeof QUESTIONS): boolean {
  const wrong = questions.filter((one) => !isRight(one));
  for (const one of wrong)
    t.comment(`${one.intents.join() || "none"}, read as ${readAs(one) || "none"}: ${one.own}: ${one.text}`);
  t.comment(`${wrong.length} of ${questions.length} wrong`);
  return wrong.length <= questions.length * (1 - SHARE);
}

t.test("at least 95 % of more than 1,000 questions are read as asking for what they ask for", async (t) => {
  t.ok(QUESTIONS.length >= 1_000, `${QUESTIONS.length} questions`);
  t.ok(holdsShare(t, QUESTIONS));
});

t.test("at least 95 % of the questions that a client asked of five tokens are read as asking for that", async (t) => {
  t.ok(holdsShare(t, questionsOf("test/fixture/questions-tokens.tsv")));
});

t.test("a question is answered by what it names, and not by the price beside it", async (t) => {
  const asked: readonly (readonly [string, string, string])[] = [
    ["cardano", "where is cardano trading", "price"],
    ["tether", "Has tether depegged?", "price"],
    ["usd-coin", "Is USDC holding its peg?", "price"],
    ["aave", "Is TVL of Aave falling?", "tvl"],
    ["ethereum", "how much value is locked in ethereum", "tvl"],
    ["bitcoin", "What happened to exchange reserves?", "flows"],
    ["bitcoin", "what happened to open interest", "leverage"],
    ["cardano", "Who founded Cardano?", ""],
  ];
  for (const [own, text, intents] of asked) t.equal(readQuestion(text, own, BASE).intents.join(), intents, text);
});

t.test("the weights are those of the examples: npm run learn after a change", async (t) => {
  t.equal(madeOf(readText, LABELS), MADE_OF);
});

t.test("questions that nothing was made from are read as right, and more often than answers say", async (t) => {
  // Their failures are not printed: who mends them one by one has no measure left.
  const aside = questionsOf("test/fixture/questions-aside.tsv");
  const right = aside.filter(isRight).length;
  t.ok(right >= aside.length * SHARE, `${right} of ${aside.length}`);
  t.ok(SHARE >= ASK_ACCURACY.question);
});

t.test(
  "what is about something else is not understood, and what names nothing else is compared with nothing",
  async (t) => {
    const elsewhere = [
      "explain quantum physics",
      "why is the sky blue",
      "what is the price of eggs",
      "compare apples and oranges",
    ];
    t.same(readQuestion("how is BTC doing", "bitcoin", BASE).intents, ["change"]);
    for (const text of elsewhere) t.same(readQuestion(text, "bitcoin", BASE).intents, [], text);
  },
);

t.test("other tokens, times and sizes of a question are found; what is no token is none", async (t) => {
  const read = (text: string) => readQuestion(text, "bitcoin", BASE);
  t.same(read("compare it with Solana and ETH over 7 days"), {
    ...{ intents: ["compare"], tokens: ["solana", "ethereum"], isMarket: false },
    ...{ time: { hours: 168 }, isAt: false, size: null, metrics: [], isAhead: false, isForecast: false },
    named: [
      { thing: { is: "time", time: { hours: 168 } }, intents: ["compare"] },
      { thing: { is: "token", token: "solana" }, intents: ["compare"] },
      { thing: { is: "token", token: "ethereum" }, intents: ["compare"] },
    ],
  });
  t.match(read("how much slippage to sell $250k"), { intents: ["liquidity"], size: { side: "sell", usd: 250_000 } });
  t.match(read("is it better than ZZZCOIN"), { tokens: [] });
  t.match(read("will it reach 200k"), { intents: [], isAhead: true });
  t.match(read("if I short the perp, will I pay the rate"), { intents: ["funding"], isAhead: true });
  t.same(read("btc price, and how did it do against ethereum").intents, ["compare", "price"]);
  t.same(read("what is the price of btc and eth").intents, ["compare"]);
});
