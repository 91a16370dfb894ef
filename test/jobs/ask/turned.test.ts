// Words that turn a claim round: passives, exceptions, ranks, sizes of what went the other way, amounts of an extreme.
import t from "tap";
import { hold } from "../../../jobs/ask/claim/check-claim.ts";
import { readClaim } from "../../../jobs/ask/claim/read-claim.ts";
import type { Wanted } from "../../../jobs/ask/evidence.ts";
import { canonicalBytes } from "../../../schema/canonical.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { BASE } from "../../support/base.ts";

type Kinds = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Bitcoin fell and trailed ether; what it is held against is not what a wrong reading would find. */
const OWN: Kinds = {
  performance: {
    ...{
      price_usd: 72_000,
      rank: 1,
      ath_usd: 90_000,
      ath_drawdown_pct: -20,
      change_24h_pct: -3,
      change_24h_usd: -2_200,
    },
    ...{ high_24h_usd: 81_000, low_24h_usd: 69_000 },
  },
  funding: {
    funding_8h_pct: 0.012,
    apr_pct: 13.14,
    venues: [
      { venue: "binance", rate_pct: 0.01, rate_8h_pct: 0.01 },
      { venue: "bybit", rate_pct: 0.02, rate_8h_pct: 0.02 },
    ],
  },
  leverage: { funding_8h_pct: 0.012, funding_apr_pct: 13.14 },
  comparison: { difference_pct: -1.5 },
  // Since midnight as over the day.
  price_window: { change_pct: -3, change_usd: -2_200, high: 81_000, low: 69_000 },
  chain_flows: { netflow_24h_usd: -5_000_000 },
  closures: { total_24h_usd: 0 },
  tokenomics: { next_unlock: { in_hours: 100 } },
  volatility: { realized_24h_pct: 55, sigma_24h_pct: 3 },
};
const OTHER: Kinds = { performance: { price_usd: 3_000, rank: 2 } };

const CLAIMS = {
  supported: [
    ...["BTC ranks higher than ETH", "BTC ranks above ETH", "ETH ranks below BTC", "BTC's rank is 1"],
    ...["BTC is less than 40% below its all-time high", "BTC is down more than 10% from its ATH"],
    ...["BTC is below its all-time high of $90,000", "BTC is below its 24h high of $81,000"],
    ...["BTC was outperformed by ETH", "BTC was beaten by ETH", "BTC underperformed ETH"],
    ...["BTC saw net outflows of less than $30m", "BTC fell less than 5% over 24 hours", "BTC trades at 72.000,00"],
    ...["There is an unlock in the next 30 days", "BTC exceeded 70k today", "BTC is below 80,5k"],
    ...["BTC went lower over 24 hours", "the BTC price lies below 80k rn"],
  ],
  contradicted: [
    ...["ETH ranks above BTC", "BTC is below its all-time high of $130,000", "BTC is below its 24h high of $99,000"],
    ...[
      "BTC is up less than 5% over 24 hours",
      "BTC gained at most 5% over 24 hours",
      "BTC gained less than $9000 today",
    ],
    ...[
      "BTC outperformed ETH by less than 2%",
      "ETH was outperformed by BTC",
      "BTC had a net inflow of less than $30m",
    ],
    ...["There are no unlocks in the next 30 days", "BTC is up 5+%", "BTC's price is zero"],
    ...[
      "BTC reached 82k today",
      "BTC hit 60k today",
      "BTC has been rising for 24 hours",
      "BTC went higher over 24 hours",
    ],
  ],
  /** Of these nobody knows what is meant, or the facts do not tell it. */
  unknown: [
    ...[
      "BTC ranks above 5",
      "BTC is ranked no lower than 3",
      "BTC's rank is at least 2",
      "BTC has a lower rank than ETH",
    ],
    ...["BTC is down to 20% of its all-time high", "Funding is positive on every venue but Bybit"],
    ...["Funding is 0.01% a day", "funding is above 0.01% daily", "BTC funding is zero", "BTC daily volatility is 55%"],
    ...["BTC hasn't exceeded 80k today", "BTC did not exceed 80k today", "BTC was above 80k today"],
    ...["BTC is 5% cheaper than yesterday", "BTC is 5% higher than yesterday", "No unlocks this week"],
    ...["BTC ranged between 70k and 75k today", "BTC traded between 70k and 75k today", "no unlock in 30 days"],
    ...["liquidations are zero", "liquidations are 0", "BTC reached 60k today", "BTC has been falling for 24 hours"],
  ],
} as const;

