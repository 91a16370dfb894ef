// Turns of phrase about how wild, how deep and how near to others a market is, and in what mood.
import { inMood } from "../prose/prose-words.ts";
import type { Turn } from "../turn/turned.ts";

const HOW =
  "(?:(?:more|less|fewer|greater|higher|lower) than|over|above|under|below|at least|at most|about|around|roughly|nearly|almost|close to|just over|just under|some|only|just|approximately|well over|well under|as much as)";
const WORDS =
  "(?:(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half)[- ])+(?:point [a-z]+ )?(?:thousand|million|billion|trillion|mil|bn|grand)";
const SUM = String.raw`(?:[$]\s?\d[\d.,]*\s?(?:(?:k|m|mn|mio|mil|million|bn?|bil|billion|t|trillion)(?![a-z]))?|\d[\d.,]*\s?(?:(?:k|m|mn|mio|mil|million|bn?|bil|billion|t|trillion)(?![a-z]))?|${WORDS})(?: (?:dollars|usd|bucks|greenbacks))?`;
const STILL = "(?:(?:currently|now|still|already|presently|right now|at the moment) )*";
const text = (one: unknown): string => (typeof one === "string" ? one : "");

/** How wild, how deep, how near to others. */
export const NATURES: readonly Turn[] = [
  [/\b(?:buy|bid) (?:walls?|orders)\b/gi, "bids"],
  [/\b(?:sell|ask) (?:walls?|orders)\b/gi, "asks"],
  [
    /\b(?:the )?(?:crypto )?(?:market|markets|investors|traders) (?:is|are|remains?|stays?) (?:still |now |very |quite )*(fearful|greedy|afraid)\b/gi,
    (_, mood = "") => `sentiment index is ${inMood(mood)}`,
  ],
  [
    /\b(?:the )?(?:options )?market (?:prices|is pricing|priced)(?: in)? (?:a |an )?(\d[\d.]* ?(?:%|percent|per cent)) (?:of )?(?:implied )?(?:volatility|vol)\b/gi,
    "implied volatility is $1",
  ],
  [/\b(?:moves?|swings?) (?:more|less) than (?:bitcoin|btc)[:,;]? (?:with )?(?:a |an |its )?(?=beta\b)/gi, ""],
  [
    /\b[a-z]{2,12} and (?:btc|bitcoin) (?:have|show|share|had) (?:a |an )?(?:\d+[- ]day |strong |high |tight |close |weak |low )*correlation (?:of|at) /gi,
    "correlation with bitcoin is ",
  ],
  [/\b(bids?|buyers|buy orders) (than|and|vs\.?|versus|exceed|outweigh) offers\b/gi, "$1 $2 asks"],
  [/\boffers (than|exceed|outweigh) (bids?)\b/gi, "asks $1 $2"],
  [
    /\b(?:the )?(?:order )?books? (?:shows?|has|have|holds?|contains?) (more|fewer) (bids|asks) than (bids|asks)\b/gi,
    (_, more = "", one = "", other = "") => `${one} are ${/more/i.test(more) ? "larger" : "smaller"} than ${other}`,
  ],
  [/\b(?:quoted|current|prevailing|top[- ]of[- ]book|bid[- ]offer) spread\b/gi, "spread"],
  [
    new RegExp(
      String.raw`\b(?:[a-z]{2,12}(?:['’]s)? )?defi (?:protocols |apps |ecosystem )?(?:holds?|has|have|locks?|contains?|secures?) (?=(?:${HOW} )?${SUM})`,
      "gi",
    ),
    "tvl is ",
  ],
  [/\b(?:volatility|vol) implied by (?:the )?options(?: market| markets| prices)?\b/gi, "implied volatility"],
  [
    /\b(?:(?:highly|strongly|closely|tightly|heavily|weakly|loosely|moderately) )?correlat(?:ed|es|ion) (?:with|to) (?:btc|bitcoin) ?[(,:]+ ?(?:at |of |r ?= ?|coefficient )*(-?\d?\.\d+)\)?/gi,
    "correlation with bitcoin is $1",
  ],
  [
    /\b(?:there(?:['’]s| is| are) )?(more|less) (buy|sell|bid|ask)[- ]?(?:side)? (?:depth |liquidity |interest |orders )?than (buy|sell|bid|ask)[- ]?(?:side)?(?: depth| liquidity| interest| orders)?\b/gi,
    (all, more = "", one = "", other = "") => {
      const isBid = (side: string) => /bid|buy/i.test(side);
      if (isBid(one) === isBid(other)) return all;
      return `${isBid(one) ? "bids" : "asks"} are ${/more/i.test(more) ? "larger" : "smaller"} than ${isBid(other) ? "bids" : "asks"}`;
    },
  ],
  [
    /\b(?:market |crypto |investor )?(?:sentiment|mood) (?:is |remains |sits |stays |lies )(?:still |now |firmly )*(?:in|at) (?:the )?(fear|greed)(?: zone| territory| range| area| mode)?\b/gi,
    (_, mood = "") => `sentiment index is ${inMood(mood)}`,
  ],
  [/(sentiment index is (?:below 47|above 54)),? (?:at|with|and at) (?=\d)/gi, "$1, fear and greed index is "],
  [
    new RegExp(
      String.raw`\b(?:the )?(?:order )?books? (?:holds?|has|have|shows?|contains?|carries|hold) ((?:${HOW} )?${SUM}) (?:worth )?(?:of|in) (bids|asks)(?: (?:and|against|versus|vs\.?) ((?:${HOW} )?${SUM}) (?:worth )?(?:of|in) (bids|asks))?`,
      "gi",
    ),
    (_, one = "", side = "", other, second) =>
      `${side} are ${one}${text(other) ? ` and ${text(second)} are ${text(other)}` : ""}`,
  ],
  [
    /\b(?:options?|the options market|options traders|options markets) (?:are |is )?(?:pricing in|pric(?:e|es) in|imply(?:ing)?|implies|expect(?:ing)?|see(?:ing)?) (more|less|higher|lower|greater) (?:volatility|vol|movement|turbulence) than (?:was |what was |has been )?(?:realised|realized|seen|observed|delivered)(?: (?:over|in|during) (?:the )?(?:past|last) (?:month|30 days|thirty days))?\b/gi,
    (_, way = "") =>
      `implied volatility is ${/more|higher|greater/i.test(way) ? "higher" : "lower"} than 30d realized volatility`,
  ],
  [
    /(?<!implied )\b(volatility|vol) (?:is |was |are )?(?:currently |now )?(?:running |trading )?(hotter|wilder|higher|lower|cooler|calmer|milder|greater) than (?:its |the )?((?:24|30)[- ]?(?:h|d|hour|day)s?|daily|monthly)(?: (?:realized|realised))?(?: (?:one|vol|volatility|figure|number|level))?\b/gi,
    (_, vol = "", way = "", other = "") =>
      `${vol} is ${/hotter|wilder|higher|greater/i.test(way) ? "higher" : "lower"} than ${other} volatility`,
  ],
  [
    /\b(?:tends? to )?(?:moves?|moving|trades?|trading) (?:(?:closely|in lockstep|in tandem|together|hand in hand|in sync) )?with (?:bitcoin|btc)[,:;]? (?:with )?(?:a |the )?(?=correlation)/gi,
    "",
  ],
  [
    /\b(?:a )?(?:high|low)[- ]beta (?:play|coin|token|asset|bet|name)[,:;]? (?:at |with )?(?:about |around )?(?=\d)/gi,
    "beta ",
  ],
  [/\bbeta (\d[\d.]*) (?:to|versus|vs\.?|against|on) (?:btc|bitcoin)\b/gi, "beta to bitcoin is $1"],
  [
    /\b(?:the )?(bid|ask|buy|sell)[- ]side(?: of (?:the )?(?:order )?books?)? (?:is |was )(?:currently |now )?(thicker|deeper|heavier|bigger|larger|fatter|thinner|shallower|lighter|smaller)(?: than the (?:other|bid|ask|buy|sell)(?:[- ]side)?(?: side)?)?(?=$|[.,;!]| and | but )/gi,
    (_, side = "", way = "") => {
      const [own, other] = /bid|buy/i.test(side) ? ["bids", "asks"] : ["asks", "bids"];
      return `${own} are ${/thinner|shallower|lighter|smaller/i.test(way) ? "smaller" : "larger"} than ${other}`;
    },
  ],
  [
    /\b(?:the )?(?:order )?books? (?:is |are |looks |was )?(?:(?:still|now|currently|slightly|clearly|a bit|a little) )*(bid|ask)[- ]heavy\b/gi,
    (_, side = "") => (/bid/i.test(side) ? "bids are larger than asks" : "asks are larger than bids"),
  ],
  [
    /\b(?:the )?(?:order )?books? (?:is |are |was )?(?:(?:still|now|currently|slightly|clearly|heavily) )*(?:tilted|skewed|weighted|leaning|stacked|imbalanced) (?:to(?:wards?)? |in favou?r of |on |for )(?:the )?(bid|ask|buy|sell)\w*(?:[- ]side)?\b/gi,
    (_, side = "") => (/bid|buy/i.test(side) ? "bids are larger than asks" : "asks are larger than bids"),
  ],
  [/\bbarely (?:over|above|more than) (?=(?:a|an|one|\d))/gi, "just over "],
  [
    /\border ?book (?:is|was) (.{0,20}?(?:times|x)) (?:as deep as|deeper than) ([A-Za-z]+)(?:['’]s)?(?: order ?book| book)?/gi,
    "depth is $1 the depth of $2",
  ],
  [
    new RegExp(
      String.raw`\b((?:${HOW} )?${SUM}) (?:worth )?(?:of (?:value|assets|tokens|crypto) )?(?:is|are|sits|sit) ${STILL}(?:locked|deposited|parked|sitting) (?:up )?(?:in|on|across) (?:[A-Za-z]+(?:['’]s)? )?(?:defi|protocols?|ecosystem|apps|dapps)(?: protocols| apps| ecosystem)?\b`,
      "gi",
    ),
    "tvl is $1",
  ],
  [
    /\b(greed|fear) (?:dominates|rules|prevails|reigns|grips|has gripped|is gripping|has taken hold of|is dominating)(?: (?:in |over )?(?:the )?(?:crypto )?(?:market|markets|investors|crypto|traders|sentiment))?\b/gi,
    (_, mood = "") => `sentiment index is ${inMood(mood)}`,
  ],
  [
    /\b(?:market |crypto )?(?:mood|sentiment) (?:is |remains |stays )?(?:still |now )?(fearful|greedy)\b/gi,
    (_, mood = "") => `sentiment index is ${inMood(mood)}`,
  ],
  [
    /(sentiment index is (?:below 47|above 54))[,:]? (?:with |and )?(?:the |an? )?(?:index|reading|score|gauge) (?:(?:is|stands|sits|reads|comes in) )?(?:at|of|is)? ?(?=\d)/gi,
    "$1, fear and greed index is ",
  ],
  [
    /\b(weaker|stronger) than (btc|eth|bitcoin|ethereum|the market|sol|ada)\b([^,;]*?),? but (weaker|stronger) (?=(?:over|in|on|this|for|during))/gi,
    "$1 than $2$3 but $4 than $2 ",
  ],
  [
    /\bversus (bitcoin|btc|eth|ethereum|sol|solana),? (?:it|[a-z]{2,6}|[A-Z][a-z]+) is ([\d.]+ (?:points|%|percent|percentage points|pp)) (behind|ahead)\b/gi,
    (_, other = "", far = "", way = "") =>
      `${/ahead/i.test(way) ? "outperformed" : "underperformed"} ${other} by ${far}`,
  ],
  [/\b(?:broke|breaks|broken|cracked|jumped|climbed|climbs|moved|moves) into (?:the )?top\b/gi, "is top"],
];
