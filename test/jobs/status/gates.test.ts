// What the status tells of gate agents is what they make of the public fixtures today: nothing goes through that must not.
import t from "tap";
import { compile } from "../../../schema/check.ts";
import { GATES } from "../../../schema/measured/gates.ts";
import { Gates } from "../../../schema/object/gates.ts";
import { measureGates } from "../../recompute/gates/measure.ts";

t.test("the table is that of these rules and fixtures: measured anew where they change", async (t) => {
  t.ok(compile(Gates)(GATES));
  const rows = measureGates();
  t.same(GATES.rows, rows, "npm run soak -- gates --keep");
  for (const { agent, false_allow: allowed, to_pass: pass, to_stop: stop, wrong } of rows) {
    t.equal(allowed, 0, `${agent}: ${wrong.join("; ")}`);
    t.ok(pass > 3 && stop > 10, agent);
  }
});
