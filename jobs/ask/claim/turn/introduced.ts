// Leaves out what introduces a report and says nothing of its own: "Market update:", "Data shows that", and a symbol in brackets behind the name that it is of.
import { readItems } from "../../read-items.ts";
import { withoutTeller } from "./teller.ts";

const OPENING =
  /^(?:(?:the )?(?:latest |newest |current |available |on-chain |market )*(?:data|figures|numbers|statistics|charts?|readings?)(?: now| currently)? (?:shows?|suggests?|indicates?|says?|confirms?)(?: that)?[,:]? |(?:market |price |quick |daily |hourly |weekly )?(?:update|latest|breaking|news|alert|note|summary|recap|snapshot|report|reminder|fact|headline|flash)(?: update| news)?: |(?:note|remember|observe|recall|it is worth noting|worth noting)(?: that)?[:,]? (?=from |at |the |[$A-Z])|according to (?:the )?(?:latest |newest |current |available |public |on-chain |market )*(?:data|figures|numbers)(?: available)?, |(?:at press time|as of (?:now|writing|this writing|press time)|at the time of (?:writing|publication|press)|at this (?:time|moment|hour)), )+/i;
const WORDS_MIN = 3;
const SYMBOL = /([A-Za-z][\w-]*) \(([$]?[A-Za-z][A-Za-z0-9]{1,9})\)/g;

const tokenOf = (text: string, own: string): string | null => {
  const [item, more] = readItems(text, own);
  return item?.is === "token" && more === undefined ? item.id : null;
};

/** The claim that is introduced. Pure. */
export function introduced(said: string, own: string): string {
  const text = withoutTeller(said.trim());
  const rest = text.replace(OPENING, "");
  // "The chart says down" says what it says by its opening.
  const opened = rest.trim().split(/\s+/).length < WORDS_MIN ? text : rest;
  return opened.replace(SYMBOL, (all, name: string, symbol: string) => {
    const named = tokenOf(symbol, own);
    return named !== null && named === tokenOf(name, own) ? name : all;
  });
}
