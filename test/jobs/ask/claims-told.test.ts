// The same claims told in other ways: with slips, in other letters, framed, or denied; none of it turns a verdict round.
import t from "tap";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { verdictOf } from "../../support/statement/claim-facts.ts";
import { readText } from "../../support/tree.ts";

const CORPORA = ["claims", "claims-strangers", "claims-voices"];
const OPPOSITE = { supported: "contradicted", contradicted: "supported" } as const;
const isDecided = (truth: string): truth is keyof typeof OPPOSITE => Object.hasOwn(OPPOSITE, truth);
const draw = openDraw(5);

/** One long word of it changed. */
function slipped(text: string, change: (word: string, at: number) => string): string {
  const words = text.split(" ");
  const long = words.flatMap((word, at) => (/^[a-zA-Z]{6,}$/.test(word) ? [at] : []));
  const place = long[draw(Math.max(1, long.length))];
  if (place === undefined) return text;
  const word = words[place] ?? "";
  return words.with(place, change(word, 1 + draw(word.length - 3))).join(" ");
}

/** What is joined, framed or denied already is not denied once more. */
const isPlain = (text: string) =>
  !/[,;|:(+]|\b(?:and|but|or|while|not|no|never|none|nobody|neither|without|nowhere)\b|n['’]t\b/i.test(text);

type Way = { readonly tell: (text: string) => string; readonly isDenied?: true };
const WAYS: Readonly<Record<string, Way>> = {
  "two letters changed places": {
    tell: (text) => slipped(text, (word, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`),
  },
  "a letter is missing": { tell: (text) => slipped(text, (word, at) => word.slice(0, at) + word.slice(at + 1)) },
  "small letters": { tell: (text) => text.toLowerCase() },
  shouted: { tell: (text) => text.toUpperCase() },
  "with marks": { tell: (text) => `${text.replace(/[.,]$/, "")} !!` },
  framed: { tell: (text) => `Fact: ${text}` },
  "right now": { tell: (text) => `${text.replace(/[.!]$/, "")} right now` },
  denied: { tell: (text) => `It is not true that ${text}`, isDenied: true },
  "called wrong": { tell: (text) => `It is wrong that ${text.replace(/[.!]$/, "")}`, isDenied: true },
};

/** Each way tells others of them: all of them in all ways take a minute. */
const STEP = 2 * Object.keys(WAYS).length;

for (const [way, [name, { tell, isDenied }]] of Object.entries(WAYS).entries())
  t.test(`${name}: nothing true is contradicted, nothing false supported`, async (t) => {
    const wrong: string[] = [];
    let [told, open] = [0, 0];
    for (const corpus of CORPORA)
      for (const [at, line] of readText(`test/fixture/${corpus}.tsv`).trimEnd().split("\n").entries()) {
        if (at % STEP !== way) continue;
        const [truth = "", own = "", text = ""] = line.split("\t");
        if (!isDecided(truth) || (isDenied && !isPlain(text))) continue;
        const said = tell(text);
        const verdict = verdictOf(said, own);
        told += 1;
        open += verdict === "unknown" ? 1 : 0;
        if (verdict === (isDenied ? truth : OPPOSITE[truth])) wrong.push(`${verdict}: ${said}`);
      }
    t.same(wrong, []);
    t.ok(told > 80, `${told} told, ${open} open`);
  });
