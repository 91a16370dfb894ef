// Reads a claim in each way in which it can be read: by its clauses, as a whole sentence, in freer words; and leaves open what its words do not settle.
import { metricRow } from "../metric.ts";
import { mendText, type Read, readItems } from "../read-items.ts";
import { withoutAhead } from "./ahead.ts";
import { agree, type Claim, isOfOwn, isOpen, metricsIn, TOKENS_MAX, tokensOf, unknown, type Why } from "./claim.ts";
import { withCalendar } from "./clause/calendar.ts";
import { distinct } from "./clause/negated.ts";
import { joinClaims, readClauses } from "./clause/read-clauses.ts";
import { readCore, readPieces } from "./core/read-core.ts";
import { sound } from "./open/at-odds.ts";
import { besideIt } from "./open/beside.ts";
import { leftOut } from "./open/covered.ts";
import { heldBack } from "./open/held-back.ts";
import { whyLeft, whyOpen } from "./open/kept-open.ts";
import { netted } from "./open/netted.ts";
import { withoutUnits } from "./open/per-unit.ts";
import { whyUnclear, withApostrophes } from "./open/signs.ts";
import { unspent } from "./open/unspent.ts";
import { inProse, rephrase, TURN_WORDS } from "./phrase/rephrase.ts";
import { answered } from "./prose/comment.ts";
import { regroup, settled } from "./regroup.ts";
import { clausesOf } from "./split-clauses.ts";
import { inDollars } from "./turn/cents.ts";
import { fronted } from "./turn/fronted.ts";
import { introduced } from "./turn/introduced.ts";
import { plainly } from "./turn/plainly.ts";
import { reworded } from "./turn/reworded/reworded.ts";

export type ReadClaim = {
  readonly claim: Claim;
  /** Words that nobody knew what to make of, as they were written. */
  readonly unread: readonly string[];
};

const unread = (items: readonly Read[]): { readonly why: Why; readonly words: readonly string[] } | null => {
  const refused = items.flatMap((item) => (item.is === "refuse" || item.is === "unread" ? [item] : []));
  const [first] = refused;
  if (!first) return null;
  return { why: first.is === "refuse" ? first.why : "unread", words: refused.map(({ text }) => text) };
};

/** Everyday words are read as well where a first reading knew none of them. */
function itemsOf(text: string, own: string, isFree: boolean): readonly Read[] {
  if (!isFree) return settled(readItems(rephrase(text, own), own));
  return regroup(settled(readItems(rephrase(inProse(text), own), own, true)));
}

/** A question with an answer behind it: who asks and answers by himself says one of two things. */
const ASKED = /\?(?=[^?]*\p{L})/u;

function readOnce(text: string, own: string, now: number, isFree = false): ReadClaim {
  if (ASKED.test(text)) return { claim: unknown("unread"), unread: [] };
  const read = readOf(itemsOf(text, own, isFree), own, now);
  return read.claim.is === "unknown" || isOfOwn(read.claim) ? read : { claim: unknown("other_token"), unread: [] };
}

function readOf(said: readonly Read[], own: string, now: number): ReadClaim {
  const items = withoutAhead(said);
  const refused = unread(items);
  if (refused !== null) return { claim: unknown(refused.why), unread: refused.words };
  const found = clausesOf(items);
  if (found === null) return { claim: unknown("ambiguous"), unread: [] };
  const { clauses, isOr } = found;
  const claims = readClauses(clauses, isOr, own, now);
  if (claims.length === 0) return { claim: unknown("no_number"), unread: [] };
  const isNot = (clause: readonly Read[]) => clause.some(({ is }) => is === "not" || is === "never");
  let claim = joinClaims(claims, isOr);
  // "Did not fall 5 % or close below 60k": of the second it may be meant as well.
  if (isOr.includes(true) && clauses.some(isNot)) {
    const [first = [], ...rest] = clauses;
    const isFirst = isNot(first) && !rest.some(isNot) && !isOr.slice(1).includes(false);
    const plain = clauses.map((clause) => clause.filter(({ is }) => is !== "not"));
    claim = isFirst
      ? agree([claim, { is: "not", of: joinClaims(readClauses(plain, isOr, own, now), isOr) }])
      : unknown("ambiguous");
  }
  if (tokensOf(claim).length > TOKENS_MAX) return { claim: unknown("tokens"), unread: [] };
  const left = isOpen(claim) ? [] : unspent(items, metricsIn(claim));
  return left.length > 0 ? { claim: unknown("unread"), unread: left } : { claim, unread: [] };
}

