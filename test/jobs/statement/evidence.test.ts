import t from "tap";
import { openEvidence, showValue, state } from "../../../jobs/statement/evidence.ts";

t.test("a sentence with a number of its own is refused; windows may be named", async (t) => {
  const book = openEvidence();
  const move = book.cite("state/bitcoin/market/change_24h_pct", -1.26, "pct1");
  t.same(state`Bitcoin moved ${move} over 24 hours.`, {
    text: "Bitcoin moved -1.3 % over 24 hours.",
    evidence: ["E1"],
  });
  t.throws(() => state`Bitcoin moved ${move} in 3 days.`, /without evidence/);
  t.equal(book.cite(move.path, -1.26, "pct1"), move, "the same value is the same evidence");
  t.equal(book.entries.length, 1);
});

t.test("one way to show a value in a format", async (t) => {
  t.equal(showValue(0.04, "pct1"), "0.0 %");
  t.equal(showValue(0.0123, "pct4"), "+0.0123 %");
  t.equal(showValue(61.24, "share1"), "61.2 %");
  t.equal(showValue(-12_345_678, "usd_short"), "-$12.3M");
  t.equal(showValue(7, "int"), "7");
  t.equal(showValue("SOL", "name"), "SOL");
});
