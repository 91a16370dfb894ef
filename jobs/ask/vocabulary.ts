// Words of questions: which are known, and what one with a slip in it was meant to be.
import { CONCEPTS } from "./concept.ts";
import { INTENTS } from "./intent.ts";
import { NEAR_WORDS } from "./near-words.ts";
import { mendWord } from "./read-items.ts";
import { signsOf } from "./sign.ts";
import { SEEN } from "./weights.ts";

const PHRASES = [...Object.values(INTENTS), ...Object.values(CONCEPTS)];
/** The words that phrases are made of, stems as well. */
const WORDS: ReadonlySet<string> = new Set(
  PHRASES.flatMap((one) => one.split(/[|() ?:]+/))
    .map((word) => word.replace("*", ""))
    .filter((word) => /^[a-z]{2,}$/.test(word)),
);
/** Everyday words, which are neither slips of others nor what a question is about. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    "a about above across actually after again against ago all almost already also am amount an and another any anybody anyone anything are around as asking at away back bad be because been before being below " +
    "best better between big both but by can case check come could currently curious current data day days did do does doing done down each either else enough especially even ever every everyone everything exactly far few find first for from full further " +
    "get gets getting give gives go goes going gone good got great had happen happens has have having he hear hello help her here hey hi high higher him his hold hour hours how i idea if in inside interested into is it its itself just keep kind know known " +
    "large last lately later latest least less let like likely little live long look looking looks lot lots low lower make makes many matter may maybe me mean means might mine minute minutes moment month months more most much must my myself near need needed never new next night no nobody none nor normal not nothing now number " +
    "of off often ok okay on once one only onto or other others our ours out over own part past people per perhaps place please pls point possible precise present pretty probably put quick quickly quite rather really recent recently report retrieve return right said same say says see seem seems sell send set several shall she should show since situation small so some somebody someone something somewhat still stuff such sure " +
    "take taken talk tell than thank thanks that the their them then there these they thing things think this those through time times to today together tomorrow tonight too total toward towards tried try trying turn two under until up us use used using usually value very via view want wanted was way we week weeks well went were what whatever when where whether which while who whole whom whose why will wish with within without wonder wondering word words work works world would year years yes yesterday yet you your yours " +
    "january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday biggest ten observed date outcome outcomes portion " +
    "finish finished plus minus afternoon morning evening noon items item news asset assets crypto cryptocurrency coin coins token tokens market markets exchange exchanges price prices trader traders bro mate dude guys sir madam lol rn btw fyi imo asap question answer information info details overview summary update figure figures analysis hodl short share shares light cards hard"
  ).split(" "),
);
/** Words of other matters that are near to ours, so that they are not taken for slips. */
const NEAR = new Set(
  (
    NEAR_WORDS +
    "weather recipe poem joke story french spend spell sings springs vision version mission fission fiction friction section election motion lotion notion potion nation ration station fund pants plants points joints ballet bullet mallet prince princess princes principle principal champion dinner sinner thinner winner " +
    "marker basket casket racket rocket pocket locker cooks hooks volunteer vault valet valid salad sailing tailing failing dating skating waiting writing riding sliding hiding fighter tighter later water waiter paper proper upper supper super copper pepper person season lesson poison prison raisin raising praising passing massing missing kissing dancing lancing finance france " +
    "president capital stock stocks world bread bead grain treat tweet noon soon mouth mouse horse nurse course force forces house houses wheel gold sold bold fold cold told care cars card fight sight tight translate revolution revolutions relation relations"
  ).split(" "),
);

