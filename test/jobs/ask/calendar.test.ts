// A word that some mean of hours up to now and others of the calendar is held against both: only what holds of both is said.
import t from "tap";
import { hold, sayOutcomes } from "../../../jobs/ask/claim/check-claim.ts";
import { readClaim } from "../../../jobs/ask/claim/read-claim.ts";
import type { Wanted } from "../../../jobs/ask/evidence.ts";
import { verdictOf } from "../../support/statement/claim-facts.ts";

const NOW = Date.UTC(2026, 10, 19, 15);

/** A day is -6.31 %, today -5.0 %, yesterday -1.9 %; a week is +11.84 %, this one +2.1 %. */
const BOTH: readonly (readonly [string, string])[] = [
  ["SOL is down today", "supported"],
  ["SOL is up today", "contradicted"],
  ["SOL lost more than 4 % today", "supported"],
  ["SOL lost more than 7 % today", "contradicted"],
  ["SOL lost more than 2 % today and funding is negative", "supported"],
  ["Today SOL fell less than 4 %", "contradicted"],
  ["SOL fell between 5.5 and 6 % today", "contradicted"],
  ["SOL fell in the previous day", "supported"],
  ["SOL gained more than 1 % this week", "supported"],
  ["SOL lost more than 5 % this month", "supported"],
  ["SOL beat ETH this week", "supported"],
  ["SOL traded below 140 at some point today", "supported"],
];
const ONE: readonly string[] = [
  ...["SOL is down more than 6 % today", "SOL lost 5 % today", "SOL lost 6.31 % today", "Today SOL fell 6.3 %"],
  ...["SOL fell more than 5.5 % today and funding is negative", "SOL did not fall more than 6 % today"],
  ...["SOL lost 1.9 % in the previous day", "SOL fell 6.3 % over the preceding day", "SOL gained 11.8 % this week"],
  ...["SOL is down 18 % this month", "SOL's high today was 153.10", "The day's high was $153.10"],
  ...["SOL beat ETH by 4 points this week", "SOL fell more than 6 % today, which is more than ETH"],
];
/** Nothing but hours up to now is measured of these. */
const ROLLING: readonly (readonly [string, string])[] = [
  ["SOL's volume today is above 3 billion dollars", "supported"],
  ["More than $80m of SOL positions were liquidated today", "supported"],
  ["SOL's open interest fell 9.4 % today", "supported"],
  ["The median token beat SOL by 2.9 points today", "supported"],
  ["SOL fell 6.3 % in the last day", "supported"],
  ["SOL fell 6.3 % in 24 hours", "supported"],
  ["SOL fell 6.3 % on the day", "supported"],
  ["SOL fell 1.9 % yesterday", "supported"],
  ["SOL fell 5 % since midnight", "supported"],
];

t.test("what holds over both times is said", async (t) => {
  for (const [text, verdict] of BOTH) t.equal(verdictOf(text, "solana"), verdict, text);
});

t.test("what holds over one of them alone is not", async (t) => {
  for (const text of ONE) t.equal(verdictOf(text, "solana"), "unknown", text);
});

t.test("what has one time, or is measured over one alone, is told of that", async (t) => {
  for (const [text, verdict] of ROLLING) t.equal(verdictOf(text, "solana"), verdict, text);
});

t.test("the volume of a day that has passed is no volume of the last hours", async (t) => {
  t.equal(verdictOf("SOL's volume over the previous day was above $3bn", "solana"), "unknown");
});

t.test("both times are shown, with what was measured over each", async (t) => {
  const { claim } = readClaim("SOL fell more than 6 % today", "solana", NOW);
  const placesOf = ({ kind, time }: Wanted) => {
    const data = kind === "performance" ? { change_24h_pct: -6.31 } : { change_pct: -5, window_h: 15 };
    const id = kind === "performance" ? "E1" : "E2";
    return [{ id, source: "", source_ids: [], kind, summary: "", data, unassessed: [], ...(time && {}) }];
  };
  const { outcomes, verdict, why } = hold(claim, { placesOf, symbolOf: () => "SOL" });
  t.equal(verdict, "unknown");
  t.same(why, ["calendar"]);
  t.same(
    outcomes.map(({ checked }) => [checked.window, checked.measured, checked.result]),
    [
      ["24h", -6.31, "supported"],
      ["2026-11-19T00:00:00.000Z/2026-11-19T15:00:00.000Z", -5, "contradicted"],
    ],
  );
  const said = sayOutcomes(outcomes);
  t.match(said[0] ?? "", /^SOL's change in price over a day is .*, which bears the claim out\.$/);
  t.match(said[1] ?? "", /^SOL's change in price since midnight UTC is .*, which does not bear the claim out\.$/);
});