/** With its slips mended as well: where both say something, both must say the same. */
function readMended(text: string, own: string, now: number): ReadClaim {
  const read = readOnce(text, own, now);
  const meant = mendText(text, own, TURN_WORDS);
  if (meant === text) return read;
  // A slip may have hidden a turn of phrase.
  const mended = readOnce(meant, own, now);
  if (read.claim.is === "unknown") return mended;
  return { claim: agree(distinct([read.claim, mended.claim])), unread: [] };
}

/** By what the sentence is made of alone; null where it is not wholly understood. */
export function readWhole(text: string, own: string, now: number): Claim | null {
  const claim = wholeOf(fronted(text), own, now);
  return claim === null ? null : withCalendar(claim, now);
}

/** What the parts of a sentence come to as `read` puts them together; null where that is nothing that can be held. */
function partsBy(read: typeof readCore, text: string, own: string, now: number): Claim | null {
  const readPart = (items: readonly Read[]): Claim => readOf(regroup(settled(items)), own, now).claim;
  const claim = read(text, { own, now, readPart });
  if (claim === null || isAstray(text, claim)) return null;
  return !isOfOwn(claim) || tokensOf(claim).length > TOKENS_MAX ? null : claim;
}

const wholeOf = (text: string, own: string, now: number): Claim | null =>
  ASKED.test(text) ? null : partsBy(readCore, text, own, now);

/** The parts of it that are understood by themselves; null without one. */
const piecesOf = (text: string, own: string, now: number): Claim | null =>
  text.includes("?") ? null : partsBy(readPieces, text, own, now);

const WHOLE_FIRST = /\b(?:discount|outnumber\w*|sometime|at (?:some|one|any) (?:point|stage|time))\b/i;
/** So large a discount is a number below nothing. */
const IS_DISCOUNT = /\bdiscount\b/i;
const ON_EXCHANGES = /\b(?:exchanges|exchange wallets|trading venues|trading platforms)\b/i;

/** What is said of exchanges is of no supply, and of no price that nothing else is said of. */
function isAstray(text: string, claim: Claim): boolean {
  if (!ON_EXCHANGES.test(text)) return false;
  const metrics = metricsIn(claim);
  return metrics.length > 0 && !metrics.some((id) => metricRow(id).isAtExchanges);
}

/** Reads what a claim says of a token at an instant (epoch milliseconds). Pure. */
export function readClaim(typed: string, own: string, now: number): ReadClaim {
  const said = withApostrophes(typed);
  const unclear = whyUnclear(said);
  if (unclear !== null) return { claim: unknown(unclear), unread: [] };
  const opened = introduced(said, own);
  const { claim, unread } = readSaid(opened, own, now);
  const whole = sound(netted(withoutUnits(claim, said, own)));
  const left = leftOut(whole, inDollars(opened), own) ?? besideIt(whole, opened, own);
  if (left !== null) return { claim: unknown("unread"), unread: [left] };
  return { claim: withCalendar(heldBack(whole, said, own), now), unread };
}

function readSaid(opened: string, own: string, now: number): ReadClaim {
  const plain = plainly(answered(opened));
  const told = reworded(plain);
  const text = fronted(told);
  const why = whyOpen(plain, fronted(plain)) ?? (told === plain ? null : whyOpen(told, text)) ?? whyLeft(told);
  return why === null ? readPlain(text, own, now) : { claim: unknown(why), unread: [] };
}

/** In each way in which it can be read: where two of them come to different ends nothing is said. */
function readPlain(text: string, own: string, now: number): ReadClaim {
  // What plain clauses have no place for is read as a whole alone.
  const first = WHOLE_FIRST.test(text) ? wholeOf(text, own, now) : null;
  if (first !== null) return { claim: first, unread: [] };
  const read = readMended(text, own, now);
  const isOff = isAstray(text, read.claim) || IS_DISCOUNT.test(text);
  const core = wholeOf(text, own, now);
  const free = readOnce(text, own, now, true).claim;
  const readings = [
    ...(isOpen(read.claim) || isOff ? [] : [read.claim]),
    ...(core === null ? [] : [core]),
    ...(isOpen(free) || isAstray(text, free) ? [] : [free]),
  ];
  if (readings.length > 0) return { claim: agree(distinct(readings)), unread: [] };
  const left: ReadClaim = isOff ? { claim: unknown("unread"), unread: read.unread } : read;
  // Beside words that nobody read no part of it decides.
  const isUnread = left.claim.is === "unknown" && left.claim.why === "unread";
  const pieces = isUnread ? null : piecesOf(text, own, now);
  return pieces === null ? left : { claim: { is: "all", of: [left.claim, pieces] }, unread: left.unread };
}
