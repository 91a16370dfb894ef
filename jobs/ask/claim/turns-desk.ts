// Turns of phrase of desks and newspapers about what traders, takers, whales and options do.
import type { Turn } from "./turns-place.ts";

const AMOUNT = String.raw`(?:[$]|-)?\d[\d.,]*\s?(?:k|m|mn|mil|million|bn?|bil|billion|t|%|percent|per cent|dollars?|usd|bps|basis points)?`;
const TAKEN = "(?:got|gets|getting|were|was|are|have been|has been|being|is being)";

export const DESKS: readonly Turn[] = [
  // What traders do, as what is measured of it.
  [
    /\btakers? (?:flow |flows |volume |orders? )?(?:(?:is|are|was|were|has been) )?(?:(?:currently|now|still|mostly) )?net[- ](?:selling|sellers?|sold|short)\b/gi,
    "taker ratio is below 1",
  ],
  [
    /\btakers? (?:flow |flows |volume |orders? )?(?:(?:is|are|was|were|has been) )?(?:(?:currently|now|still|mostly) )?net[- ](?:buying|buyers?|bought|long)\b/gi,
    "taker ratio is above 1",
  ],
  [/\btakers? (?:sold|sell|are selling) more than they (?:bought|buy|are buying)\b/gi, "taker ratio is below 1"],
  [/\btakers? (?:bought|buy|are buying) more than they (?:sold|sell|are selling)\b/gi, "taker ratio is above 1"],
  [
    /\btaker[- ]sell(?:ing)?(?: volume)? (?:is |was )?(?:exceed(?:s|ed|ing)?|outweigh(?:s|ed)?|larger than|bigger than|higher than|above|greater than|more than|>) (?:the )?(?:taker[- ])?buy(?:ing)?(?: volume)?/gi,
    "taker ratio is below 1",
  ],
  [
    /\btaker[- ]buy(?:ing)?(?: volume)? (?:is |was )?(?:exceed(?:s|ed|ing)?|outweigh(?:s|ed)?|larger than|bigger than|higher than|above|greater than|more than|>) (?:the )?(?:taker[- ])?sell(?:ing)?(?: volume)?/gi,
    "taker ratio is above 1",
  ],
  [
    /\btop traders (?:are |still |currently )*(?:lean(?:ing)?|tilt(?:ed|ing)?|skew(?:ed)?|sit|position(?:ed)?|stay)(?: net)?[- ]long\b/gi,
    "top trader ratio is above 1",
  ],
  [
    /\btop traders (?:are |still |currently )*(?:lean(?:ing)?|tilt(?:ed|ing)?|skew(?:ed)?|sit|position(?:ed)?|stay)(?: net)?[- ]short\b/gi,
    "top trader ratio is below 1",
  ],
  [/\btop traders (\d[\d.]*) ?(?:long[- /](?:to[- ])?short|l\/s)\b/gi, "top trader ratio is $1"],
  [
    /\bfor (?:each|every) (?:one )?short(?: (?:account|position|trader)s?)?,? (?:there (?:is|are) )?((?:nearly |almost |about |over |more than |roughly )?[\d.]+|two|three) longs?\b/gi,
    "long short ratio is $1",
  ],
  [
    /\b(shorts|longs) (?:took|bore|suffered|saw) (?:the brunt|most|the worst|the bulk|the majority)(?: of (?:it|the (?:liquidations?|pain|damage|losses)))?/gi,
    "most liquidations are of $1",
  ],
  [
    /\b(longs|shorts) (?:made up|accounted for|were|are) (?:the (?:bulk|majority)|most) of (?:it|them|that|those)\b/gi,
    "most liquidations are of $1",
  ],
  [
    /\b(shorts|longs) (?:got |were |are )?(?:rekt|liquidated|hit|wiped(?: out)?|burned|punished) (?:harder|more|worse) than (longs|shorts)\b/gi,
    "more $1 than $2 were liquidated",
  ],
  [
    new RegExp(
      String.raw`\b(${AMOUNT}) of (?:them|it|that|those|which) (?:was |were |being |from |in )?(longs?|shorts?)\b`,
      "gi",
    ),
    (_, amount = "", side = "") => `and ${side.replace(/s$/i, "")} liquidations are ${amount}`,
  ],
  [
    /\bmost of (?:them|it|that|those|which) (?:was |were |being |from |in )?(longs?|shorts?)\b/gi,
    (_, side = "") => `and most liquidations are of ${side.replace(/s?$/i, "s")}`,
  ],
  [
    new RegExp(
      String.raw`\b(longs|shorts) (?:rekt|liquidated|liqs?|wiped) (?:for )?(${AMOUNT}) (?:vs\.?|versus|against) (?:the )?(longs|shorts) (${AMOUNT})`,
      "gi",
    ),
    (_, one = "", a = "", other = "", b = "") =>
      `${one.slice(0, -1)} liquidations are ${a} and ${other.slice(0, -1)} liquidations are ${b}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:investors|holders|traders|people|users|whales|they) (?:have |has )?(?:withdr(?:e|a)w|pulled|withdrawn|took|moved)(?: out)? (?:a )?net(?: of)? (${AMOUNT}) (?:from|off|out of) (?:the )?exchanges`,
      "gi",
    ),
    "net outflow of $1",
  ],
  [
    new RegExp(
      String.raw`\b(?:investors|holders|traders|people|users|whales|they) (?:have |has )?(?:deposited|sent|moved)(?: in)? (?:a )?net(?: of)? (${AMOUNT}) (?:to|onto|on|into) (?:the )?exchanges`,
      "gi",
    ),
    "net inflow of $1",
  ],
  [
    /\b(?:coins|tokens|supply|[A-Z]{2,6}|it) (?:have |has )?(?:been )?(?:leaving|flowing out of|moving off|draining from|coming off|withdrawn from) (?:the )?exchanges\b/g,
    "net outflow from exchanges",
  ],
  [
    /\b(?:coins|tokens|supply|[A-Z]{2,6}|it) (?:have |has )?(?:been )?(?:entering|flowing (?:in)?to|moving (?:on)?to|coming (?:on)?to|deposited (?:on|to)) (?:the )?exchanges\b/g,
    "net inflow to exchanges",
  ],
  [
    new RegExp(
      String.raw`\b(?:a )?(?:whale|someone|somebody)(?:s)? (?:just )?(?:moved|sent|transferred|shifted) (${AMOUNT})(?: (?:in one go|at once|in a single (?:transfer|transaction|move)|in one (?:transfer|transaction|move)))?`,
      "gi",
    ),
    "largest transfer is at least $1",
  ],
  [
    /\bno (?:single )?(?:transfer|transaction|whale (?:move|transfer)) (?:was |is |has )?(exceed(?:s|ed)|above|over|larger than|bigger than|more than|topped)\b/gi,
    "largest transfer is not above",
  ],
  [/\b(?:largest|biggest) whale (?:move|transfer|transaction|tx)\b/gi, "largest transfer"],
  [
    /\b(?:whale|large) (?:transfers|transactions|moves) (?:totall?ed|amounted to|summed to|came to|worth|of|add(?:ed)? up to) (?=(?:about |around |nearly |over |more than |some |roughly )?[$]?\d)/gi,
    "value of large transfers is ",
  ],
  [
    new RegExp(
      String.raw`\b${TAKEN} (?:absolutely |totally )?(?:smoked|wrecked|hammered|crushed|slammed|demolished|destroyed|obliterated|battered|nuked|clobbered)\b`,
      "gi",
    ),
    "crashed",
  ],
  [/\bno longer\b/gi, "not"],
  [
    /\bperps? (?:below|under) spot\b|\b(?:perps?|perpetuals?|futures)(?: (?:are|is|were))? (?:trad\w+ )?(?:below|under|at a discount to) (?:the )?spot(?: price)?\b/gi,
    "basis is negative",
  ],
  [
    /\bperps? (?:above|over) spot\b|\b(?:perps?|perpetuals?|futures)(?: (?:are|is|were))? (?:trad\w+ )?(?:above|over|at a premium to) (?:the )?spot(?: price)?\b/gi,
    "basis is positive",
  ],
  [
    /\b(?:the )?(?:perp(?:etual)?s?|futures|derivatives)(?: market)?s? (?:trades?|does|did|traded|turns over) (?=.*\bspot\b)/gi,
    "perp volume is ",
  ],
  [/\b(\d[\d.]*) ?(?:x|times) (?:the )?spot(?: volume)?\b/gi, "$1 times spot volume"],
  [
    /\b(?:options?|options markets?|the options market) (?:imply|implies|price(?:s)?(?: in)?|are pricing(?: in)?)(?: a)? (?:volatility|vol)(?: of)?\b/gi,
    "implied volatility is",
  ],
  [
    /\b(?:unlock\w*[^,;]*?)\b(is due|comes?|arrives?|lands?|happens?|coming|due)(?= in | within )/gi,
    (all, verb = "") => all.slice(0, -verb.length),
  ],
  [/\bthere(?:['’]s| is) an? (unlock)/gi, "$1"],
  [/\bdefi protocols?\b|\bdefi\b(?= (?:tvl|value|deposits))/gi, ""],
  [
    /\bin (?:the )?(?:extreme )?(fear|greed)(?: territory| zone| mode)?\b/gi,
    (all, what = "") =>
      /extreme/i.test(all)
        ? all
        : `${what.toLowerCase() === "fear" ? "sentiment index below 50" : "sentiment index above 50"}`,
  ],
  [/\b(?:the )?(?:investor |market |crypto )?sentiment (?=(?:stands|is|sits|reads) at \d+)/gi, "fear and greed index "],
];
