// What the reading of a question goes by: its words, what stands beside what, their letters, what they are signs of, and what rules read.
import type { IntentId } from "./intent.ts";
import { intentsOf, type Named } from "./read-intents.ts";
import { signsOf } from "./sign.ts";

/** A part of a question with what is known of it. */
export type Part = { readonly features: readonly string[]; readonly byRule: readonly IntentId[] };

const ENDINGS = /(?<=\w{3})(?:ations|ation|ities|ity|ings|ing|ers|er|ies|ied|ed|es|s|ly|e|y)$/;
const LARGE = 1_000;
/** Letters that stand together tell words with slips, and words never seen. */
const TOGETHER = [3, 4, 5];

function stemOf(word: string, { own, others }: Named): string {
  if (/^\d/.test(word)) return Number(word) >= LARGE ? "#large" : "#";
  if (own.includes(word)) return "=own";
  if (others.includes(word)) return "=other";
  return word.replace(ENDINGS, "");
}

function lettersOf(word: string): string[] {
  const whole = `<${word}>`;
  return TOGETHER.flatMap((count) =>
    Array.from({ length: Math.max(0, whole.length - count + 1) }, (_, at) => `…${whole.slice(at, at + count)}`),
  );
}

/** Pure. */
export function readPart(text: string, named: Named): Part {
  const lower = {
    own: named.own.map((one) => one.toLowerCase()),
    others: named.others.map((one) => one.toLowerCase()),
  };
  const words = text.split(/[^\p{L}\d.]+/u).filter((word) => word !== "");
  const stems = words.map((word) => stemOf(word, lower));
  const byRule = intentsOf(text, named);
  const features = [
    ...stems,
    ...["^", ...stems].map((stem, at) => `${stem}_${stems[at] ?? "$"}`),
    ...stems.slice(2).map((stem, at) => `${stems[at]}~${stem}`),
    ...words.filter((word, at) => /^[a-z]{3,}$/.test(word) && !stems[at]?.startsWith("=")).flatMap(lettersOf),
    ...signsOf(text),
    ...(byRule.length === 0 ? ["rule:"] : byRule.map((id) => `rule:${id}`)),
  ];
  return { features: [...new Set(features)], byRule };
}
