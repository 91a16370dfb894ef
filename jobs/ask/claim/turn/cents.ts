// Puts dollars and cents that are told one after the other into one price: "2 dollars and 18 cents" is $2.18.

import { NUMBERS, TENS } from "./number-words.ts";

const WORD = `(?:${[...NUMBERS, ...TENS].join("|")}|hundred|thousand)`;
const WORDS = String.raw`${WORD}(?:(?:[\s-]+(?:and\s+)?)${WORD})*`;
const DOLLARS = String.raw`(?:[$]\s?(\d[\d,]*)(?:\s(?:us )?(?:dollars?|bucks?))?|(\d[\d,]*|an?|${WORDS})\s(?:us )?(?:dollars?|bucks?))`;
/** "Between $2 and 99 cents" are two prices, and so is "2 dollars and 18 cents less than". */
const PRICE = new RegExp(
  String.raw`(?<!\bbetween )(?<![\w.,$-])${DOLLARS}(?:,? and |,? )(\d{1,2}|an?|${WORDS})\scents?\b(?! (?:less|more|lower|higher|above|below|off|was|were|each way)\b)`,
  "gi",
);

/** So many in words or digits; null where it is no number. */
function numberOf(said: string): number | null {
  if (/^\d/.test(said)) return Number(said.replaceAll(",", ""));
  if (/^an?$/i.test(said)) return 1;
  let [all, last] = [0, 0];
  for (const word of said.toLowerCase().split(/[\s-]+/)) {
    if (word === "and") continue;
    if (word === "thousand") [all, last] = [all + (last || 1) * 1_000, 0];
    else if (word === "hundred") last = (last || 1) * 100;
    else if (NUMBERS.includes(word)) last += NUMBERS.indexOf(word);
    else if (TENS.includes(word)) last += 10 * (TENS.indexOf(word) + 2);
    else return null;
  }
  return all + last;
}

/** The claim with each such price as one number. Pure. */
export const inDollars = (text: string): string =>
  text.replace(PRICE, (all, sum = "", counted = "", cents = "") => {
    const [whole, part] = [numberOf(sum || counted), numberOf(cents)];
    return whole === null || part === null || part > 99 ? all : `$${whole}.${String(part).padStart(2, "0")}`;
  });
