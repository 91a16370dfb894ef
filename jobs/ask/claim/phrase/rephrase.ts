// Puts common turns of phrase of claims into the words that the lexicon has, before they are read. Nothing here decides: what is left unread keeps a claim open.
import { trackedById } from "../../../../schema/token/tracked.ts";
import { withoutComments } from "../prose/comment.ts";
import { FORMS } from "../prose/turns-form.ts";
import { HELDS } from "../prose/turns-held.ts";
import { LIKENED } from "../prose/turns-liken.ts";
import { PROSE, WHO } from "../prose/turns-prose.ts";
import { soughtOf, type Turn, turned } from "../turn/turned.ts";
import { AGAINST } from "./against.ts";
import { AMOUNTS } from "./amount.ts";
import { CHATS } from "./chat.ts";
import { DESKS } from "./desk.ts";
import { EVERYDAY } from "./everyday.ts";
import { EXTREMES } from "./extreme.ts";
import { FRAMES } from "./frame.ts";
import { CODES } from "./name.ts";
import { NATURES } from "./nature.ts";
import { NOUNS } from "./noun.ts";
import { PLACES } from "./place.ts";
import { RELATIONS } from "./relation.ts";
import { ROLES } from "./role.ts";
import { SENTENCES } from "./sentence.ts";
import { SHARES } from "./share.ts";
import { SUBJECTS } from "./subject.ts";
import { TIMES } from "./time.ts";

const IN_DEPTH = /\b(?:bids|asks|depth|deep|deeper|liquidity|books?|orderbook)\b/i;

const isWord = (name: string): boolean => /^[A-Za-z0-9]+$/.test(name);

/** One of the token that is asked about is the token: "one BTC costs" is about its price. */
function withoutOne(text: string, own: string): string {
  const token = trackedById(own);
  const names = token ? [token.symbol, token.name].filter(isWord) : [];
  if (names.length === 0) return text;
  const one = "(?:one|1|an?|each|per|a single)";
  return text
    .replace(new RegExp(String.raw`\b${one} (?=(?:${names.join("|")})\b)`, "gi"), "")
    .replace(new RegExp(String.raw`\b(?:coins|tokens|units) of (?=(?:${names.join("|")})\b)`, "gi"), "");
}

/** Depth is measured within two per cent: said so, it is no number of the claim. */
const WITHIN =
  /\b(?:2|two)[- ]?(?:%|percent|per cent) (?=market depth|depth|order book|liquidity)|\b(?:with)?(?:in|inside|at)(?: the)? (?:2|two) ?(?:%|percent|per cent)(?: of (?:the |its )?(?:[$]?[A-Za-z]\w*(?:['’]s)? )?(?:(?:current )?mid(?:dle)?(?:[- ]?(?:market|price|point))*(?: price)?|(?:current |market |spot )*price))?/gi;

const TURNS: readonly Turn[] = [
  ...WHO,
  ...FRAMES,
  ...CODES,
  ...AGAINST,
  ...NOUNS,
  ...RELATIONS,
  ...SENTENCES,
  ...SHARES,
  ...SUBJECTS,
  ...NATURES,
  ...ROLES,
  ...CHATS,
  ...DESKS,
  ...EXTREMES,
  ...TIMES,
  ...AMOUNTS,
  ...PLACES,
  ...EVERYDAY,
];

const SOUGHT = soughtOf(TURNS);
const SAID = soughtOf([...HELDS, ...LIKENED, ...FORMS, ...PROSE]);
/** Prose in plainer words, before the other turns are looked for. Pure. */
export const inProse = (text: string): string => turned(withoutComments(text), SAID());

/** The words that turns are made of, and parts of words: none of them is a slip of another. */
export const TURN_WORDS: ReadonlySet<string> = new Set(
  TURNS.flatMap(([from]) => from.source.match(/[a-z]{3,}/gi) ?? []).map((word) => word.toLowerCase()),
);

/** The same claim in plainer words. Pure. */
export function rephrase(text: string, own: string): string {
  const isDepth = IN_DEPTH.test(text);
  const start = withoutOne(isDepth ? text.replace(WITHIN, "") : text, own);
  const read = turned(start, SOUGHT());
  return isDepth && !/\bdepth|liquidity|bids|asks\b/i.test(read)
    ? read.replace(/\b(?:order )?books?\b/i, "depth")
    : read;
}
