// Why there is no verdict of ours: none was published yet, or the last one has run out.
import t from "tap";
import { draftStanding, NO_VERDICT_YET } from "../../../jobs/ask/draft-asked.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { UNASSESSED } from "../../../schema/shape/quantity.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

t.test("a verdict that was never published is pending, one that has run out is stale", async (t) => {
  const state = { ...buildState(factsOf(wholeRows()), "bitcoin"), build: AS_OF };
  const verdictOf = (verdict: string) => draftStanding(state, verdict)[0]?.members.verdict;
  t.match(verdictOf(NO_VERDICT_YET), { gap: "pending" });
  t.match(verdictOf(UNASSESSED), { gap: "stale" });
  t.equal(verdictOf("caution"), "caution");
});
