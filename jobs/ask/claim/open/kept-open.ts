// Words that a claim hangs on and no measurement answers, wherever they stand: what it comes to without them is not what it says.
import type { Why } from "../claim.ts";
import { EVER as RECORD } from "../turn/reworded/pieces.ts";
import { firstFound, soughtOf } from "../turn/turned.ts";

const WENT =
  "(?:fell|rose|fallen|risen|falling|rising|dropped|gained|lost|climbed|declined|slid|increased|decreased|jumped|dipped|slipped|grew|shrank|advanced|sank)";
const SIZED = "(?:almost|nearly|practically|virtually|barely|hardly|scarcely)";
const LOSS =
  "(?:loss(?:es)?|slide|decline|drop|fall|downturn|sell-?off|dip|slump|gains?|rally|rise|climb|advance|recovery|rebound|drawdown|pullback|retreat|correction|streak|slump)";
const UNDONE =
  "(?:eras(?:ed|es|ing)|(?:made|makes|making|make) up(?: for)?|end(?:ed|s|ing)|recoup(?:ed|s|ing)|revers(?:ed|es|ing)|wip(?:ed|es|ing) (?:out|away|off)|undid|undone|par(?:ed|es|ing)|claw(?:ed|s|ing) back|trim(?:med|s|ming)|halt(?:ed|s|ing)|stop(?:ped|s|ping)|snap(?:ped|s|ping)|arrest(?:ed|s)|paus(?:ed|es|ing)|cancel(?:led|ed)(?: out)?|offset|retrac(?:ed|es|ing)|stemm?ed|halv(?:ed|es|ing)|doubled|trebled|regain(?:ed|s|ing))";
const NUMBER = String.raw`(?![^,;]{0,12}\d)`;
const THING = "(?:trades?|contracts?|costs|halvings?|floats?|quotes|prints|posts)";
const EXTREME = "(?:high|low|ath|atl|record|peak|bottom)";

const RISEN = "(?:rise|risen|rose|gain(?:ed)?|up|climb(?:ed)?)";
const FALLEN = "(?:fall|fallen|fell|lose|lost|down|drop(?:ped)?)";
const MONEY = "(?:GBP|EUR|JPY|CHF|CAD|AUD|NZD|KRW|INR|CNY|RMB|RUB|TRY|BRL|SGD|HKD|SEK|NOK|ZAR|MXN|sats|satoshis?)";
const PLACE = "(?:at|above|below|under|over|near|around|about|close to|just|north of|south of|higher than|lower than)";
export const WAYS =
  "rising|falling|climbing|dropping|declining|sliding|gaining|losing|sinking|growing|shrinking|increasing|decreasing|advancing|slipping|recovering";

