// Words that a claim hangs on and no reading takes in: what it comes to without them is not what it says.
import type { MetricId } from "../../metric.ts";
import type { Why } from "../claim.ts";

const WENT =
  "(?:fell|rose|fallen|risen|falling|rising|dropped|gained|lost|climbed|declined|slid|increased|decreased|jumped|dipped|slipped|grew|shrank|advanced|sank)";
const SIZED = "(?:almost|nearly|practically|virtually|barely|hardly|scarcely)";
const LOSS =
  "(?:loss(?:es)?|slide|decline|drop|fall|downturn|sell-?off|dip|slump|gains?|rally|rise|climb|advance|recovery|rebound|drawdown|pullback|retreat|correction|streak|slump)";
const UNDONE =
  "(?:eras(?:ed|es|ing)|(?:made|makes|making|make) up(?: for)?|end(?:ed|s|ing)|recoup(?:ed|s|ing)|revers(?:ed|es|ing)|wip(?:ed|es|ing) (?:out|away|off)|undid|undone|par(?:ed|es|ing)|claw(?:ed|s|ing) back|trim(?:med|s|ming)|halt(?:ed|s|ing)|stop(?:ped|s|ping)|snap(?:ped|s|ping)|arrest(?:ed|s)|paus(?:ed|es|ing)|cancel(?:led|ed)(?: out)?|offset|retrac(?:ed|es|ing)|stemm?ed)";
const NUMBER = String.raw`(?![^,;]{0,12}\d)`;
const EXTREME = "(?:high|low|ath|atl|record|peak|bottom)";

