// Leaves out who tells a claim, whom it is for, and whose figures it rests on: "Dear team, please confirm that", "I believe", ", according to exchange data".
import { VENUE } from "../phrase/relation.ts";

/** Words that only ask for a check, greet, or say whom it is for. */
const COURTESY: ReadonlySet<string> = new Set(
  "dear team hello hi hey good morning evening afternoon sir madam friends colleagues all everyone folks please kindly could can would you help me us to check double-check confirm verify fact-check this the a following these those claim claims statement statements note clients readers investors members traders subscribers for your information fyi reminder both are is true question interest my our attention heads up quick one two things just thanks thank and of here's here what i we would like have heard following understand gather learn see hear told am are were was been advised informed".split(
    " ",
  ),
);
const LEAD = /^([\p{L}'’,.! -]{2,70}?)(:|[, ] ?that(?= ))\s+/u;
const ASKS = /\b(?:check|confirm|verify|note|understand|gather|learn|see|hear|told|advised|informed|true)\b/i;

const SHOWN =
  "(?:web ?)?(?:site|page|app|list|dashboard|screen|feed|terminal|data|system|service|api|snapshot|tables?|records?)";
const HEDGE = new RegExp(
  `^(?:(?:i|we) (?:believe|think|reckon|suppose|assume|understand|gather|see|notice|hear|heard|read)(?: that)?|(?:my|our) (?:understanding|belief|impression|view) is(?: that)?|as far as (?:i|we) (?:can (?:see|tell)|know|am aware),?|(?:i|we) (?:would )?say(?: that)?|(?:please )?(?:to )?check (?:if|whether|that)|(?:your|the|my|this) ${SHOWN} is telling (?:me|us)(?: that)?|(?:i|we) (?:was|were|have been|am|are) (?:told|informed|advised)(?: that)?|(?:your|the|my|this|our) ${SHOWN} (?:says?|shows?|tells? (?:me|us)|states?|reports?|reads?)(?: (?:that|here))?|in (?:our|your|my|the) (?:latest |pricing |current |market )*${SHOWN},?) (?=\\S)`,
  "i",
);
const HEDGED = new RegExp(
  `,? (?:(?:i|we) (?:believe|think|reckon|suppose|guess|gather|hear)|(?:your|the|my|this) ${SHOWN} (?:says?|shows?|states?|reports?)|as far as (?:i|we) (?:can (?:see|tell)|know))(?=[.!]?$)`,
  "i",
);
const CLAUSES =
  /^(?:both|all (?:two|three|four)|all)(?: of (?:these|them|the following))? (?:hold|are true|apply)(?: true)?: |^at least one of (?:these|the following|them) (?:holds|is true|applies): (?=[^;]*\bor\b[^;]*$)/i;

/** "Dear team, please confirm that", "Note to clients:". */
function withoutCourtesy(text: string): string {
  const [all, said = "", end] = LEAD.exec(text.replace(/^true or false\b/i, "true")) ?? [];
  if (all === undefined || (end !== ":" && !ASKS.test(said))) return text;
  const words = said.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
  if (!words.every((word) => COURTESY.has(word))) return text;
  const rest = text.replace(/^true or false\b/i, "true").slice(all.length);
  // What is told after the first "that" goes on in the same way.
  return end === ":" ? rest : rest.replace(/\b(and|but|while) that (?=(?:it|its|the|[$]?\p{Lu}))/gu, "$1 ");
}

/** "Good day,": a greeting ends at a comma. */
const GREETING =
  /^(?:dear|hello|hi|hey|hiya|greetings|morning|evening|gm|good (?:day|morning|evening|afternoon))(?: (?:dear|all|team|support|sirs?|madam|or|everyone|everybody|folks|guys|friends?|there|both|fam|chat|assay|desk|colleagues?|customer|service))*\s*[,!.:;–-]+\s*(?=\S)/i;
const FOR_CHECK =
  /^(?:(?:quick |please |pls |to |claim |statement |fact )*(?:verify|check|claim|statement|fact|assertion|confirm|question|input|text|input text|item|to check|to verify|fact[- ]check)(?: this| me| the following| for me| to check| to verify)?(?: \(?\d{1,3}\)?)?|sorry for my (?:bad |poor )?english)\s*[:.–-]+\s+(?=\S)/i;
/** "Our agent is preparing a report and needs this verified:" */
const NEEDED =
  /^[^:\d$%]{0,120}\b(?:(?:needs?|wants?|like|have|get|be) (?:this |these |it |the following )?(?:to be )?(?:verified|checked|confirmed|fact-checked)|so here it is|forget the noise)\s*:\s+(?=\S)/i;
const FIGURES =
  "(?:figures?|data|records?|tables?|tallies|snapshots?|feeds?|statistics|stats|numbers|charts?|prices|trackers?|sources|reports?|listings?|readings?|quotes|books)";
/** ", according to exchange records", ", price data show": whose figures they are, where they are of no one venue. */
const SOURCES: readonly RegExp[] = [
  new RegExp(
    `,? (?:according to|as per|based on|going by|judging by|citing) (?![^,;]*\\b${VENUE}\\b)[^,;\\d$%]{3,90}(?=[.!]?$)`,
    "i",
  ),
  new RegExp(
    `, (?!(?:and|but|while|or|so|yet) )(?:[a-z-]+ ){0,5}?${FIGURES}(?: [a-z-]+){0,5} (?:shows?|showed|says?|said|indicates?|indicated|suggests?|suggested|confirms?|confirmed|reveal(?:s|ed)?)(?=[.!]?$)`,
    "i",
  ),
  /, (?:(?:i|we) want to be sure|so (?:i|we) have (?:written|noted)(?: it)?(?: down)?(?: in (?:my|our) notes)?|as (?:i|we) (?:see|read) it|thanks?(?: you)?(?: in advance)?|please|cheers)(?=[?.!]*$)/i,
  /, (?:yes|right|correct|ok|no|or not)(?=[?]+$)/i,
  /,? (?:hm+|nice|zzz+|sorry|stop it|anyway|look it up|lol|lmao|huh|man|bro|guys|relax|so relax|cool|ouch|phew|haha|just saying|fyi|deal with it|no joke|trust me|mind you|of course|believe it or not)(?=[?.!]*$)/i,
  /, an? (?:measure|gauge|barometer|yardstick|proxy) (?:of|for|watched|used|followed)\b[^,;\d$%]*(?=[.!]?$)/i,
];

/** The claim without them. Pure. */
export function withoutTeller(said: string): string {
  let text = said;
  for (const opening of [GREETING, NEEDED, FOR_CHECK, GREETING]) {
    const rest = text.replace(opening, "");
    if (rest.split(/\s+/).length > 2) text = rest;
  }
  text = withoutCourtesy(text).replace(CLAUSES, "").replace(HEDGE, "").replace(HEDGED, "");
  return SOURCES.reduce((left, source) => left.replace(source, ""), text);
}
