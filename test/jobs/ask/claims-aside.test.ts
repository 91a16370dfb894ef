// Claims as people word them, each with what it comes to by numbers that are written down: none is answered wrongly, and few of those that they decide stay open.
import t from "tap";
import { verdictOf } from "../../support/statement/claim-facts.ts";
import { readText } from "../../support/tree.ts";

/** Of those that the numbers decide this part may stay open. */
const CORPORA = {
  claims: 0.1,
  "claims-strangers": 0.16,
  "claims-voices": 0.1,
  "claims-prose": 0.12,
  "claims-facts": 0.1,
} as const;

for (const [name, openMost] of Object.entries(CORPORA))
  t.test(`${name}: claims in words of their own come to what the numbers say`, async (t) => {
    const lines = readText(`test/fixture/${name}.tsv`).trimEnd().split("\n");
    t.ok(lines.length >= 450, `${lines.length} claims`);
    const [wrong, open]: [string[], string[]] = [[], []];
    for (const line of lines) {
      const [truth = "", own = "", text = ""] = line.split("\t");
      const verdict = verdictOf(text, own);
      if (verdict === truth) continue;
      (verdict === "unknown" ? open : wrong).push(`${verdict}, and is ${truth}: ${text}`);
    }
    t.same(wrong, []);
    for (const one of open) t.comment(one);
    const decided = lines.filter((line) => !line.startsWith("unknown")).length;
    t.ok(open.length <= decided * openMost, `${open.length} of ${decided} open`);
  });

/** Read with alternatives that overlap these would not end. */
const REPEATED = [
  "anyone who bought it in the some coin token it it it it ",
  "holders who have been ",
  "a quarter of the ",
  "1.",
];
t.test("words said over and over are read to their end", async (t) => {
  for (const one of REPEATED) t.equal(verdictOf(one.repeat(40).slice(0, 500), "solana"), "unknown", one);
});