/** Said like this it is of an instant, a time or a thing that nothing measures, or of more than is read. */
const OPEN: readonly (readonly [RegExp, Why])[] = [
  // Money of which no rate is known.
  [/(?![$¢])\p{Sc}|\b(?:A|AU|C|CA|CAD|HK|NZ|S|SG|NT|R|MX|AUD)\$\s?\d/u, "unsupported"],
  [new RegExp(String.raw`\b${MONEY} ?\d|\d(?:k|m|bn)? ?${MONEY}\b`, "i"), "unsupported"],
  // A fall of so much, or any number above it.
  [/(?<![\w.])[-−–]\d[\d.,]* ?(?:%|percent|per cent|pct)? or (?:more|less|better|worse)\b/i, "ambiguous"],
  // It did not quite, or only just.
  [new RegExp(String.raw`\b${SIZED} (?:even |ever |(?!more|less)[$]?\w+ )?${WENT}\b`, "i"), "unread"],
  [new RegExp(String.raw`\b${WENT} ${SIZED} (?:over|in|during|within|today|this|since)\b(?! [$]?\d)`, "i"), "unread"],
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
  // A part of a way.
  [
    new RegExp(
      String.raw`(?:\b(?:half|third|quarter|fifth|tenth|most|much|bulk|part|percent|thirds|quarters)|%) of (?:its|the|those|these|that|[$]?\w+['’]s) (?:\w+ )?${LOSS}\b`,
      "i",
    ),
    "unread",
  ],
  // Of how large a way is now nothing is measured, and a rank is no way.
  [
    new RegExp(
      String.raw`\b${LOSS}\b[^,;]*\b(?:(?:is|are) (?:getting|growing|becoming) |has been |have been )(?:smaller|larger|bigger|less|halved|doubled|trebled|reduced)\b`,
      "i",
    ),
    "unsupported",
  ],
  [
    new RegExp(
      String.raw`\b(?:${WENT}|moved|went|up|down) (?:up |down |by )*(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|several|a few) (?:ranks?|places?|spots?|positions?|rungs?)\b`,
      "i",
    ),
    "time",
  ],
  // Of one alone, where only their sum is measured.
  [/\b(?:single|individual|lone|sole|one|average|mean|median|typical) (?:[$]?\w+ ){0,2}liquidation\b/i, "unsupported"],
  [/\b(?:bottom|top|low|high) is in\b/i, "opinion"],
  // What is meant of its size would be read as one of three.
  [/,? (?:up or down|down or up)\s*[.!]?\s*$/i, "unread"],
  // Figures of speech that hold a word of a way or of a place.
  [/\b(?:lost|loses|losing) (?:its|the|their) (?:way|footing|appeal|shine|edge|grip|nerve|mojo)\b/i, "unread"],
  [/\bup and (?:running|about|coming)\b|\b(?:is|['’]s) up to [$]?[a-z]+ to\b/i, "unread"],
  [/\b(?:building|alert) (?:is|of|fell|rose)\b|['’]s (?:building|alert)\b/i, "unread"],
  [/\b(?:hold|holds|held|holding) [-+]?[\d.]+ ?(?:%|percent|per cent|pct) (?:in|over|during|for)\b/i, "unread"],
  [/\b(?:hours?|days?|weeks?|minutes?|months?) from now\b/i, "future"],
  [/\b(?:historic(?:al)?|past|former|old|cost) price\b/i, "time"],
  [
    /(?:\b(?:not|never)\b|n['’]t\b)[^,;]*\b(?:above|below|over|under|past|beyond) [$]?\d[^,;]*\bsince (?:its|the|their) (?:all[- ]time|record|ath|peak|highs?|lows?|launch|listing)\b/i,
    "time",
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
  // Two comparisons of which the second leaves out with what.
  [/\bthan\b.*\b(?:and|but) an? (?:higher|lower|larger|smaller|bigger|greater) [a-z]+(?: [a-z]+)?[.!]?$/i, "unread"],
  // Things that are verbs as well: to contract is to shrink, and to cost or to trade at is to be worth.
  [
    /(?:['’]s|\b(?:no|an?|the|its|smart|this|that|one)) (?:(?:token|smart|verified|audited|proxy|new|own|main|single) )*contract\b(?!['’])/i,
    "unsupported",
  ],
  [
    new RegExp(String.raw`(?:['’]s|\b(?:its|their)) (?:(?:own|total|daily|average|open) )*${THING} `, "i"),
    "unsupported",
  ],
  [
    new RegExp(
      String.raw`(?<!\b(?:interest|volume)\b[^,;]*)\b${THING} (?:(?:has|have|also|just|now|all) )*${WENT}\b|\b${THING} of\b`,
      "i",
    ),
    "unsupported",
  ],
  [new RegExp(String.raw`^(?:the )?${THING} (?:on|in)\b`, "i"), "unsupported"],
  [new RegExp(String.raw`\b(?:gained|lost|added|shed|more|fewer|less|many|no) ${THING}\b`, "i"), "unsupported"],
  [/(?<!\bpaying )\bto (?:be|stay|go|remain) (?:net )?(?:short|long)\b/i, "unread"],
  [
    new RegExp(
      String.raw`(?:\b(?:not|never|neither)|n['’]t)\b[^,;]*\b(?:${RISEN} n?or ${FALLEN}|${FALLEN} n?or ${RISEN})\b[^,;]*\bmore than\b`,
      "i",
    ),
    "unread",
  ],
  [/\b(?:is|trades|stands) (?:above|below|over|under|at) \d[\d.,]* (?:coins|points|tokens|contracts)\b/i, "unread"],
  // Coming unlocks went no way.
  [
    new RegExp(
      String.raw`\b(?:unlocks?|unlocking|vesting|cliffs?)\b (?:(?:has|have|is|are|was|were|just|also|now|schedule) )*(?:${WENT}|(?:up|down) [\d.]+ ?%)(?! (?:due|in the next|within|on|by (?:the|next)))|\b${WENT} (?:unlocks?|vesting|cliffs?)\b`,
      "i",
    ),
    "time",
  ],
  [
    new RegExp(String.raw`['’]s market (?:(?:has|is|was|just|also) )*(?:${WENT}|up|down|higher|lower)\b`, "i"),
    "unread",
  ],
  [/\blost (?:the |its )?[$]?\d[\d.,]*k? support\b/i, "time"],
  // Between its very ends, or somewhere within them.
  [
    /\b(?:traded|moved|ranged|fluctuated|swung) (?:in a range )?(?:between|from) (?:about |roughly )?[$a-z]*\s?[\d.,]+[^,;\d]* (?:and|to) (?:about |roughly )?[$a-z]*\s?[\d.,]+[^,;\d]* (?:(?:in|over|during|within|for|across) (?:the |an? |one |\d)|today\b)/i,
    "ambiguous",
  ],
  [
    /^(?:over|in|during|within|for|across|throughout) [^,;]*,? [^,;]*\b(?:traded|moved|ranged|fluctuated|swung|oscillated) (?:in a range )?(?:between|from) [$a-z]*\s?[\d.,]+/i,
    "ambiguous",
  ],

  // Of a month, a week or a day of the calendar that is over only the end is a close.
  [
    /\b(?:clos(?:ed|es|ing)|ended|finished|settled) (?:out )?(?:the|its|this|last|yesterday['’]?s?) (?:last |past |previous |calendar |trading )?(?:day|week|month|quarter|year|session)\b/i,
    "time",
  ],
  [
    /\b(?:green|red|positive|negative|winning|losing|good|bad|best|worst|strong|weak) (?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i,
    "time",
  ],
  // Where it stood when a day ended or began.
  [
    new RegExp(
      String.raw`\b(?:clos(?:ed|es|ing)|ended|finished|settled|opened|opens|began|started)(?: (?:out|off|trading))?(?: (?:the|its|this|last|yesterday['’]?s?) ?(?:day|week|month|session|hour|trading)?)?,? ${PLACE} [$]?\d`,
      "i",
    ),
    "time",
  ],
  [/\b(?:hours|days|weeks|months|sessions?|fell|rose|risen|fallen|dropped|gained) straight\b/i, "time"],
  [/\b(?:last|previous|past|latest|most recent|recent) (?:token |supply )?unlock\b(?!s)/i, "time"],
  [/\bunlock\b.*\bof (?:its |the |all )?(?:total|max(?:imum)?|entire|whole) supply\b/i, "unread"],
  [new RegExp(String.raw`\b(?:no longer|not anymore|stopped|ceased|quit|done) (?:${WAYS})\b`, "i"), "time"],
  [/\b(?:is|are|looks?|seems?|feels?|['’]s) (?:safe|dead|healthy|unhealthy)\b(?! flat)/i, "opinion"],
  [
    /\b(?:funds|etfs?|etps?|products|trusts?) (?:saw|see|had|have|recorded|drew|attracted|took in|posted|registered)\b.*\b(?:in|out)flows?\b/i,
    "unsupported",
  ],
  // Of what it does as a rule, and of how long it has been so, nothing is measured.
  [
    /\b(?:usually|typically|normally|often|rarely|seldom|frequently|sometimes|always|habitually) (?:falls?|rises?|drops?|gains?|loses?|trades?|moves?)\b/i,
    "time",
  ],
  [/\b(?:has|have) been (?:positive|negative) (?:for|since|all|throughout)\b/i, "time"],
  [/\b(?:first|final|opening|closing) (?:hours?|minutes?) of\b/i, "time"],
  [/\breali[sz]ed (?:cap|capitali[sz]ation|price|profits?|loss(?:es)?)\b/i, "unsupported"],
  [
    /\b(?:holders|buyers|investors) (?:of [a-z]+ )?(?:are|sit) (?:now |still |mostly )?(?:in profit|in the money|underwater|in the red|in the green|at a loss|profitable)\b/i,
    "unsupported",
  ],
  // What was so once, or in a year that is over.
  [/\bhad been (?:up|down|above|below|over|under|at|worth|trading|higher|lower)\b/i, "time"],
  [
    /\b(?:in|of|on|since|during|by|until|before|after|through|(?:jan|febr)uary|march|april|may|june|july|august|(?:sept|nov|dec)ember|october|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?|\d(?:st|nd|rd|th)?),? (?:19|20)\d\d\b(?! ?(?:usd|dollars?|k\b|coins?|tokens?|%))/i,
    "time",
  ],
  [
    /\b(?:from|since|against|versus|relative to|compared (?:to|with)) (?:its|the) (?:record|all[- ]time|lifetime|historic(?:al)?) low\b/i,
    "unsupported",
  ],
  [/\b(?:recover|regain|rebound|claw)\w*\b[^,;]*\bdrawdown\b/i, "unread"],
  [/\bon-?chain (?:trading |transfer |transaction )?(?:volumes?|turnover)\b/i, "unsupported"],
  // Which way it is going is no way that it went.
  [/\b(?:is|are|be|looks?|seems?|now|still) headed (?:up|down|higher|lower|north|south)\b/i, "future"],
  [
    /\b(?:nearly|almost|practically|all but) (?:outperform|underperform|outpac|outdid|beat|bested|got the better|had the (?:edge|upper hand)|left \w+ behind)/i,
    "unread",
  ],
  [/\b(?:two|three|four|five|six|seven|[2-7])[- ]figures?\b/i, "unread"],
];

const TURN_POINT =
  "(?:highs?|lows?|peak(?:ed|ing|s)?|tops?|topp(?:ed|ing)|bottom(?:ed|ing|s)?|trough|touch(?:ed|es|ing)|hit(?:ting|s)?|reach(?:ed|es|ing)|tagg(?:ed|ing))";
export const EVER = /\b(?:all[- ]time|record|historic(?:al)?|lifetime|ath|ever)\b/i;
const TIMED =
  /\b(?:\d+[- ]?(?:h|d|hours?|days?|weeks?|months?|minutes?)|hour(?:ly|s)?|day|days|daily|week(?:ly|s)?|month(?:ly|s)?|year|today|yesterday|overnight|24h|7d)\b/i;
const SOME_WAY =
  /%|\b(?:percent|per cent|pct|lost|loses?|shed|gave|given|gain(?:ed|s)?|fell|fallen|rose|risen|drop(?:ped|s)?|down|up|added|climb(?:ed|s)?|recover(?:ed|s)?|bounced|slid|slipped|retreated|rebounded|pulled|declined|surged|jumped|advanced|rallied|tumbled|sunk|sank|eased|higher|lower)\b/i;
/** "Having touched $158, it gave back 4 %". */
const FRONTED = new RegExp(String.raw`^(?:ever )?(since|from|having|after) (?=[^;]*\b${TURN_POINT}\b)([^;]*)$`, "i");
const ONWARD =
  /\b(?:from (?:there|then(?: on)?|that (?:high|low|level|point|peak|bottom|top|mark|price))|since then|ever since|since that (?:high|low|point|peak|bottom|top)|thereafter|since)(?=\s*(?:[.!,;]|$))/i;

/** Which change is meant is not told then. */
function isUntold(text: string): boolean {
  if (ONWARD.test(text)) return SOME_WAY.test(text);
  const [, , said = ""] = FRONTED.exec(text.trim()) ?? [];
  // Without a comma between them nobody knows what a time in it is of.
  const at = said.search(/,\s/);
  const isPeak = /^(?:its|the|an?) peak\b/i.test(said) && at > 0 && !TIMED.test(said.slice(0, at));
  if (said === "" || EVER.test(said) || isPeak) return false;
  const rest = said.slice(at + 1);
  return SOME_WAY.test(rest) && (at < 0 || !TIMED.test(said.slice(said.lastIndexOf(", ") + 1)));
}

const OPEN_SOUGHT = soughtOf(OPEN);
/** Why the claim cannot be held against anything; null where it can. `plain` is in the order in which clauses are read. Pure. */
export const whyOpen = (text: string, plain: string): Why | null =>
  firstFound(text, OPEN_SOUGHT())?.[1] ?? (isUntold(plain) ? "time" : null);

/** Frames that only some of their words can be read in: where none of those stood in one, what is beside it says something else. */
const LEFT: readonly (readonly [RegExp, Why])[] = [
  [
    new RegExp(
      `^(?:(?:measured|counted|calculated|reckoned|judged) (?:from|against)|compared (?:to|with)|relative to|in relation to|against|versus|vs\\.?) (?:its|the) ${RECORD}`,
      "i",
    ),
    "time",
  ],
  [new RegExp(`(?:^|[.;,] |\\b(?:and|but|while) )at (?:its|the) ${RECORD},? (?=[$]?[A-Za-z])`, "i"), "time"],
  [/\bon the (?:plus|minus) side\b/i, "unread"],
  // So much below what was told before it.
  [
    /(?:%|\b(?:percent|per cent|pct)) (?:below|under|lower than|beneath|above|higher than|over|less than|more than|short of) (?:that|it|this|which)\b/i,
    "unread",
  ],
];

const LEFT_SOUGHT = soughtOf(LEFT);
/** Why a claim that is put in plain words cannot be held against anything; null where it can. Pure. */
export const whyLeft = (text: string): Why | null => firstFound(text, LEFT_SOUGHT())?.[1] ?? null;
