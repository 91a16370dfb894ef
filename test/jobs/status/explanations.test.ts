// What the status tells of explanations was measured by the rules that explain now, and covers every cause of the table.
import t from "tap";
import { CAUSE_IDS, CAUSE_RULES_VERSION } from "../../../schema/cause.ts";
import { compile } from "../../../schema/check.ts";
import { EXPLANATIONS } from "../../../schema/measured/explanations.ts";
import { Explanations } from "../../../schema/object/explanations.ts";

t.test("the table of causes is that of these rules: measured anew where they change", async (t) => {
  t.ok(compile(Explanations)(EXPLANATIONS));
  t.equal(EXPLANATIONS.rules_version, CAUSE_RULES_VERSION, "npm run soak -- causes --keep");
  t.same(
    EXPLANATIONS.rows.map(({ planted }) => planted).toSorted(),
    [...CAUSE_IDS, "plain", "decoys after it", "two at once"].toSorted(),
  );
  for (const { moves, right, named } of EXPLANATIONS.rows) {
    t.equal(
      Object.values(named).reduce((sum, count) => sum + count, 0),
      moves,
    );
    t.ok(right <= moves);
  }
});
