// Turns of phrase about who stands on which side and what they do: who pays, who was closed, who buys and sells, who sends and holds.
import type { Turn } from "../turn/turned.ts";

const HOW =
  "(?:(?:more|less|fewer|greater|higher|lower) than|over|above|under|below|at least|at most|about|around|roughly|nearly|almost|close to|just over|just under|some|only|just|approximately|well over|well under)";
const AMOUNT = String.raw`[$]?\d[\d.,]*\s?(?:(?:k|m|mn|mio|mil|million|bn?|bil|billion|t|trillion)(?![a-z]))?(?: (?:dollars|usd|bucks))?`;
const BE = "(?:is|are|was|were|has been|have been|['’]s|['’]re)";
const STILL = "(?:(?:currently|now|still|already|clearly|mostly|overall|actually|again|once again|all|actively) )*";
const TRADERS = "(?:traders|holders|sellers|buyers|punters|speculators|positions|side|accounts|players)";

const TURNED: Readonly<Record<string, string>> = {
  ...{ "more than": "less than", over: "less than", "at least": "at most", "less than": "more than" },
  ...{ under: "more than", "at most": "at least", nearly: "just over", almost: "just over" },
};

/** Sides by one name each. */
const SIDES: readonly Turn[] = [
  [
    /\bratio (?:of|between) longs? (?:positions |accounts )?(?:to|and|over|vs\.?|versus) shorts?(?: positions| accounts)?\b(?! liq)/gi,
    "long short ratio",
  ],
  [
    /\b(?:(more than|over|at least|less than|under|at most|about|around|roughly|nearly|almost|some) )?(\d[\d.]*) ?(?:%|percent|per cent) of (?:all |the )?(?:accounts|traders|positions by account|retail traders|users) (?:are|is|were|hold|stay|sit) (?:net )?(long|short)\b/gi,
    (_, how, pct = "", side = "") => {
      const said = typeof how === "string" ? how.toLowerCase() : "";
      const share = Number(pct);
      if (/long/i.test(side))
        return `long short ratio is ${said || "about"} ${Number((share / (100 - share)).toFixed(3))}`;
      return `long short ratio is ${TURNED[said] ?? (said || "about")} ${Number(((100 - share) / share).toFixed(3))}`;
    },
  ],
  [
    /\b(?:the majority|most|a majority|the bulk) of (?:the |all )?(?:accounts|traders|retail traders) (?:are|is|were|stay|sit|lean) (?:net )?(long|short)\b/gi,
    (_, side = "") => `long short ratio is ${/long/i.test(side) ? "above" : "below"} 1`,
  ],
  [
    /\b(longs|shorts) (?:still |now |currently |clearly )?(?:dominate|outweigh|lead|exceed|overshadow) (?:the )?(longs|shorts)\b(?! (?:by|in liq|liq))/gi,
    (all, one = "", other = "") =>
      one.toLowerCase() === other.toLowerCase()
        ? all
        : `long short ratio is ${/long/i.test(one) ? "above" : "below"} 1`,
  ],
  [
    /\b([\d.]+) (?:accounts|traders) (?:are |is )?long (?:for|to|per) (?:each|every)(?: one| account| trader)?(?: (?:that|who) is)? short\b/gi,
    "long short ratio is $1",
  ],
  [
    /\b(?:the )?(?:traders|those|people|accounts|ones|anyone|everyone|holders|investors|speculators|players) (?:who|that|which) (?:are|is|hold|have|stay|stayed|went|go|bet|sit)(?: still| currently| now)* (long|short)\b(?: positions| contracts)?/gi,
    (_, side = "") => `${side.toLowerCase()}s`,
  ],
  [
    new RegExp(
      String.raw`\b(?:short[- ]?(?:${TRADERS})|shorters|short interest holders|bearish (?:bets|positions|traders|wagers))\b(?! (?:ratio|liq))`,
      "gi",
    ),
    "shorts",
  ],
  [
    new RegExp(
      String.raw`\b(?:long[- ](?:${TRADERS})|bullish (?:bets|positions|traders|wagers)|(?:over)?leveraged (?:longs|bulls))\b(?! (?:ratio|liq))`,
      "gi",
    ),
    "longs",
  ],
  [/\b(?:over)?leveraged (?=shorts|bears)/gi, ""],
  // Bulls and bears are sides where something is done to them, or paid by them.
  [
    /\b(bulls|bears)(?= (?:are |were |was |have been |is |['’]re |got |get |being |still |now )*(?:pay|paid|liquidated|wiped|rekt|force|forced|footing|compensat|closed out|margin called|lost|squeezed))/gi,
    (_, who = "") => (/^bulls$/i.test(who) ? "longs" : "shorts"),
  ],
  [
    /\b(pay(?:ing|s)?|compensat(?:e|es|ing)|reward(?:s|ing)?|paid by|paid to) (?:the )?(bulls|bears)\b/gi,
    (_, verb = "", who = "") => `${verb} ${/^bulls$/i.test(who) ? "longs" : "shorts"}`,
  ],
];

const PAYS =
  "(?:paying|pays|paid|pay|compensate|compensates|compensating|reward|rewards|rewarding|subsidi[sz]e|subsidi[sz]es|subsidi[sz]ing|shell out|shelling out|cough up|coughing up|fork out|forking out|foot the bill|footing the bill|pick up the tab|picking up the tab|hand over|handing over)(?: through the nose)?(?![a-z])";
const FUNDING = "(?: (?:the )?(?:funding|funding fees?|fees?|carry|the bill))?";

/** Who pays whom. */
const PAYERS: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b(shorts|longs) (?:${BE} )?${STILL}(?:(?:the )?(?:ones?|side|party|people) (?:that|who)?(?: ${BE})? ?)?${PAYS}${FUNDING}(?: to (?:hold|stay|be|keep|remain)(?: (?:on|in|it|them|their|long|short|open|positions|positions open))*)?(?: to)?(?: (?:the )?(shorts|longs))?(?: to (?:hold|stay|be|keep|remain)(?: (?:on|in|it|them|their|long|short|open|positions|positions open))*)?(?! (?:${HOW} )?[-\d])`,
      "gi",
    ),
    (all, who = "", other) => {
      // Who pays himself was not meant to be read.
      if (typeof other === "string" && other.toLowerCase() === who.toLowerCase()) return all;
      return `${who.toLowerCase()} are paying`;
    },
  ],
  [/\b(are paying) (?:for funding|for the privilege|for it)\b/gi, "$1"],
  [
    /\bit costs (?:(?:money|you|something) )?to (?:be|stay|hold|go) (?:a )?(long|short)\b/gi,
    (_, who = "") => `${who.toLowerCase()}s are paying`,
  ],
];

const CLOSED =
  "(?:liquidated|wiped(?: out)?|rekt|force[- ]?closed|forcibly closed|forced (?:out|closed|to close)|flushed(?: out)?|blown (?:up|out|away)|blew up|margin[- ]called|erased|torched|vapori[sz]ed|evaporated|stopped out|closed out|went up in smoke|gone up in smoke|got caught|burned|burnt|obliterated|wrecked|washed out|carried out|purged|nuked)";
const BETS =
  "(?:positions|bets|contracts|trades|leverage|futures positions|perp positions|leveraged positions|leveraged bets|leveraged trades)";

/** What was closed by force. */
const CLOSURES: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b(longs|shorts) worth ((?:${HOW} )?${AMOUNT}) (?:(?:${BE}|got) )*(?:completely |forcibly )?${CLOSED}\b`,
      "gi",
    ),
    (_, side = "", amount = "") => `${side.toLowerCase().slice(0, -1)} liquidations are ${amount}`,
  ],
  [/\bforced (?:selling|closing|closure|unwinding) of (?=(?:long|short)s?\b)/gi, "liquidations of "],
  [
    new RegExp(
      String.raw`\b(?:worth of |in |of )?(?:leveraged |open |crypto |perp |futures )*${BETS} (?:(?:${BE}|got|have|has|get) )*(?:completely |forcibly )?${CLOSED}\b`,
      "gi",
    ),
    "liquidated",
  ],
  [
    new RegExp(
      String.raw`\b(?:worth of |in |of )?(longs|shorts)(?: ${BETS})? (?:(?:${BE}|got|have|has|get) )*(?:completely |forcibly )?${CLOSED}\b(?! (?:more|harder|less|worse) than)`,
      "gi",
    ),
    "in $1 liquidated",
  ],
  [
    /\b(longs|shorts) (?:got|had|took|suffered|bore|were hit by|felt|caught) (?:the )?(?:worst|brunt|most|bulk|bigger hit|larger hit|lion['’]s share|worse)(?: of (?:it|that|the (?:liquidations?|damage|pain|carnage|hit|flush)))?\b/gi,
    "most liquidations are of $1",
  ],
  [
    /\b(longs|shorts) (?:made up|accounted for|represented|were behind|formed|comprised) (?:the (?:bulk|majority|lion['’]s share)|most) of (?:the |all )?(?:liquidations|liquidated (?:volume|value|positions|amount)|forced closures|it|them)\b/gi,
    "most liquidations are of $1",
  ],
  [
    /\b(?:liquidations|forced closures|liqs) (?:hit|hurt|punished|fell on|landed on|took out) (?:mostly |mainly |more |primarily |chiefly |largely )(longs|shorts)(?: than (?:longs|shorts))?\b/gi,
    "most liquidations are of $1",
  ],
  [
    /\b(long|short) (liquidations|liqs) ([^,;]*?)\b(?:short|long) ones\b/gi,
    (_, side = "", what = "", between = "") =>
      `${side} ${what} ${between}${/^long$/i.test(side) ? "short" : "long"} liquidations`,
  ],
  [
    /\b(most|the (?:bulk|majority|lion['’]s share)) of (?:the |all |today['’]s )?(?:liquidations|liqs|forced closures|liquidated positions) (?:today |in the last 24 (?:hours|h) |in (?:the )?24h )?(?:were|are|was|came from|hit|were on|concerned|have been) (?:the )?(?:on )?(longs|shorts)\b/gi,
    "most liquidations are of $2",
  ],
];

/** How accounts stand. */
const STANDS: readonly Turn[] = [
  [
    /\bshorts (?:still |now |currently )?(?:outnumber(?:s|ed)?|exceed(?:ed)?|outweigh(?:ed)?) longs,? (?:(more than|over|at least|less than|under|at most|nearly|almost|about|around|roughly) )?by (?:(more than|over|at least|less than|under|at most|nearly|almost|about|around|roughly) )?(\d[\d.]*) times\b/gi,
    (_, how, second, times = "") => {
      const said = [how, second].find((one) => typeof one === "string" && one !== "")?.toLowerCase() ?? "";
      return `long short ratio is ${TURNED[said] ?? said} ${Number((1 / Number(times)).toFixed(4))}`;
    },
  ],
  [
    /\b(?:(more than|over|at least|less than|under|at most|nearly|almost|about|around|roughly) )?(?:twice|double|(\d[\d.]*|two|three|four) times|(\d[\d.]*)x) as many shorts as longs\b(?! (?:were|got|have|are) (?:liq|closed|wiped|rekt))/gi,
    (_, how, count, x) => {
      const said = typeof how === "string" ? how.toLowerCase() : "";
      const times = [count, x].find((one) => typeof one === "string" && one !== "") ?? "2";
      const value = { two: 2, three: 3, four: 4 }[times.toLowerCase()] ?? Number(times);
      return `long short ratio is ${TURNED[said] ?? said} ${Number((1 / value).toFixed(4))}`;
    },
  ],
  [
    new RegExp(
      String.raw`(?<!top )\b(?:the )?(?:crowd|accounts|traders|retail(?: traders)?|futures traders|perp traders|positioning|the market|market participants) (?:${BE} |sits? |stays? |remains? |leans? |skews? )?${STILL}(?:(?:net|leaning|skewed|tilted|positioned|biased|predominantly|lean) )+(?:to(?:wards?)? (?:the )?)?(long|short)(?: side)?\b(?! (?:liq|pos))`,
      "gi",
    ),
    (_, side = "") => `long short ratio is ${/long/i.test(side) ? "above" : "below"} 1`,
  ],
  [
    /(?<!(?:%|percent|per cent|times|x|\d) )\b(?:there are |there['’]re )?(?:more|fewer) (longs|shorts|long accounts|short accounts|accounts (?:are )?long|accounts (?:are )?short)(?: open)? than (longs|shorts|short|long)(?: accounts)?\b(?! (?:were|got|have|are) (?:liq|closed|wiped|rekt))/gi,
    (all, one = "") => `long short ratio is ${/long/i.test(one) === /\bmore\b/i.test(all) ? "above" : "below"} 1`,
  ],
  [
    /\bfor (?:each|every)(?: (?:one|single))? short(?: (?:account|position|trader|seller))?s?,? (?:there (?:are|is|were) )?(?:on the other side )?((?:(?:nearly|almost|about|around|over|more than|less than|fewer than|roughly|just over|just under) )?(?:\d[\d.]*|two|three|four)) longs?\b(?: accounts?)?/gi,
    "long short ratio is $1",
  ],
  [
    /\btop traders (?:are |hold |are holding )?((?:(?:more|less) than |over |under |about |nearly |almost |roughly |at least )?)(twice|two times|three times|double) as (?:many )?(?:long|longs) as (?:short|shorts)\b/gi,
    (_, how = "", times = "") => `top trader ratio is ${how}${/three/i.test(times) ? 3 : 2}`,
  ],
  [
    /\blongs (?:still |now |currently )?(?:outnumber(?:s|ed)?|exceed(?:ed)?|outweigh(?:ed)?) shorts,? by (\d[\d.]*) ?(?:%|percent|per cent)/gi,
    (_, pct = "") => `long short ratio is ${Number((1 + Number(pct) / 100).toFixed(4))}`,
  ],
  [/\btop traders (?:are|lean|stay) (?:net )?long,? (?:by )?(\d[\d.]*) times\b/gi, "top trader ratio is $1"],
  [
    new RegExp(
      String.raw`\btop traders (?:${BE} )?${STILL}(?:(?:lean(?:s|ing)?|tilt(?:s|ed)?|skew(?:s|ed)?|net|positioned|more|mostly) )+(?:to(?:wards?)? (?:the )?)?(long|short)(?: side)?(?: than (?:long|short))?\b`,
      "gi",
    ),
    (_, side = "") => `top trader ratio is ${/long/i.test(side) ? "above" : "below"} 1`,
  ],
];

const MORE_ACTIVE =
  "(?:outweigh(?:s|ed|ing)?|outnumber(?:s|ed|ing)?|outpac(?:e|es|ed|ing)|exceed(?:s|ed|ing)?|overwhelm(?:s|ed|ing)?|overpower(?:s|ed|ing)?|beat|dominated|dominate|outgunned|topped|outdid)";
const ONES = "(?:(?:market|taker|aggressive|aggressor) )";

/** Who takes. */
const TAKERS: readonly Turn[] = [
  [/\b(sell|buy)(ing)?(?: volume| orders| flow)? (?:from|by|of) (?:the )?takers\b/gi, "taker $1 volume"],
  [
    new RegExp(
      String.raw`\b${ONES}(sellers?|sells?|selling|sell orders|buyers?|buys?|buying|buy orders)(?: volume)? (?:${BE} )?${MORE_ACTIVE} (?:the )?${ONES}?(sellers?|sells?|selling|sell orders|buyers?|buys?|buying|buy orders)(?: volume)?\b`,
      "gi",
    ),
    (all, one = "", other = "") => {
      if (/^sell/i.test(one) === /^sell/i.test(other)) return all;
      return `taker ratio is ${/^buy/i.test(one) ? "above" : "below"} 1`;
    },
  ],
  [
    new RegExp(
      String.raw`\btakers? (?:${BE} )?${STILL}(?:net )?(buyers|sellers|buying|selling|bought|sold|buy|sell)(?: more)?(?: (?:aggressively|heavily))?(?: than (?:they(?: ${BE})? )?(?:selling|buying|sold|bought|sell|buy))?\b(?! (?:ratio|volume|than))`,
      "gi",
    ),
    (all, way = "") =>
      /net|more|sellers|buyers|takers? (?:are|were) /i.test(all)
        ? `taker ratio is ${/^(?:buy|bought)/i.test(way) ? "above" : "below"} 1`
        : all,
  ],
];

const OWNERS = "(?:wallets|addresses|people|investors|accounts|individuals|users|unique wallets|unique addresses)";
const WHAT =
  "(?:it|some|this (?:token|coin)|the (?:token|coin)|[A-Z]{2,6}|[A-Z][a-z]+|btc|eth|sol|ada|doge|xrp|bnb|link|uni|usdt|usdc)";

/** Also where a sentence begins with it. */
const HOW_SAID = HOW.replaceAll(/(?<=[:|])[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** Who holds. */
const OWNED: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\b((?:${HOW_SAID} )?(?:${AMOUNT}|[Aa]n? (?:hundred|thousand|million)|half a million|[a-z]+ (?:hundred|thousand|million))) (?:different |distinct |unique |individual )?${OWNERS} (?:(?:currently|now|already) )?(?:hold|own|have|holding|owning|are holding|keep) (?:some |any )?${WHAT}(?= |$|[.,;!])`,
      "g",
    ),
    "number of holders is $1",
  ],
  [
    new RegExp(String.raw`\b${WHAT} is held by (?=(?:${HOW} )?(?:${AMOUNT}|an? million))`, "g"),
    "number of holders is ",
  ],
  [
    /\b(?:the )?(?:richest|largest|biggest|top|wealthiest) (?:ten|10) (?:wallets|addresses|holders|accounts)\b/gi,
    "top ten holders",
  ],
  [
    /\b(?:the )?(?:ten|10) (?:richest|largest|biggest|top|wealthiest) (?:wallets|addresses|holders|accounts)\b/gi,
    "top ten holders",
  ],
  [
    /\b(?:just |only |a mere )?(?:the )?(?:top )?(?:ten|10) (?:wallets|addresses|holders|accounts) (?:alone )?(?=(?:own|hold|control|have|account for|possess|command)\b)/gi,
    "top ten holders ",
  ],
  [
    /\b(top ten holders) (?:(?:currently|now|together|collectively|jointly) )*(?:own|hold|control|have|account for|possess|sit on|command|make up|concentrate|are holding)\b/gi,
    "$1",
  ],
  [
    /\b(top ten holders[^,;]*?(?:%|percent|per cent)) of (?:the |all |its )?(?:circulating |total )?(?:supply|tokens|coins|[A-Z]{2,6})\b/gi,
    "$1",
  ],
];

export const ROLES: readonly Turn[] = [...SIDES, ...PAYERS, ...CLOSURES, ...STANDS, ...TAKERS, ...OWNED];
