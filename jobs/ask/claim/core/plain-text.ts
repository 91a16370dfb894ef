// Puts what several words of a sentence make together into fewer: cents, so many to one, a time that is told in two places, and the name of the coin where it only stands between.
import { trackedById } from "../../../../schema/token/tracked.ts";
import { inMood } from "../prose/prose-words.ts";
import { countsOf, numberOf, placeOf } from "../turn/number-words.ts";
import { soughtOf, type Turn, turned } from "../turn/turned.ts";

const FIGURE = String.raw`(?:\d+(?:\.\d+)?|${countsOf(1, 12)})`;

const FAR =
  "far|way|vastly|considerably|substantially|significantly|a good deal|a great deal|a lot|noticeably|appreciably|markedly|a whole lot|decidedly|distinctly|clearly|hugely|massively";
const COMPARED =
  "more|less|fewer|higher|lower|larger|smaller|bigger|greater|stronger|weaker|deeper|thinner|thicker|wider|narrower|heavier|lighter|cheaper|dearer|pricier|costlier|calmer|wilder|choppier|jumpier|steadier|better|worse";

const TURNS: readonly Turn[] = [
  [
    /^(?:no|nope|nah|yes|yeah|yep|yup|well|so|look|ok|okay|right|fact|psa|fyi|update|reminder|note|headline|breaking|just in|heads up|whale watch|price check|market update|deleveraging|funding watch|snapshot|on-?chain|derivatives|liquidity watch|flow watch|data point|today's number|stat of the day|quick stat|flows|spot|perps)\s*[,:!–—-]+\s*/i,
    "",
  ],
  [/\bso far (this|the|in the) (day|week|month|year)\b/gi, "so far this $2"],
  [
    /\b(?:(?:for|in|over|during) )?(?:this|the) (day|week|month|year)\b([^.;,]*?)\bso far\b/gi,
    (_, span = "", rest = "") => `so far ${span === "day" ? "today" : `this ${span}`} ${rest}`,
  ],
  [/\btoday\b([^.;,]*?)\bso far\b/gi, "so far today $1"],
  [
    new RegExp(
      String.raw`\b(${FIGURE}|half a|half an?|a|a single|a tenth of a|a quarter of a|three quarters of a) (?:us |u\.s\. )?cents?\b`,
      "gi",
    ),
    (_, figure = "") => {
      const part = /^half/i.test(figure)
        ? 0.5
        : /^a tenth/i.test(figure)
          ? 0.1
          : /^a quarter/i.test(figure)
            ? 0.25
            : /^three quarters/i.test(figure)
              ? 0.75
              : /^a/i.test(figure)
                ? 1
                : numberOf(figure);
      return `$${Number((part / 100).toFixed(6))}`;
    },
  ],
  [
    new RegExp(
      String.raw`\b(${FIGURE})(?: to |[- ]to[- ]|:| : )(?:1|one)\b(?!\d)(?! (?:percent|per cent|million|billion|%))`,
      "gi",
    ),
    (_, figure = "") => `${numberOf(figure)} times`,
  ],
  [
    /,? (?:but|though|although|albeit|if) (?:only )?by (?=(?:less|more|under|over|about|a|no|not|at|roughly|just|nearly|almost|some)\b)/gi,
    " by ",
  ],
  [
    /\b(?:(?:holding|being|staying|keeping|having|running|carrying|going|owning) |to (?:hold|be|stay|keep|run|go|carry|own) )(?:an? )?(?:(?:perp|perpetual|futures|leveraged|perpetuals|open|net) )?(long|short)\b(?: positions?)?([^.,;]{0,40}?)\b(costs?|earns?|pays?|yields?)\b(?: you)?(?: money)?/gi,
    (_, side = "", rest = "", verb = "") => `${side.toLowerCase()}s ${/^cost/i.test(verb) ? "pay" : "receive"}${rest}`,
  ],
  [
    /\b(?:it )?(costs?|pays?)(?: money| funding| something)? to (?:be|hold|stay|keep|run|go)(?: an?)? (long|short)\b/gi,
    (_, verb = "", side = "") => `${side.toLowerCase()}s ${/^cost/i.test(verb) ? "pay" : "receive"}`,
  ],
  [/\bworth (?=(?:about|around|roughly|nearly|almost|some|approximately|just|close)\b)/gi, "valued at "],
  [
    /\b(one|two|three|four|five|six|seven|eight|nine|\d+) (?:coins?|tokens?|assets?|cryptocurrenc(?:y|ies)) (in|out of)(?: every)? (two|three|four|five|six|seven|eight|nine|ten|twenty|\d+)\b/gi,
    "$1 $2 $3 tokens",
  ],
  [
    /^(?:versus|against|relative to|compared (?:to|with)|next to|vs\.?) ([\w$]+), ([^,;]*[^.,;\s])\.?$/i,
    "$2 against $1",
  ],
  [
    /\b(?:books?|order books?|orderbook|depth|liquidity) (?:is |are )?(?:tilts?|leans?|skews?|skewed|tilted|leaning|weighted|stacked|favou?rs?|heavier)(?: more)?(?: (?:to|toward|towards|in favou?r of|on))?(?: the)? (buyers|buy side|bids?|bid side|sellers|sell side|asks?|ask side|offers?)\b/gi,
    (_, side = "") => (/^b/i.test(side) ? "bids exceed asks" : "asks exceed bids"),
  ],
  [
    /\b(trad\w+|sell\w*|sold|pric\w+|quoted|was|is) at or (above|below)\b/gi,
    (_, verb = "", side = "") => `${verb} at ${/^a/i.test(side) ? "least" : "most"}`,
  ],
  [/\b(?:by|with|at) an? (?:ratio|factor|multiple|margin) of\b/gi, "by"],
  [new RegExp(String.raw`\b(?:${FAR}) (?=(?:${COMPARED})\b)`, "gi"), "much "],
  [new RegExp(String.raw`\b(${FIGURE}) and change\b`, "gi"), "slightly more than $1"],
  [/\b(\d+(?:\.\d+)?)[- ]?odd\b/gi, "about $1"],
  [
    /\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-odd\b/gi,
    "about $1",
  ],
  [/\b(\d+(?:\.\d+)?)-?plus\b/gi, "at least $1"],
  [/\ba couple(?: of)?\b/gi, "two"],
  [/\ba dozen\b/gi, "twelve"],
  [/\b(?:(?:a|one) )?(?:year|twelve months) (?=ago|earlier|before)\b/gi, "12 months "],
  [
    /\b(\d+)\s?(?:st|nd|rd|th)?\s?(?:biggest|largest)\b(?= (?:holders|wallets|addresses|accounts|owners|hands|whales))/gi,
    "$1 largest",
  ],
  [
    /,? before (?=\w+ing\b)(?<=\b(?:topped|peaked|high|low|bottomed|touched|hit|reached|highs|lows)\b[^.;]*)[^.,;\d]*$/i,
    "",
  ],
  [/\b(?:after|in|amid|following) an? [a-z-]+ (?=(?:\d+|twenty-four|24) hours\b)/gi, "over "],
  [/\bmore bullish\b(?=.*\bthan\b)/gi, "more long"],
  [/\b(?:less bullish|more bearish)\b(?=.*\bthan\b)/gi, "less long"],
  [/\bto keep (?:their|its|those) [^,.;]*? open\b/gi, ""],
  [
    /\b(?:down |up )?(?:to|at|in) (?:the )?(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)(?: (?:place|spot|position|rank))?(?: (?:in|on|among|of|by) (?:the )?(?:market[- ]cap(?:italization|italisation)? )?(?:rankings?|league table|table|standings|leaderboard|charts|market[- ]cap(?:italization|italisation)?|market value|coins|cryptocurrencies|cryptos|tokens|all coins)(?: by market (?:cap|value|capitali[sz]ation))?)?(?! (?:of|quarter|half|week|hour|day|month|straight|time|largest|biggest|most))/gi,
    (_, place = "") => `rank ${placeOf(place)}`,
  ],
  [
    /\b(?:number|no\.?|#|spot|place|position) ?(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?= (?:by|in|on|among|coin|crypto|cryptocurrency|token|spot|ranking|place|position|for)\b|[.,;]|$)/gi,
    (_, figure = "") => `rank ${numberOf(figure)}`,
  ],
  [
    /\b(?:twice|double|two times|2x)(?= (?:as (?:much|many)|that|what|those|the|its|his|spot|short|long|ether|ethereum|solana|sol|cardano|bitcoin|ada|eth|outflows?|inflows?|bids?|asks?|sell|buy|implied|shorts|longs|of|their)\b)/gi,
    "2 times",
  ],
  [
    /\b(?:triple|treble|thrice)(?= (?:as (?:much|many)|that|what|those|the|its|his|spot|short|long|shorts|longs|outflows?|inflows?|bids?|asks?)\b)/gi,
    "3 times",
  ],
  [/\bquadruple(?= (?:that|what|those|the|its)\b)/gi, "4 times"],
  [/\btimes as (?:much|many) (?!as\b)([^.;,]{2,60}?) as\b/gi, "times more $1 than"],
  [/\btimes as (?:much|many|large|big|high|great)(?=\s*(?:[.,;]|$))/gi, "times more"],
  [/\b(\d+(?:\.\d+)?)x(?= (?:the|its|that|those|as|what|more|larger|bigger|higher|spot|short|long)\b)/gi, "$1 times"],
  [/\b(?:which|what) (?:makes|made|means|meant|amounts to|comes to|is|was|equals)\b/gi, "is"],
  [/\bhas been trading\b/gi, "trades"],
];

const MOOD = /\b(?:fear (?:and|&|or|vs\.?) greed|fear[-/ ]greed|sentiment|mood|f&g)\b/i;
const IN_MOOD =
  /\b(?:(?:is|are|remains|stays|sits|stands|was|being|in|into|inside|within|shows?|showing|signals?|signalling|indicates?|indicating|points? to|pointing to|reads?|reading|suggests?|deep in|firmly in|squarely in|still in|well in|well into|at|of|as|reflects?|reflecting|means|meaning|says|denotes?|labelled|labeled|classed as|for|a state of|the|territory of) )+(extreme )?(fear|fearful|greed|greedy)\b(?: (?:territory|zone|range|area|band|mode|reading|side|category))?(?!\s*(?:and\b|&|or\b|vs\b|index\b|[-/]))/gi;

/** "Sentiment is in fear" is a number of the index. */
const withMood = (text: string): string =>
  MOOD.test(text)
    ? text.replace(
        IN_MOOD,
        (_, extreme: string | undefined, mood: string) =>
          ` , fear and greed index ${inMood(mood, extreme !== undefined)} `,
      )
    : text;

/** A number or a word of how many before it: then it counts coins; after a stop or a joining word it says of whom the rest is. */
const COUNTED = String.raw`(?<!\d\s?)(?<![,;:–—]\s?)(?<!\b(?:and|but|while|whereas|although|though|when|yet|plus|as|million|billion|thousand|hundred|trillion|dozen|ten|k|m|bn|mn|more|less|fewer|much|many|most|no|any|every|each|one|a|an|all|some|half|few|single|than|as|two|three|four|five|six|seven|eight|nine|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) )`;

/** Without the name of the coin where nothing else is named beside it: "the ten largest SOL holders", "deposits of SOL to exchanges". Null where it has none. */
export function unnamed(text: string, own: string): string | null {
  const token = trackedById(own);
  const names = token ? [token.symbol, token.name].filter((name) => /^[A-Za-z0-9]+$/.test(name)) : [];
  // The mood of a coin is not that of the market.
  if (names.length === 0 || /\b(?:sentiment|mood)\b/i.test(text)) return null;
  const name = `[$]?(?:${names.join("|")})(?:['’]s)?`;
  const bare = text
    .replace(new RegExp(String.raw`\b(?:of|in|for|on|to|at|from) (?:the )?${name}(?=\s*(?:[.,;:]|$))`, "gi"), " ")
    .replace(new RegExp(String.raw`${COUNTED}(?<![\p{L}\d])${name}(?![\p{L}\d])`, "giu"), " ")
    .replace(/\s+/g, " ")
    .trim();
  return bare === text || bare === "" ? null : bare;
}

const SOUGHT = soughtOf(TURNS);
/** Pure. */
export const plainText = (text: string): string => turned(withMood(text), SOUGHT());
