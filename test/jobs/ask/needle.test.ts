// Turns of phrase that are not looked for in a text could not have been found in it.
import t from "tap";
import { AMOUNTS } from "../../../jobs/ask/claim/phrase/amount.ts";
import { CHATS } from "../../../jobs/ask/claim/phrase/chat.ts";
import { NATURES } from "../../../jobs/ask/claim/phrase/nature.ts";
import { PLACES } from "../../../jobs/ask/claim/phrase/place.ts";
import { SENTENCES } from "../../../jobs/ask/claim/phrase/sentence.ts";
import { SUBJECTS } from "../../../jobs/ask/claim/phrase/subject.ts";
import { TIMES } from "../../../jobs/ask/claim/phrase/time.ts";
import { FORMS } from "../../../jobs/ask/claim/prose/turns-form.ts";
import { PROSE, WHO } from "../../../jobs/ask/claim/prose/turns-prose.ts";
import { needlesOf } from "../../../jobs/ask/claim/turn/needle.ts";
import { CHANGED } from "../../../jobs/ask/claim/turn/reworded/changes.ts";
import { REACHED } from "../../../jobs/ask/claim/turn/reworded/extremes.ts";
import { LEVELS } from "../../../jobs/ask/claim/turn/reworded/levels.ts";
import { soughtOf, turned } from "../../../jobs/ask/claim/turn/turned.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { readText } from "../../support/tree.ts";

const TURNS = [
  ...[...WHO, ...SENTENCES, ...SUBJECTS, ...NATURES, ...CHATS, ...TIMES],
  ...[...AMOUNTS, ...PLACES, ...FORMS, ...PROSE],
  ...[...REACHED, ...LEVELS, ...CHANGED],
];
const sought = soughtOf(TURNS)();
const plainly = (text: string): string =>
  TURNS.reduce((left, [from, to]) => (typeof to === "string" ? left.replace(from, to) : left.replace(from, to)), text);

const TEXTS = ["claims", "claims-voices", "claims-prose"].flatMap((name) =>
  readText(`test/fixture/${name}.tsv`)
    .split("\n")
    .map((line) => line.split("\t").at(-1) ?? ""),
);
const EVERY = 20;

t.test("a text comes out the same as when every turn is looked for", async (t) => {
  const draw = openDraw(7);
  const differ = TEXTS.filter((_, at) => at % EVERY === 0).filter((text) => {
    const other = TEXTS[draw(TEXTS.length)] ?? "";
    const at = draw(text.length + 1);
    const variants = [text, text.toUpperCase(), `${other}; ${text}`, `${text.slice(0, at)}ſ K’${text.slice(at)}`];
    return variants.some((one) => turned(one, sought) !== plainly(one));
  });
  t.same(differ, []);
});

t.test("a turn whose words an earlier one puts in is found", async (t) => {
  const turns = soughtOf([
    [/\babc\b/g, "xyz"],
    [/\bxyz (?:uvw|rst)\b/g, "found"],
    [/never said/g, "wrong"],
    [/^[^a-z]*$/g, "nothing"],
  ])();
  t.equal(turned("abc rst", turns), "found");
  t.equal(turned("abc rstu", turns), "xyz rstu");
  t.equal(turned("12", turns), "nothing");
  t.equal(turned("abc rst", turns), "found", "and nothing is left of the text before");
});

const FOUND: readonly (readonly [RegExp, readonly string[] | null])[] = [
  [/\b(?:bids|asks) are\b/gi, ["bids are", "asks are"]],
  [/\bfalls?\b/gi, ["fall", "falls"]],
  [/\bgain(?:s|ed)+ (?=ground)/g, ["ground"]],
  [/(?<=\bcirculat\w*\b.*), (?!of)/g, ["circulat"]],
  [/(?<!not )\brose\b/g, ["rose"]],
  [/[$]\d+/g, ["$"]],
  [/a{2,3}bcd/g, ["bcd"]],
  [/(?:long )?short/g, ["short", "long short"]],
  [/x|\d/g, null],
  [/\d+(?:st|nd)?/g, null],
  [/[^a]/g, null],
  [/(?:over|)/g, null],
  [/[kx]/giu, null],
];

t.test("of a pattern the runs are known without which it is never found", async (t) => {
  for (const [pattern, runs] of FOUND) {
    const found = needlesOf(pattern);
    t.same(found === null ? null : found.toSorted(), runs === null ? null : runs.toSorted(), pattern.source);
  }
});