/** Said like this it is of nothing that is measured, or of more than is read. */
const UNHEARD: readonly (readonly [RegExp, Why])[] = [
  // Money of which no rate is known.
  [/(?![$¢])\p{Sc}|\b(?:A|AU|C|CA|CAD|HK|NZ|S|SG|NT|R|MX|AUD)\$\s?\d/u, "unsupported"],
  [
    /\b(?:GBP|EUR|JPY|CHF|CAD|AUD|NZD|KRW|INR|CNY|RMB|RUB|TRY|BRL|SGD|HKD|SEK|NOK|ZAR|MXN|sats|satoshis?) ?\d|\d(?:k|m|bn)? ?(?:GBP|EUR|JPY|CHF|CAD|AUD|NZD|KRW|INR|CNY|RMB|RUB|TRY|BRL|SGD|HKD|SEK|NOK|ZAR|MXN|sats|satoshis?)\b/i,
    "unsupported",
  ],
  // It did not quite, or only just.
  [new RegExp(String.raw`\b${SIZED} (?:even |ever )?${WENT}\b`, "i"), "unread"],
  [
    new RegExp(String.raw`\b${WENT} (?:hardly|scarcely|barely)\b(?! (?:more|any|less|\d|(?:over|under) [$]?\d))`, "i"),
    "unread",
  ],
  // A way that came to its end.
  [
    new RegExp(
      String.raw`\b${UNDONE} (?:(?:all|most|some|half|much|more than|part|any|nearly|almost|of|its|the|his|their|this|those|these|recent|earlier|early|previous|prior|initial|daily|weekly|hourly|overnight|24h|24-hour|day['’]s|week['’]s|losing|winning|price|steep|long|short) )*${LOSS}\b`,
      "i",
    ),
    "unread",
  ],
  [
    new RegExp(
      String.raw`\b${LOSS}\b[^,;]*\b(?:(?:is|are|was|were|has|have) (?:(?:now|been|all|already|finally|come) )*(?:over|done|ended|stopped|stalled|halted|finished|erased|reversed|undone|recouped|faded|paused|to an end)|ran its course|ran out)\b${NUMBER}`,
      "i",
    ),
    "unread",
  ],
  // A level that was never reached is no way that it went.
  [/\bbeen (?:much |any |even )?(?:higher|lower)\b(?! than)/i, "unread"],
  [/\bbeen (?:above|below|over|under) [$]?\d[\d.,]*\w* since\b/i, "time"],
  [
    /\bwithin [\d.,]+ ?(?:%|percent|per cent|pct) of (?:its|the|[$]?\w+['’]s) [^,;]*\b(?:high|low|peak|top|bottom|record)\b/i,
    "unread",
  ],
  // Of an extreme that is held against the price.
  [
    new RegExp(
      String.raw`\b${EXTREME}\b[^,;]*\b(?:is|was|lies|stands|sits|remains) (?:(?:now|still|well|far|just) )*(?:above|below|over|under|beneath|higher than|lower than|more than|less than) (?:(?:its|the|current|spot|market|present) )*price\b`,
      "i",
    ),
    "unread",
  ],
  [/\bATL\b[^,;]*\b(?:than|above|below) (?:that|the one|the ATL) of\b/i, "unsupported"],
  // Two comparisons of which the second leaves out with what.
  [/\bthan\b.*\b(?:and|but) an? (?:higher|lower|larger|smaller|bigger|greater) [a-z]+(?: [a-z]+)?[.!]?$/i, "unread"],
  // A contract is a thing, and to contract is to shrink.
  [
    /(?:['’]s|\b(?:no|an?|the|its|smart|this|that|one)) (?:(?:token|smart|verified|audited|proxy|new|own|main|single) )*contract\b(?!['’])/i,
    "unsupported",
  ],
  [/(?<!\bpaying )\bto (?:be|stay|go|remain) (?:net )?(?:short|long)\b/i, "unread"],
  // The size of a change that has a sign.
  [/\bchange\b[^,;]*\b(?:(?:larger|smaller|bigger|greater) than|in (?:size|magnitude|absolute terms))/i, "ambiguous"],
  [
    /(?:\b(?:not|never|neither)|n['’]t)\b[^,;]*\b(?:rise|risen|rose|gain(?:ed)?|up|climb(?:ed)?) n?or (?:fall|fallen|fell|lose|lost|down|drop(?:ped)?)\b[^,;]*\bmore than\b/i,
    "unread",
  ],
  [
    /(?:\b(?:not|never|neither)|n['’]t)\b[^,;]*\b(?:fall|fallen|fell|lose|lost|down|drop(?:ped)?) n?or (?:rise|risen|rose|gain(?:ed)?|up|climb(?:ed)?)\b[^,;]*\bmore than\b/i,
    "unread",
  ],
  [/\b(?:is|trades|stands) (?:above|below|over|under|at) \d[\d.,]* (?:coins|points|tokens|contracts)\b/i, "unread"],
  [/\blost (?:the |its )?[$]?\d[\d.,]*k? support\b/i, "time"],
];

/** Nouns that are not what a token costs: of them nothing is known by its price. */
const NOT_PRICE =
  "(?:community|users?|user base|traders?|investors?|leverage|safety|security|score|rating|trades|exposure|ecosystem|sector|category|headlines|news|size|rates|float|contracts|developers?|adoption|popularity|team|network|revenues?|fees|hash ?rate|addresses|transactions|reputation|attention|hype|followers|mentions|searches|buyers|sellers|competitors?|rivals|peers|founders?|foundation|treasury|usage|activity|demand|risk)";
const OF_ELSE = new RegExp(
  String.raw`(?:['’]s|\bits|^the) (?:(?:own|whole|average|total|overall|active|daily|retail|on-chain|trading|market|price|native|entire|\w+['’]s) )*${NOT_PRICE}(?: (?:has|have|had|is|are|was|were|did|does|do|also|just|not|now|still|been|being|score|count))* (?:${WENT}|rises?|falls?|up|down|higher|lower|above|below|over|under|at|near|doubled|halved|more|less|outperformed|underperformed|beat|costs?|worth)\b`,
  "i",
);

/** Why the claim cannot be held against anything; null where it can. Pure. */
export const unheard = (text: string): Why | null => UNHEARD.find(([said]) => said.test(text))?.[1] ?? null;

/** Whether another thing is the subject than the price that was read. Pure. */
export const isOfElse = (text: string, metrics: readonly MetricId[]): boolean =>
  metrics.length > 0 && metrics.every((id) => id === "price") && OF_ELSE.test(text);