const LEAST = 4;
/** Stems are mended to as words: "liquidat" for "liqidated". */
const SPELT = [
  ..."liquidation liquidations liquidated volatility volatile leverage leveraged funding inflow inflows outflow outflows holders supply circulating unlock unlocks inflation contract honeypot security".split(
    " ",
  ),
  ..."liquidity slippage spread depth volume volumes interest positions compare compared versus performance performed outperform outperformed verdict signal signals accuracy accurate reason explain explained moved moving dropped falling".split(
    " ",
  ),
  ..."rising change changed price prices trading traded whales whale transfers transfer exchange exchanges reserve reserves concentration concentrated addresses staking staked vesting emissions dilution audit mintable correlation correlated prediction predictions evaluation evaluated".split(
    " ",
  ),
  ..."turnover holder open comparison comparisons slippage holders perpetual perpetuals futures longs shorts happened happening driving caused behind against relative impact".split(
    " ",
  ),
];

/** Short words, and signs, as they are meant. */
const SLIPS: Readonly<Record<string, string>> = {
  ...{
    hwo: "how",
    wat: "what",
    wht: "what",
    teh: "the",
    wy: "why",
    whay: "why",
    hw: "how",
    u: "you",
    ur: "your",
    r: "are",
  },
  ...{ "%": "percent", whats: "what is", hows: "how is", whos: "who is", wheres: "where is", y: "why" },
};

const CANDIDATES = [...new Set([...SPELT, ...[...WORDS, ...PLAIN].filter((word) => word.length > LEAST)])];

const isKnown = (word: string): boolean => PLAIN.has(word) || WORDS.has(word) || signsOf(word).size > 0;

/** Words that nothing but markets of coins are spoken of with. */
const OURS =
  /\b(?:volatil\w*|liquidat\w*|liqs?|rekt|funding|open interest|oi|slippage|liquidity|illiquid|dex(?:es)?|order ?books?|spreads?|depth|supply|circulating|unlock\w*|vesting|tokenomics|honeypot|rug\w*|holders?|whales?|wallets?|on ?chain|blockchain|chain|netflow|inflows?|outflows?|exchanges?|coins?|tokens?|crypto\w*|asset|market ?cap|mcap|fdv|ath|prices?|perps?|perpetual\w*|futures|longs|shorts|leverage\w*|trad(?:e|es|ed|ing|ers?)|pump\w*|dump\w*|usd|usdt|dollars|contract|verdicts?|signals?|market|sell|sold|buy|volume|vol|correlat\w*|dips?|correction|rally|selloff|sell off|candle|(?:the|this|that|today|yesterday|last|recent|latest|big|sudden|price) (?:\w+ )?(?:moves?|drop|crash|spike|surge|fall|jump|action)|performance|gains|binance|bybit|coinbase|okx|kraken|staked|mined|burn(?:ed|t)?)\b/;
/** Things that have prices as well and that nobody here follows. */
const THEIRS =
  /\b(?:of|is|are|was|on|did|does|will|has|for) (?:a |an |the )?(?:gold|silver|oil|crude|gas|petrol|tesla|apple|nvidia|amazon|google|microsoft|nasdaq|dow|snp|eggs?|bread|milk|houses?|house|rent|car|cars|iphone|pizza|coffee|wheat|corn|euro|yen|pound)\b/;

/** The words of questions about coins that reading was learned from. */
const SEEN_WORDS: ReadonlySet<string> = new Set(SEEN.split(" "));

/** Whether a text of these words is about something else than a coin. */
export const isElsewhere = (text: string, isNamed: boolean): boolean => {
  if (isNamed) return false;
  if (THEIRS.test(text)) return true;
  if (OURS.test(text) || /\b(?:it|its)\b/.test(text)) return false;
  return text
    .split(/[^\p{L}\d]+/u)
    .some((word) => word.length > 2 && !/\d/.test(word) && !isKnown(word) && !SEEN_WORDS.has(word));
};

/** The word as it was meant. Pure. */
export function meantWord(word: string): string {
  const slip = Object.hasOwn(SLIPS, word) ? SLIPS[word] : undefined;
  if (slip !== undefined) return slip;
  if (word.length < LEAST || NEAR.has(word) || isKnown(word)) return word;
  return mendWord(word, SPELT, LEAST) ?? mendWord(word, CANDIDATES) ?? word;
}
