// Other names that market prose has for what is measured.

import { placeOf, placesOf } from "../turn/number-words.ts";
import type { Turn } from "../turn/turned.ts";
import { text } from "./prose-words.ts";

/** Other names of what is measured. */
export const CALLED: readonly Turn[] = [
  [
    /\b(?:at|in|on|occup\w+|hold\w*|tak\w+|ranks?)(?: the)? (\d+)(?:st|nd|rd|th) (?:place|position|spot|rank|slot)(?: (?:for|by|in|on)(?: the)?(?: market)? ?(?:cap\w*|value|list|table|ranking))?/gi,
    "is rank $1",
  ],
  [/\b(?:ranking|ranked|ranks) (\d+)(?:st|nd|rd|th)\b/gi, "is rank $1"],
  [
    /\b(?:quantity|value|volume|amount|total|sum) of (?:all )?(?:liquidated|force[- ]closed|forcibly closed) (?:positions|contracts|trades|bets)\b/gi,
    "liquidations",
  ],
  [
    /\b(?:money|capital|value|funds|assets|dollars) (?:that (?:is|are) )?(?:blocked|locked|parked|deposited|sitting|tied up|held)(?: up)? (?:in|inside|on|within|across) (?:the )?(?:defi|protocols|apps|decentrali[sz]ed finance)(?: (?:of|on) [a-z]+)?/gi,
    "tvl",
  ],
  [/\b(?:is|are|sits?|being|locked(?: up)?) (?:locked(?: up)? )?(?:in|under|for) stak(?:e|ing)\b/gi, "is staked"],
  [/\bdepth \((?:±)?2 ?%\)/gi, "depth"],
  [/\btop[- ]?(?:10|ten):/gi, "top ten holders:"],
  [/\b(?:24h |daily )?high\/low(?: (?:24h|\(24h\)))?:? ([$]?[\d.,]+)\/([$]?[\d.,]+)/gi, "24h high $1, 24h low $2"],
  [/\bcexe?s\b/gi, "exchanges"],
  [/\boi\/(?:mc|mcap|market cap)\b/gi, "oi to mcap"],
  [
    new RegExp(
      String.raw`\b(?:ranks?|ranked|ranking|is ranked)(?: as)?(?: the)? (?:(${placesOf(1, 10)})|(\d+)(?:st|nd|rd|th))\b(?! (?:largest|biggest))(?: (?:among|of|out of|in) (?:all )?(?:the )?(?:crypto\w*|coins|tokens|digital assets))?`,
      "gi",
    ),
    (_, word, digits) => `is rank ${text(digits) || placeOf(text(word))}`,
  ],
  [
    /\b(?:of )?(?:[a-z]+['’]s|its|the) (?:total |circulating )?supply (?=(?:is |are )?(?:staked|unlocks|unlocking|unlocked|will unlock))/gi,
    "",
  ],
  [/\b(?:is|are) held by (?=(?:the )?(?:ten|10|top)\b)/gi, "of "],
  [/\bannuali[sz]es (?:to|at)\b/gi, "annualised is"],
  [
    /\b(?:which )?(?:places|puts|makes|leaves|ranks) it (?:at )?(?:number |in )?(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?: place| position| spot)?\b/gi,
    (_, word = "") => `is rank ${placeOf(word)}`,
  ],
  [/\bstaking (?:participation|level|quota)\b/gi, "staked share"],
  [/\bowners\b/gi, "holders"],
  [/\b(?:ten|10) (?:biggest|largest|richest|top) holders\b/gi, "top ten holders"],
  [/\b(?:from|of) all (?:the )?(?:coins|tokens)\b/gi, ""],
  [
    /\b(?:difference|gap) between (?:the )?(?:buy|bid|buying)(?: price)? and (?:the )?(?:sell|ask|offer|selling)(?: prices?)?\b/gi,
    "spread",
  ],
  [/\b(?:people|traders|those|ones) (?:who|that) (?:have|hold|own) (longs|shorts)\b/gi, "$1"],
  [/\bpay to (?=(?:the )?(?:longs|shorts|people|those|traders))/gi, "pay "],
  [/\b(?:sol|btc|eth|ada|bitcoin|solana|ether) (?:coins|tokens) (?=(?:are|is) )/gi, "coins "],
  [/\bdefi (?:deposits|tvl|value locked)\b/gi, "tvl"],
  [/\b(?:order ?book|bid[- ]?(?:\/|and|to)?[- ]?(?:ask|offer)) spread\b/gi, "spread"],
  [/\bresting (?:on|in) (?:the |its )?(?:order )?books?\b/gi, "of depth"],
  [
    /\b(?:[a-z]{2,10} and (?:btc|bitcoin)|(?:btc|bitcoin) and [a-z]{2,10}) (?:are|have been|were) correlated\b|\bcorrelation between (?:[a-z]{2,10} and (?:btc|bitcoin)|(?:btc|bitcoin) and [a-z]{2,10})\b/gi,
    "correlation with bitcoin",
  ],
  [
    /(\d ?%|\bpercent) of (?:the |its |all )?(?:circulating |total )?supply (?:is|are|sits?) (?:in the hands of|held by|owned by|controlled by|concentrated (?:in|among)|with)\b/gi,
    "$1 of",
  ],
  [/(?<=\bcirculat\w*\b[^.;]*),? out of (?:a total (?:supply )?of |a supply of )?(?=[\d])/gi, ", total supply is "],
  [/\ba net (?=[$]?\d)/gi, "net "],
];
