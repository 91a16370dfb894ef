// Common turns of phrase about prices and sums, about volumes, positions and books, about flows, and about how far something went.
import type { Turn } from "../turn/turned.ts";

const AMOUNT = String.raw`[$]?\d[\d.,]*\s?(?:k|m|bn?|t|thousand|million|billion|trillion|%|percent)?`;
const SIZE =
  "(?:more than|over|above|at least|upwards of|under|below|less than|at most|about|around|nearly|almost|some|roughly)";
const EXCHANGES = "(?:the )?(?:exchanges|trading venues|exchange wallets)";
const GOES =
  "(?:went|came|moved|flowed|was sent|were sent|was moved|were moved|was taken|were taken|left|arrived|was withdrawn|were withdrawn|was deposited|were deposited)";

/** How prices, sums and positions are spoken of. */
const THINGS: readonly Turn[] = [
  [/^(?:i can confirm(?: that)?|fact:|it is a fact that|as a matter of fact,?)\s+/gi, ""],
  [/\bsince yesterday at this time\b/gi, "in the last 24 hours"],
  [
    new RegExp(
      String.raw`\b(?:traded|was|went|got|rose|fell|dipped) (above|over|below|under) (${AMOUNT}) at some point\b`,
      "gi",
    ),
    "$1 $2 at some point",
  ],
  [/\b(?:above|over)(?= [^,;]* at some point\b)/gi, "the high is above"],
  [/\b(?:below|under)(?= [^,;]* at some point\b)/gi, "the low is below"],
  [/\bat some point\b/gi, ""],
  [
    new RegExp(
      String.raw`\bin (?:the|a) (${AMOUNT})\s?(?:-|–|to)\s?(${AMOUNT}) (?:range|area|zone|region|band)\b`,
      "gi",
    ),
    "between $1 and $2",
  ],
  [
    /\b(?:at the time of (?:writing|this)|as we speak|for the time being|by now|at last check|as things stand|at this point|as of writing)\b,?/gi,
    "now",
  ],
  [/\b(?:upwards|upward) of\b/gi, "more than"],
  [/\b(?:not only|not just|not merely)\b/gi, ""],
  [/\b(?:not even)\b/gi, "not"],
  [/n['’]t even\b/gi, "n't"],
  [
    new RegExp(
      String.raw`\b(?:an? )?(?:mere|whopping|staggering|solid|meagre|meager|measly|stunning|hefty|cool|full|whole|impressive|remarkable)\s+(?=${AMOUNT})`,
      "gi",
    ),
    "",
  ],
  [new RegExp(String.raw`(${AMOUNT}) (?:mark|handle|threshold|price level)\b`, "gi"), "$1"],
  [/\bthe (?=[$]\d[\d.,]*\w*)/gi, ""],
  [/\b(?:changes?|changing|changed) hands (?:for|at)\b/gi, "is priced at"],
  [/\b(?:per|a|each) (?:coin|token|unit|piece)\b(?! (?:of|rose|fell|is))|\bapiece\b/gi, ""],
  [/\bprice tag\b/gi, "price"],
  [
    /\b(?:you(?:['’]d| would)?(?: have to| must)? pay|buyers pay|you can (?:buy|get)|can be (?:had|bought) for|(?:will |would )?sets? you back|goes for|go for|sells for|fetches|is quoted|quotes)\b/gi,
    "is priced at",
  ],
  [
    /\b(?:amounts?|amounted|adds?|added|comes?|came|works?|totals?|totall?ed|stood|runs?|running|ran|clocks?|clocked|comes? in|came in|coming in)(?: up| out| in)? (?:to|at)(?! least| most)(?= |$)/gi,
    "is",
  ],
  [/\bcame? in (?=above|below|under|over)/gi, "is "],
  [/\b(?:is|are|was|were) running\b/gi, "is"],
  [/\bboasts?\b|\bcarr(?:y|ies)\b/gi, "has"],
  [/\b(?:the whole of|somewhere|in total|overall|aggregate[d]?)\b/gi, ""],
  [/\b(?:falls?|fell|comes?|came) short of\b/gi, "is below"],
  [/\bsub[- ](?=[$]?\d)/gi, "below "],
  [/\bsub[- ]zero\b/gi, "negative"],
  [/\bin (negative|positive) territory\b/gi, "$1"],
  [
    /\bsince (?:this|the same) time yesterday\b|\bthan (?:at )?this time yesterday\b|\bcompared (?:to|with) this time yesterday\b/gi,
    "in the last 24 hours",
  ],
  [
    /\b(\d+)(?:st|nd|rd|th)?[- ](?:largest|biggest)(?! (?:holder|wallet|address|whale|transfer))(?: crypto\w*| coin| token| asset)?(?: by (?:market )?(?:cap\w*|value))?/gi,
    "rank $1",
  ],
  [
    /\b(?:is|as) (?:the )?(?:number|no\.?|#)\s?(\d+)(?: by market (?:cap\w*|value)| coin| crypto\w*| token)?\b/gi,
    "is rank $1",
  ],
  [/\b(?:among|one of) the top\b/gi, "top"],
  [/\b(?:larger|bigger) than (.{2,30}?) (?:by|in) market (?:cap\w*|value)\b/gi, "higher market cap than $1"],
  [
    /\b(?:it is|it['’]s) (?:wrong|false|untrue|incorrect|not true|not the case) (?:that )?(?=[^,;|:(]+$)(?!.*\b(?:and|but|while|or)\b)/gi,
    // No "not": beside "over" or "at least" that would be a word of comparison.
    "none ",
  ],
];

/** Volumes, positions and books. */
const MARKETS: readonly Turn[] = [
  [/\bworth (more|less) than (?=[$]?\d)/gi, "valued $1 than "],
  [
    /\b(?:got|went|climbed|rose|traded|ran|fell|dropped|dipped|sank|was) (?:up |down )?(?:to )?as (?:high|low) as\b/gi,
    "hit",
  ],
  [
    /\bshorts (?:get|are|were|are being|are getting) paid by longs\b|\blongs are the ones (?:who are |who )?pay(?:ing)?\b/gi,
    "longs are paying",
  ],
  [
    /\blongs (?:get|are|were|are being|are getting) paid by shorts\b|\bshorts are the ones (?:who are |who )?pay(?:ing)?\b/gi,
    "shorts are paying",
  ],
  [/\bin (longs|shorts) (?:was|were|got|has been|have been) (?=wiped|liquidated|force|closed|rekt)/gi, "of $1 "],
  [
    /\b(longs|shorts) (?:suffered|took|saw|had) (?:bigger|larger|more|heavier) liquidations than (longs|shorts)\b/gi,
    "more $1 than $2 were liquidated",
  ],
  [/\bholders(?: of \w+)? (?:have )?lost money\b|\blost money for (?:its )?holders\b/gi, "down"],
  [/\bholders(?: of \w+)? (?:have )?made money\b|\bmade money for (?:its )?holders\b/gi, "up"],
  [
    /\bfailed to (?:keep up|keep pace) with\b|\bfell behind\b|\bfared worse than\b|\bheld up worse than\b|\bdid not keep up with\b/gi,
    "underperformed",
  ],
  [/\bfared better than\b|\bheld up better than\b|\bgained (?:ground )?on (?=[A-Z])/g, "outperformed "],
  [
    new RegExp(String.raw`\btrades? (?=${SIZE}?\s?${AMOUNT}[^,;]* (?:a|per|each|every) (?:day|hour)\b)`, "gi"),
    "has volume of ",
  ],
  [
    /\b(?:traders|markets|exchanges|venues) (?:turned over|handled|processed|traded)\b|\bturned over\b|\b(?:saw|recorded|had|with) trading of\b|\btrading of\b/gi,
    "volume of",
  ],
  [/\bspot markets? volume of\b/gi, "volume of"],
  [
    /\b(?:outstanding|open) (?:\w+ )?(?:futures|perp\w*|derivatives?) (?:contracts|positions)\b|\bopen (?:[A-Za-z]+ )?positions\b/gi,
    "open interest",
  ],
  [
    /\b(?:sitting|sits|parked|tied up|locked up|outstanding) in (?:\w+ )?(?:perp\w*|futures|derivatives)\b/gi,
    "open interest",
  ],
  [/\b(?:futures |perp |perpetual |derivatives? )?traders hold\b/gi, ""],
  // Said twice of one thing, and not of two that are joined.
  [/\bopen interest((?:(?!\b(?:and|but|while|or)\b|[,;]).)*)\bopen interest\b/gi, "open interest$1"],
  [/\baverage funding\b/gi, "funding"],
  [/\b(funding.*) averages\b/gi, "$1 is"],
  [/\b(?:the |order )?books? (?:is|are|hold|holds|held|have|has)\b/gi, "depth is"],
  [/\b(?:wider|deeper) than\b/gi, "more than"],
  [/\b(?:tighter|narrower|thinner|shallower) than\b/gi, "less than"],
  [/\bbid[- /]?ask spread\b/gi, "spread"],
  [/\blongs outnumber(?:ed)? shorts by (.+?) to (?:1|one)\b/gi, "long short ratio is $1"],
  [/\blongs outnumber(?:ed)? shorts\b(?! by)/gi, "long short ratio is above 1"],
  [/\bshorts outnumber(?:ed)? longs\b(?! by)/gi, "long short ratio is below 1"],
  [/\blongs (?:for|to) (?:every|each|one) short\b/gi, "long short ratio"],
  [
    new RegExp(
      String.raw`\bfunding costs longs\b|\blongs (?:are |were )?pay(?:ing)?(?: shorts)?(?= ${SIZE}?\s?\d)`,
      "gi",
    ),
    "funding is",
  ],
  [/\bcirculates?\b|\bout there\b/gi, "in circulation"],
];

/** Coins that come to exchanges and leave them. */
const FLOWS: readonly Turn[] = [
  [
    new RegExp(
      String.raw`\bmore (?:\w+ )?${GOES} (?:on|in)?to ${EXCHANGES} than (?:${GOES}|came)?(?:\s(?:off|out|away|from))?(?: of)?(?: them| it| ${EXCHANGES})?`,
      "gi",
    ),
    "net inflow to exchanges",
  ],
  [
    new RegExp(
      String.raw`\bmore (?:\w+ )?(?:left|${GOES} (?:off|out of|from)) ${EXCHANGES} than (?:${GOES}|arrived|came|entered)(?:\s(?:on|in|to|onto|into))?(?: them| it| ${EXCHANGES})?`,
      "gi",
    ),
    "net outflow from exchanges",
  ],
  [new RegExp(String.raw`\bnet (?:leaving|left) ${EXCHANGES}`, "gi"), "net outflow from exchanges"],
  [
    /\b(inflows?|outflows?) (?:outweigh(?:ed|s)?|outpaced?|outstrip(?:ped|s)?|beat|beats|topped|dwarfed|exceeds?|exceeded) (inflows|outflows)\b/gi,
    "$1 were larger than $2",
  ],
  [/\bexchanges (?:received|took in|got)\b/gi, "exchange inflow of"],
  [
    /\bexchanges (?:saw|had|recorded) (?:withdrawals|outflows)\b|\bwithdrawals(?: of \w+)? from exchanges\b/gi,
    "exchange outflow",
  ],
  [
    /\bexchanges (?:saw|had|recorded) (?:deposits|inflows)\b|\bdeposits(?: of \w+)? (?:on|in)?to exchanges\b/gi,
    "exchange inflow",
  ],
  [
    new RegExp(
      String.raw`\b(?:was|were|has been|have been) (?:pulled|taken|moved|withdrawn|removed|drained) (?:off|from|out of) ${EXCHANGES}`,
      "gi",
    ),
    "exchange outflow",
  ],
  [/\b(?:no|not (?:a single|one|any)|none of the) (?:venues?|exchanges?)\b/gi, "not any venue"],
];

/** What is said of ways and how far they went. */
const MOVES: readonly Turn[] = [
  [
    /\b(?:experienced|saw|recorded|had|has had|posted|registered) an? (?:price )?(?:increase|rise|gain|jump|advance) of\b/gi,
    "rose",
  ],
  [
    /\b(?:experienced|saw|recorded|had|has had|posted|registered) an? (?:price )?(?:decrease|decline|drop|fall|loss|dip) of\b/gi,
    "fell",
  ],
  [/\b(?:is|was) off(?: by)?(?= (?:more|over|at|about|nearly|almost|less|under|\d))/gi, "is down"],
  [
    /\b(?:posted|delivered|had|has|made|gave|generated|shows?|showed) (?:a )?positive (?:returns?|performance|change)\b/gi,
    "rose",
  ],
  [
    /\b(?:posted|delivered|had|has|made|gave|generated|shows?|showed) (?:a )?negative (?:returns?|performance|change)\b/gi,
    "fell",
  ],
  [/\b(?:price )?(?:change|return|performance)\b([^,;]*?) (?:is|was) positive\b/gi, "rose$1"],
  [/\b(?:price )?(?:change|return|performance)\b([^,;]*?) (?:is|was) negative\b/gi, "fell$1"],
  [
    /\b(?:had|has|posted|saw) (?:an? )?(?:higher|better|larger|bigger) (?:return|performance)s? than\b/gi,
    "outperformed",
  ],
  [/\b(?:had|has|posted|saw) (?:an? )?(?:lower|worse|smaller) (?:return|performance)s? than\b/gi, "underperformed"],
  [
    /\b(?:suffered|posted|took|booked|notched|recorded|logged|saw|made|shows?|showed|with)( up)? (?:an? )?loss(?:es)?(?: of)?\b/gi,
    "fell",
  ],
  [/\b(?:posted|booked|notched|recorded|logged|saw|made|shows?|showed|with)( up)? (?:an? )?gains?(?: of)?\b/gi, "rose"],
  [/\b(?:shows?|showed|with|posted|has) a plus of\b/gi, "rose"],
  [/\b(?:shows?|showed|with|posted|has) a minus of\b/gi, "fell"],
  [/\b(?:tacked on|piled on|put on|has put on)\b/gi, "rose"],
  [/\b(?:gave back|given back|handed back|surrendered|conceded)\b/gi, "fell"],
  [
    new RegExp(
      String.raw`\b(?:got|became|has become|has gotten|turned) (?=(?:${SIZE} )?${AMOUNT}[^,;]*(?:expensive|cheaper|pricier|dearer))`,
      "gi",
    ),
    "is ",
  ],
  [/\bcosts?\b(?=.*\d)(?!.*\d ?(?:%|percent))/gi, "is priced at"],
  [/\bmore expensive\b(?! than)|\bpricier\b(?! than)|\bdearer\b(?! than)/gi, "up"],
  [/(%|\bpercent|\bper cent) cheaper\b(?! than)/gi, "$1 down"],
  [/\bfailed to (?=gain|rise|climb|grow|advance|increase|fall|drop|recover)/gi, "did not "],
  [/\bfailed to (?:reclaim|break|break above|get above|rise above|climb above)\b/gi, "is not above"],
];

export const EVERYDAY: readonly Turn[] = [...THINGS, ...FLOWS, ...MARKETS, ...MOVES];
