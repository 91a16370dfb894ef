import t from "tap";
import { WHY_WORDS } from "../../../jobs/ask/compose-answer.ts";
import { NUMBER_WORD } from "../../recompute/grounding/reader.ts";

t.test("why a claim is open is told without a number that no evidence has", (t) => {
  for (const [why, text] of Object.entries(WHY_WORDS)) t.notMatch(text, NUMBER_WORD, why);
  t.end();
});
