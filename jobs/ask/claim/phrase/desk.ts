// Turns of phrase of desks and newspapers about what traders, takers, whales and options do.
import { inMood } from "../prose/prose-words.ts";
import type { Turn } from "../turn/turned.ts";

const AMOUNT = String.raw`(?:[$]|-)?\d[\d.,]*\s?(?:k|m|mn|mil|million|bn?|bil|billion|t|%|percent|per cent|dollars?|usd|bps|basis points)?`;
const TAKEN = "(?:got|gets|getting|were|was|are|have been|has been|being|is being)";

const COINS =
  "(bitcoin|btc|ethereum|ether|eth|solana|sol|cardano|ada|xrp|bnb|the market|the broader market|the rest of the market)";

export const DESKS: readonly Turn[] = [
  [
    /\b(?:traders?|accounts?|retail|people|everyone|most accounts|most traders) (?:are|is|stay|sit|remain)?(?: still| mostly| largely| overall)? ?(?:net )?long\b(?! (?:liq|pos|short))/gi,
    "long short ratio is above 1",
  ],
  [
    /\b(?:traders?|accounts?|retail|people|everyone|most accounts|most traders) (?:are|is|stay|sit|remain)?(?: still| mostly| largely| overall)? ?(?:net )?short\b(?! (?:liq|pos))/gi,
    "long short ratio is below 1",
  ],
  [
    /\b(\d[\d.]*) ?(?:%|percent) more longs than shorts\b(?! (?:were|got))/gi,
    (_, pct = "") => `long short ratio is ${Number((1 + Number(pct) / 100).toFixed(4))}`,
  ],
  [
    new RegExp(
      String.raw`^(?:compared|relative) (?:to|with) ${COINS},? ([^,;]+?) (?:fell|dropped|lost|did|fared|held up|performed|is doing|was hit|slid)(?: by)? (?:harder|more|worse|further)\b`,
      "i",
    ),
    "$2 underperformed $1",
  ],
  [
    new RegExp(
      String.raw`^(?:compared|relative) (?:to|with) ${COINS},? ([^,;]+?) (?:did|fared|held up|performed|is doing|rose more|gained more|climbed more)(?: better)?\b`,
      "i",
    ),
    "$2 outperformed $1",
  ],
  [
    new RegExp(
      String.raw`,? (?:with|while|as) ${COINS} (?:is |was )?(?:hold(?:ing|s)|held|doing|does|did|faring|fared|performing|performed) (?:up )?better\b`,
      "gi",
    ),
    ", underperformed $1",
  ],
  [
    new RegExp(
      String.raw`,? (?:with|while|as) ${COINS} (?:is |was )?(?:hold(?:ing|s)|held|doing|does|did|faring|fared|performing|performed) (?:up )?worse\b`,
      "gi",
    ),
    ", outperformed $1",
  ],
  [
    new RegExp(String.raw`\bis the (weaker|stronger) of the two (?:vs\.?|versus|against|compared to) ${COINS}`, "gi"),
    (_, way = "", other = "") => `${/weaker/i.test(way) ? "underperformed" : "outperformed"} ${other}`,
  ],
  [/\b(?:bulls|longs) lost ([$]?\d[\d.,]* ?\w*) (?:to|in|through) liquidations\b/gi, "long liquidations are $1"],
  [/\b(?:bears|shorts) lost ([$]?\d[\d.,]* ?\w*) (?:to|in|through) liquidations\b/gi, "short liquidations are $1"],
  [
    /(%|percent) of (?:the |all )?liquidations (?:came from|hit|involved|concerned|affected) (?=longs|shorts)/gi,
    "$1 of liquidations were ",
  ],
  [
    /\blongs (?:are |were |get |got )?(?:being |getting )?(?:paid|earn(?:s|ed|ing)?|receiv(?:e|es|ed|ing))\b(?! by)(?: funding)?(?: to (?:hold|stay|keep)(?: on| long)?)?/gi,
    "shorts are paying",
  ],
  [
    /\bshorts (?:are |were |get |got )?(?:being |getting )?(?:paid|earn(?:s|ed|ing)?|receiv(?:e|es|ed|ing))\b(?! by)(?: funding)?(?: to (?:hold|stay|keep)(?: on| short)?)?/gi,
    "longs are paying",
  ],
  [/\b(paying|pay) to (?:hold|keep (?:it|them|positions) open)\b/gi, "$1"],
  [/\bnet (?:flowed|moved|went|came|flowing|moving) (?:on|in)?to (?:the )?exchanges\b/gi, "net inflow to exchanges"],
  [
    /\bnet (?:flowed|moved|went|came|flowing|moving) (?:out of|off|from) (?:the )?exchanges\b/gi,
    "net outflow from exchanges",
  ],
  [
    /\b(?:holders|investors|whales|traders) pulled a net ([$]?\d[\d.,]* ?\w*) (?:off|from|out of) (?:the )?exchanges\b/gi,
    "net outflow of $1",
  ],
  [
    /\b(?:the )?(?:order )?books? (?:leans?|is (?:skewed|tilted|weighted|heavier)) (?:to|towards?|on|in favou?r of) (?:the )?bids?(?: side)?\b/gi,
    "bids are larger than asks",
  ],
  [
    /\b(?:the )?(?:order )?books? (?:leans?|is (?:skewed|tilted|weighted|heavier)) (?:to|towards?|on|in favou?r of) (?:the )?asks?(?: side)?\b/gi,
    "asks are larger than bids",
  ],
  [
    /\b(?:bid|ask) liquidity of ([$]?\d[\d.,]* ?\w*) (?:beats|exceeds|tops|outweighs) (?:bid|ask) liquidity of (?=[$]?\d)/gi,
    (all, first = "") => {
      const [one, other] = /^bid/i.test(all) ? ["bids", "asks"] : ["asks", "bids"];
      return `${one} are ${first} and ${one} are larger than ${other} and ${other} are `;
    },
  ],
  [/\b(?:sellers|selling) (?:were|was|are|is) more aggressive than (?:buyers|buying)\b/gi, "taker ratio is below 1"],
  [/\b(?:buyers|buying) (?:were|was|are|is) more aggressive than (?:sellers|selling)\b/gi, "taker ratio is above 1"],
  [
    /\boptions? (?:traders|market|markets|desks) (?:price in|are pricing in|price|expect|imply) (?=\d)/gi,
    "implied volatility is ",
  ],
  [/(?<=\bis |\bof |\bat |\d )(\d[\d.]* ?(?:%|percent)) (?:volatility|vol)$/gi, "$1"],
  [/(\d+) out of 100\b/gi, "$1"],
  [
    /(?<!greed |sentiment |fear )\b(?:the )?index (?:reads|is at|stands at|sits at|is) (?=\d{1,3}\b)/gi,
    "fear and greed is ",
  ],
  [
    /\b(?:market |crypto |investor )?(?:mood|sentiment)(?: is| reads)?:? (?:extreme )?(fear|greed)\b/gi,
    (_, mood = "") => `sentiment index is ${inMood(mood)}`,
  ],
  [/\b(oi|open interest|volume|tvl|price|leverage) off (?=(?:about |around |over |nearly )?\d)/gi, "$1 down "],
  [/\bthe (hourly|daily|weekly|monthly) one\b/gi, "the $1"],
  [
    /\b(?:number|no\.?|#) ?(\d+|one|two|three|four|five|six|seven|eight|nine|ten) (?:spot|place|position|slot)\b/gi,
    "rank $1",
  ],
  [
    /\b(?:holds?|takes?|occup(?:y|ies)|has) (?:the |down the )?(?=rank (?:\d|one|two|three|four|five|six|seven|eight|nine|ten))/gi,
    "is ",
  ],
  [/\b(?:will |would |['’]ll |can )?(?:currently |now )?(?:run|cost|set) (?:you|me|us)(?: back)?\b/gi, "is priced at"],
  [
    /\b(?:you|we|one|anyone) (?:can|could) (?:pick up|grab|get|buy|have) (?:an? |one )?([A-Za-z]+) for\b/gi,
    "$1 is priced at",
  ],
  [/\ba (?:pop|piece)\b/gi, ""],
  [/\bthe (?:most recent|latest|last) (?:price|quote)(?: (?:i|we) (?:see|have|saw))?(?= is|:)/gi, "the price"],
  [/\bmanaged to (?=hold|stay|keep|reclaim|rise|gain|climb)/gi, ""],
  [/\bback (?=(?:above|over|below|under)\b)/gi, ""],
  [/\bbreadth: /gi, "breadth is "],
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
    /\b(?:coins|tokens|supply|[A-Z]{2,6}|it) (?:have |has )?(?:been )?(?:leaving|flowing out of|moving off|draining from|coming off|withdrawn from) (?:the )?exchanges\b(?!.*\d ?(?:[kmb]\b|bn\b|million|billion|thousand|usd|dollars))(?!.*[$]\d)/g,
    "net outflow from exchanges",
  ],
  [
    /\b(?:coins|tokens|supply|[A-Z]{2,6}|it) (?:have |has )?(?:been )?(?:entering|flowing (?:in)?to|moving (?:on)?to|coming (?:on)?to|deposited (?:on|to)) (?:the )?exchanges\b(?!.*\d ?(?:[kmb]\b|bn\b|million|billion|thousand|usd|dollars))(?!.*[$]\d)/g,
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