const placesOf = ({ kind, token, time }: Wanted) => {
  const isTold = kind !== "price_window" || (time !== null && "name" in time && time.name.startsWith("since midnight"));
  const data = isTold ? (token === null || kind === "comparison" ? OWN : OTHER)[kind] : undefined;
  return data === undefined
    ? []
    : [{ id: "E1", source: "", source_ids: [], kind, summary: "", data: { ...data }, unassessed: [] }];
};
const symbolOf = (token: string | null) => (token === null ? "BTC" : "ETH");

t.test("whatever number is claimed, the answer can be issued", async (t) => {
  const long = "9".repeat(400);
  for (const amount of ["0%", "0.00%", "99999999999999999999%", `${long.slice(0, 300)}%`, `${long}%`])
    for (const way of ["up", "down", "down at most", "up more than"]) {
      const { claim } = readClaim(`BTC is ${way} ${amount} over 24h`, "bitcoin", BASE);
      const { outcomes } = hold(claim, { placesOf, symbolOf });
      t.ok(outcomes.every(({ checked }) => String(checked.value).length <= 64));
      t.ok(
        outcomes.length > 0 && canonicalBytes(outcomes.map(({ checked }) => checked)),
        `${way} ${amount.slice(0, 30)}`,
      );
    }
  const { claim } = readClaim("BTC is above $20000000000000000", "bitcoin", BASE);
  const [outcome] = hold(claim, { placesOf, symbolOf }).outcomes;
  t.match(outcome?.checked, { value: "20000000000000000", result: "contradicted" });
});

for (const [verdict, texts] of Object.entries(CLAIMS))
  t.test(`${verdict}: words that turn a claim round`, async (t) => {
    for (const text of texts) {
      const { claim } = readClaim(text, "bitcoin", BASE);
      t.equal(hold(claim, { placesOf, symbolOf }).verdict, verdict, text);
    }
  });

t.test("a clause is about what it names, whatever the clause before it was about", async (t) => {
  const before = ["open interest is above $82.6m", "BTC open interest fell more than 1% within an hour"];
  const clauses = [
    "the open interest of Bitcoin is trading down at least 9.06% today",
    "BTC open interest went up in 24h",
    "longs pay shorts",
    "shorts pay longs",
    "futures are in contango",
  ];
  const read = (text: string) => readClaim(text, "bitcoin", BASE).claim;
  for (const first of before)
    for (const clause of clauses)
      for (const join of [" and ", ", ", " while "])
        t.same(read(first + join + clause), { is: "all", of: [read(first), read(clause)] }, first + join + clause);
});

t.test(
  "what is so far today, this week, this month is of the calendar, in UTC; today and this week may be as long",
  async (t) => {
    const timeOf = (when: string) => {
      const { claim } = readClaim(`BTC is up more than 5% ${when}`, "bitcoin", BASE);
      return claim.is === "test" ? claim.ref.time : claim;
    };
    const day = new Date(BASE);
    const start = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
    const week = start - ((day.getUTCDay() + 6) % 7) * DAY_MS;
    const month = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
    for (const [words, from] of [
      ["so far today|today so far|since midnight|since the start of the day|day to date", start],
      ["so far this week|this week so far|week to date|WTD|since the start of the week", week],
      ["so far this month|month to date", month],
    ] as const)
      for (const when of words.split("|")) t.match(timeOf(when), { from, to: BASE }, when);
    for (const [when, hours, from] of [
      ["today", 24, start],
      ["this week", 168, week],
      ["this month", 720, month],
    ] as const) {
      const { claim } = readClaim(`BTC is up more than 5% ${when}`, "bitcoin", BASE);
      const times = claim.is === "agree" ? claim.of.map((one) => (one.is === "test" ? one.ref.time : one)) : [];
      t.match(times, [{ hours }, { from, to: BASE }], when);
    }
  },
);
