// Claims as testers, newsletters and language models report a measurement; and the rows that tell what decided them.
import t from "tap";
import { readClaim } from "../../../jobs/ask/claim/read-claim.ts";
import { compile } from "../../../schema/check.ts";
import { CheckedClaim } from "../../../schema/object/answer.ts";
import { heldOf, verdictOf } from "../../support/statement/claim-facts.ts";

const REPORTED: readonly (readonly [string, boolean])[] = [
  ["the absolute price change of SOL in the past 24 hours is above 5 per cent", true],
  ["the absolute price change of SOL in the past 24 hours is below 5 per cent", false],
  ["the absolute price change of SOL in the last 7 days is below 12 pct", true],
  ["net, the price of SOL has moved more than 5% in the last 24 hours, one way or the other", true],
  ["in the past 24 hours the SOL price ended up within 2% of its starting point", false],
  ["holders of SOL have lost more than 6% over the past 24 hours", true],
  ["SOL failed to gain 3% in the last 24 hours", true],
  ["SOL is up 11.84 percent during the past seven days; over the past hour, it is up 0.42 percent.", true],
  ["SOL is up 11.84 percent during the past seven days; over the past hour, it is up 1.5 percent.", false],
  ["a gain of around 12 per cent over the last seven days has left SOL trading at $142.37", true],
  [
    "SOL, which has recorded $3.4bn in spot volume over the past 24 hours, has gained 11.8 % over the last 7 days",
    true,
  ],
  ["SOL, which has recorded $3.4bn in spot volume over the past 24 hours, has gained 22 % over the last 7 days", false],
  [
    "SOL saw net inflows to exchanges over the past 24 hours, it trades under $150, and it is down 6.31 % in the last 24h",
    true,
  ],
  [
    "SOL saw net outflows from exchanges over the past 24 hours, it trades under $150, and it is down 6.31 % in the last 24h",
    false,
  ],
  ["SOL peaked at around $293, its all-time high", true],
  ["never in its history has SOL cost more than $300", true],
  ["never in its history has SOL cost more than $290", false],
  ["at no point in the last 24 hours did SOL trade above $160", true],
  ["at no point in the last 24 hours did SOL trade above $150", false],
  ["in the last 24 hours SOL has been as high as $153 or higher", true],
  ["SOL swung between a low of $139.2 and a high of $153.1 in the last 24 hours", true],
  ["SOL is over 50% and under 60% below its all-time high", true],
  ["SOL is over 20% and under 30% below its all-time high", false],
  ["you can get one SOL for less than 150 dollars", true],
  ["SOL is within a $100–$120 band", false],
  ["the price of SOL is inside the $140-$150 corridor", true],
  ["the market value of all circulating SOL exceeds USD 60 bn", true],
  ["no crypto asset has a larger market cap than SOL", false],
  ["by market cap, SOL occupies place 6", true],
  ["holders of short SOL perps are paying funding to the longs", true],
  ["Binance charges more than 0.025 % per eight hours on SOL perps in funding", false],
  ["Binance has SOL funding below zero", true],
  ["all venues report positive funding rates for SOL", false],
  ["most accounts trading SOL perpetuals hold shorts", false],
  ["accounts holding longs outnumber those holding shorts", true],
  ["perpetual futures on SOL trade 3.27 times as much as spot", true],
  ["SOL perp/spot volume ratio > 4.8", false],
  ["the last hour of SOL spot volume was less than 1.3 times the median hour of the past day", false],
  ["the past hour's spot volume in SOL was higher than the 24-hour median hour", true],
  ['the statement "SOL is in the top 5 by market cap" is wrong', true],
  ["it isn't so that SOL is above $160", true],
  ["it is neither true that SOL is below $100 nor that it is above $160", true],
  ["SOL is neither below $100, nor is it up over the past 24 hours", true],
];
t.test("what is reported is read as what was measured", async (t) => {
  for (const [text, holds] of REPORTED) t.equal(verdictOf(text, "solana"), holds ? "supported" : "contradicted", text);
});

const fits = compile(CheckedClaim);
t.test("what decided a claim fits its published shape and holds as it is written", async (t) => {
  const claims = [
    ...[
      "SOL is down 51% from its all-time high",
      "SOL is 40% below its all-time high",
      "Solana trades 27% under its record",
    ],
    ...[
      "SOL is not 40% below its all-time high",
      "it is not true that SOL is not above $100",
      "SOL is above half its record",
    ],
    ...["SOL is closer to its 24h high than to its low", "SOL is within 60% of its record high"],
    ...["SOL's perp volume is more than three times its spot volume", "half of all SOL is in circulation"],
  ];
  for (const text of claims) {
    const { claim } = readClaim(text, "solana", Date.UTC(2026, 10, 19, 15));
    for (const { checked } of heldOf(claim, "solana").outcomes) {
      t.ok(fits(checked), `${text}: ${JSON.stringify(checked)}`);
      const { comparator, value, measured, result } = checked;
      const [, not = "", op = ""] = /^(not )?(>=|<=|>|<)$/.exec(comparator) ?? [];
      if (op === "" || typeof value !== "number" || typeof measured !== "number" || result === "unknown") continue;
      const isSo = { ">": measured > value, ">=": measured >= value, "<": measured < value, "<=": measured <= value }[
        op
      ];
      t.equal(isSo !== (not !== ""), result === "supported", `${text}: ${JSON.stringify(checked)}`);
    }
  }
});
