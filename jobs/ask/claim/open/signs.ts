// Signs as they were typed: what stands for one of ours is put as it, and one that nobody reads keeps a claim open as a word does.
import type { Why } from "../claim.ts";

/** Marks that are typed for an apostrophe. */
const APOSTROPHE = /(?<=\p{L})[′‵ʹʻʼʽˈ＇‛´`](?=\p{L})/gu;
/** "Doesn t": typed without one. */
const WITHOUT = /\b(do|does|did|is|are|was|were|has|have|had|wo|ca|could|would|should)(n)[\s]t\b/gi;

/** The same text with apostrophes that are read. Pure. */
export const withApostrophes = (said: string): string => said.replace(APOSTROPHE, "'").replace(WITHOUT, "$1$2't");

const READ = "$+<>=~≈≤≥±−|^";
/** Pictures that say yes to nothing and no to nothing. */
const isPicture = (sign: string): boolean =>
  /\p{Extended_Pictographic}/u.test(sign) && !/[❌✖❎🚫⛔👎🤥🧢🙃🤡✘✗]/u.test(sign);
const JOINING = /[\u{1F3FB}-\u{1F3FF}\u{1F1E6}-\u{1F1FF}]/u;
/** Per mille and marks of notes, which are no signs by their kind; denials before a sign or a word; numbers in brackets. */
const UNCLEAR =
  /[‰‱†‡§¶※]|\p{No}|![=<>]|[=<>]!|!(?=\p{L})|\b(?:above|below|over|under|than|at|is) \(\s?[$]?\d|[$]\s?\d{1,3},\d{1,2}(?!\d)|\d,\d{4,}/u;

/** Some signs stand for a sentence: what is longer spelt out than a claim may be is none. */
const SPELT_MAX = 600;
/** More of them are no claim, and each costs a reading. */
const PARTS_MAX = 24;

/** Why a claim cannot be read for its signs; null where it can. Pure. */
export function whyUnclear(said: string): Why | null {
  if (UNCLEAR.test(said) || said.normalize("NFKC").length > SPELT_MAX) return "unread";
  const signs = said.match(/\p{S}/gu) ?? [];
  if (signs.some((sign) => !READ.includes(sign) && !/\p{Sc}/u.test(sign) && !isPicture(sign) && !JOINING.test(sign)))
    return "unread";
  return (said.match(/[,;.:!](?=\s|$)/g) ?? []).length > PARTS_MAX ? "unread" : null;
}
