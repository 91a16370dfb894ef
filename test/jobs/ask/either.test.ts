// Ranks, a stablecoin's dollar, either of two, volumes against those before, and the market over a month.
import t from "tap";
import { hold } from "../../../jobs/ask/claim/check-claim.ts";
import { readClaim } from "../../../jobs/ask/claim/read-claim.ts";
import { MARKET, type Wanted } from "../../../jobs/ask/evidence.ts";
import { BASE } from "../../support/base.ts";

type Kinds = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const COIN: Kinds = {
  performance: {
    ...{ price_usd: 142, rank: 6, change_24h_pct: -6.3, high_24h_usd: 153, low_24h_usd: 139 },
    ...{ volume_ratio_1h: 1.4, volume_24h_usd: 3.4e9 },
  },
  market_context: { relative_strength_24h_pct: -2.9 },
  // Since midnight.
  price_window: { change_pct: -5.2, high: 150, low: 139 },
};
const HELD: Kinds = {
  performance: { price_usd: 0.9997, rank: 3, high_24h_usd: 1.0006, low_24h_usd: 0.9991 },
  price_window: { high: 1.0004, low: 0.9991 },
};
const LOST: Kinds = {
  performance: { price_usd: 0.981, rank: 19, high_24h_usd: 0.9996, low_24h_usd: 0.962 },
  price_window: { high: 0.985, low: 0.962 },
};
const HOURS: Readonly<Record<number, Kinds>> = {
  1: { volume_window: { change_pct: 12 } },
  24: { volume_window: { change_pct: 104 } },
  720: { comparison: { difference_pct: -5.2 } },
};

const CLAIMS = {
  solana: {
    supported: [
      ...[
        "SOL is the sixth largest coin",
        "SOL ranks sixth by market cap",
        "it is a top ten coin",
        "SOL is number six",
      ],
      ...["SOL is outside the top five", "SOL is one of the ten biggest cryptocurrencies", "SOL is rank 7 or better"],
      ...["SOL fell twenty percent in the last day or is below $150", "SOL is either down today or above $200"],
      ...["SOL is neither up today nor above $160", "SOL is up or down more than 5% today"],
      ...["SOL's volume doubled today", "SOL volume is up more than 100% in the last 24 hours"],
      ...[
        "SOL underperformed the market this month",
        "SOL lagged the market today",
        "SOL is greater than or equal to $142",
      ],
    ],
    contradicted: [
      ...["SOL is the third largest coin", "SOL is top five by market cap", "SOL is the largest crypto out there"],
      ...["SOL fell twenty percent in the last day or dropped below $20", "SOL volume halved today"],
      ...["SOL volume doubled in the last hour", "SOL outperformed the market this month"],
      "SOL is less than or equal to $100",
    ],
    unknown: [
      ...["SOL is the largest coin by volume", "SOL is off its peg", "SOL is above $200 or $300"],
      ...["SOL is up 5% today or this week", "SOL is not up today or above $100", "SOL is up 5% over a day or two"],
      "SOL outperformed the market over 3 days",
    ],
  },
  tether: {
    supported: [
      ...["USDT is the third largest coin", "USDT holds its peg", "USDT is pegged to the dollar"],
      ...["USDT kept its peg today", "USDT has not lost its peg", "USDT is within 0.1% of its peg"],
    ],
    contradicted: ["USDT is off its peg", "Tether depegged", "USDT is more than half a percent below its $1 peg"],
    unknown: ["USDT is below its peg", "USDT is above $5 or its peg"],
  },
  "ethena-usde": {
    supported: ["USDE is off its peg", "USDE lost its dollar peg today", "USDE trades more than 1% below its peg"],
    contradicted: ["USDE holds its peg", "USDE is above its peg", "USDE is within 1% of the dollar peg"],
    unknown: ["USDE will lose its peg"],
  },
} as const;
const OWN: Readonly<Record<keyof typeof CLAIMS, Kinds>> = { solana: COIN, tether: HELD, "ethena-usde": LOST };

const placesOf =
  (own: Kinds) =>
  ({ kind, token, time }: Wanted) => {
    const over = time !== null && "hours" in time ? HOURS[time.hours]?.[kind] : undefined;
    const data = token === null || token === MARKET ? (over ?? own[kind]) : undefined;
    return data === undefined
      ? []
      : [{ id: "E1", source: "", source_ids: [], kind, summary: "", data: { ...data }, unassessed: [] }];
  };

for (const [token, byVerdict] of Object.entries(CLAIMS))
  for (const [verdict, texts] of Object.entries(byVerdict))
    t.test(`${verdict} of ${token}`, async (t) => {
      const context = { placesOf: placesOf(OWN[token as keyof typeof CLAIMS]), symbolOf: () => token };
      for (const text of texts) t.equal(hold(readClaim(text, token, BASE).claim, context).verdict, verdict, text);
    });
