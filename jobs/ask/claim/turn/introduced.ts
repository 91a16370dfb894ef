// Leaves out what introduces a report and says nothing of its own: "Market update:", "Data shows that", and a symbol in brackets behind the name that it is of.
import { readItems } from "../../read-items.ts";

const OPENING =
  /^(?:(?:the )?(?:latest |newest |current |available |on-chain |market )*(?:data|figures|numbers|statistics|charts?|readings?)(?: now| currently)? (?:shows?|suggests?|indicates?|says?|confirms?)(?: that)?[,:]? |(?:market |price |quick |daily |hourly |weekly )?(?:update|latest|breaking|news|alert|note|summary|recap|snapshot|report|reminder|fact|headline|flash)(?: update| news)?: |(?:note|remember|observe|recall|it is worth noting|worth noting)(?: that)?[:,]? (?=from |at |the |[$A-Z])|according to (?:the )?(?:latest |newest |current |available |public |on-chain |market )*(?:data|figures|numbers)(?: available)?, |(?:at press time|as of (?:now|writing|this writing|press time)|at the time of (?:writing|publication|press)|at this (?:time|moment|hour)), )+/i;
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
  `^(?:(?:i|we) (?:believe|think|reckon|suppose|assume|understand|gather|see|notice|hear|heard|read)(?: that)?|(?:my|our) (?:understanding|belief|impression|view) is(?: that)?|as far as (?:i|we) (?:can (?:see|tell)|know|am aware),?|(?:i|we) (?:was|were|have been|am|are) (?:told|informed|advised)(?: that)?|(?:your|the|my|this|our) ${SHOWN} (?:says?|shows?|tells? (?:me|us)|states?|reports?|reads?)(?: (?:that|here))?|in (?:our|your|my|the) (?:latest |pricing |current |market )*${SHOWN},?) (?=\\S)`,
  "i",
);
const HEDGED = new RegExp(
  `,? (?:(?:i|we) (?:believe|think|reckon|suppose|guess|gather|hear)|(?:your|the|my|this) ${SHOWN} (?:says?|shows?|states?|reports?)|as far as (?:i|we) (?:can (?:see|tell)|know))(?=[.!]?$)`,
  "i",
);
const CLAUSES =
  /^(?:both|all (?:two|three|four)|all)(?: of (?:these|them|the following))? (?:hold|are true|apply)(?: true)?: |^at least one of (?:these|the following|them) (?:holds|is true|applies): (?=[^;]*\bor\b[^;]*$)/i;

/** "I believe", "your page says", "All three hold:": who tells it is not what is told. */
const withoutTeller = (text: string): string => text.replace(CLAUSES, "").replace(HEDGE, "").replace(HEDGED, "");

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
const WORDS_MIN = 3;
const SYMBOL = /([A-Za-z][\w-]*) \(([$]?[A-Za-z][A-Za-z0-9]{1,9})\)/g;

const tokenOf = (text: string, own: string): string | null => {
  const [item, more] = readItems(text, own);
  return item?.is === "token" && more === undefined ? item.id : null;
};

/** The claim that is introduced. Pure. */
export function introduced(said: string, own: string): string {
  const text = withoutTeller(withoutCourtesy(said.trimStart()));
  const rest = text.replace(OPENING, "");
  // "The chart says down" says what it says by its opening.
  const opened = rest.trim().split(/\s+/).length < WORDS_MIN ? text : rest;
  return opened.replace(SYMBOL, (all, name: string, symbol: string) => {
    const named = tokenOf(symbol, own);
    return named !== null && named === tokenOf(name, own) ? name : all;
  });
}
