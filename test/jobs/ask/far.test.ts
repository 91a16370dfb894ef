// A number that is far off whatever it could be of, or of which nobody says which of two it is, decides nothing.
import t from "tap";
import { hold, sayOutcomes } from "../../../jobs/ask/claim/check-claim.ts";
import { readClaim } from "../../../jobs/ask/claim/read-claim.ts";
import { verdictOf } from "../../support/statement/claim-facts.ts";

const OPEN = [
  ...["SOL's market cap is above $150", "One SOL is priced at $67bn", "SOL's price is below 67 billion dollars"],
  ...["Total supply of SOL is one billion", "SOL's open interest is under $900 trillion", "SOL's volume is over $300"],
];
const DECIDED: readonly (readonly [string, string])[] = [
  ["SOL's market cap is above $150m", "supported"],
  ["SOL's price is below $100,000", "supported"],
  ["SOL costs a cent", "contradicted"],
  ["Total supply of SOL is half a billion", "contradicted"],
  ["Total supply of SOL is 0.6 billion", "supported"],
  ["SOL's open interest is under $9 trillion", "supported"],
  ["SOL's open interest is above $9 trillion", "contradicted"],
  ["SOL's market cap is $150 thousand", "unknown"],
  ["SOL's volume is above $3 trillion", "contradicted"],
  ["SOL liquidations over 24 hours exceed $5", "supported"],
];

t.test("a number that is far off whatever it would be of decides nothing", async (t) => {
  for (const text of OPEN) t.equal(verdictOf(text, "solana"), "unknown", text);
  for (const [text, verdict] of DECIDED) t.equal(verdictOf(text, "solana"), verdict, text);
});

t.test("it is said that something else may be meant", async (t) => {
  const { claim } = readClaim("SOL's market cap is above $150", "solana", Date.UTC(2026, 10, 19));
  const data = { market_cap_usd: 66.8e9, as_of: "2026-11-19T00:00:00.000Z" };
  const item = {
    id: "E1",
    source: "",
    source_ids: [],
    kind: "performance" as const,
    summary: "",
    data,
    unassessed: [],
  };
  const { outcomes } = hold(claim, { placesOf: () => [item], symbolOf: () => "SOL" });
  t.match(sayOutcomes(outcomes)[0] ?? "", /so far off that something else may be meant\.$/);
});
