// What introduces a report says nothing of its own, and what hides in how a report is told is read as it is meant.
import t from "tap";
import { verdictOf } from "../../support/statement/claim-facts.ts";

const TOLD: readonly (readonly [string, string])[] = [
  ["Data shows that SOL is down over the last 24 hours", "supported"],
  ["Market update: SOL is up over the last 24 hours", "contradicted"],
  ["At press time, Solana (SOL) is down over the last 24 hours", "supported"],
  ["Latest: SOL was last seen at 1,000 dollars", "contradicted"],
  ["At its high over the last day, SOL was worth less than $1", "contradicted"],
  ["At its low over the last day, SOL was worth more than $1", "supported"],
  ["At least $1 in Solana (SOL) positions got liquidated within the last 24 hours", "supported"],
  ["According to the latest data, SOL traded as high as $1 in the past 24 hours", "contradicted"],
  ["Note that from its ATH, SOL is down 1 %", "contradicted"],
  ["SOL belongs to the 50 most valuable cryptocurrencies", "supported"],
  ["SOL traded more than triple the volume of ETH over the past 24 hours", "contradicted"],
];
/** Of these nobody knows which is meant, or nothing is measured. */
const OPEN: readonly string[] = [
  "SOL traded between $1 and $10,000 in the past 24 hours",
  "SOL set its all-time high in January 2025",
  "SOL hit a record on 19 Nov 2021",
];

t.test("openings of reports and symbols in brackets change no verdict", (t) => {
  for (const [said, verdict] of TOLD) t.equal(verdictOf(said, "solana"), verdict, said);
  for (const said of OPEN) t.equal(verdictOf(said, "solana"), "unknown", said);
  t.end();
});
