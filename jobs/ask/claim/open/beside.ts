// What stands beside the conditions of a claim and changes what they mean: of whom, when, in what, and whether it is taken back. Where no condition takes it in, nothing is decided.
import { metricRow } from "../../metric.ts";
import { type Read, readItems } from "../../read-items.ts";
import { type Claim, leavesOf, metricsIn, refsOf } from "../claim.ts";
import { isOfMarketAlone } from "../kin.ts";
import { NAME } from "../turn/reworded/pieces.ts";

const COINS = "(?:coins?|tokens?|assets?|cryptos?|cryptocurrenc(?:y|ies)|altcoins?|alts|majors)";
const MONTH =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)";
const DENIED =
  "(?:a lie|lies|nope|nah|no way|fake news|fake|bullshit|bs|cap|not so|rubbish|nonsense|untrue|wrong|as if|just kidding|jk|psych|or not)";

/** Said beside any condition it is another one. */
const ASIDE = new RegExp(
  [
    // Taken back.
    String.raw`^${DENIED}\s*[:,!.—–-]`,
    String.raw`(?:[—–,:;.!(]|\s-)\s*${DENIED}\s*[.!)]*\s*$`,
    String.raw`\s/s\s*$`,
    // Parts of a time one by one.
    String.raw`\b(?:each|every|one|two|three|four|five|six|any|some|most|many|several|none|half|part) (?:single )?(?:one )?of (?:the |its |these |those )?(?:last|past|previous|preceding|trailing)\b`,
    // Of one coin alone.
    String.raw`\bonly (?:${NAME})`,
    String.raw`\b(?:${NAME}) (?:alone|only)\b`,
    // Money for one is no money for another, and no terms but dollars are read.
    String.raw`\bin (?:coins|tokens|contracts|lots|units|native terms|native units|real terms|log terms|(?:${NAME}) terms|coin terms)\b`,
    String.raw`\b(?:up|down|gained|lost|rose|fell|rises|falls)\b[^,;]*\d[^,;]* in (?:${NAME})[.!]?$`,
    String.raw`\b\d[\d.,]* ?(?:fr|frs|sfr|francs?)\b`,
    // The same told again, in dollars.
    String.raw`(?:%|per cent|percent|pct),? \(\s*[-+−±]?\s*[$]\s?\d`,
    // From a level, and to none.
    String.raw`\b(?:up|down|recover(?:ed|s)|rose|risen|climbed|rebounded|fell|fallen|dropped|slid|bounced|gained|lost|back) (?:back )?from (?:about |around |roughly |nearly |just )?[$]\s?\d(?![^;]*\bto [$]?\d)`,
    // Nearly so, and not so.
    String.raw`\b(?:nearly|almost|practically|all but|virtually) (?:hit|hits|reached|touched|set|made|tagged|at|a new|a fresh|an all|its)\b(?! [$]?\d)`,
    String.raw`\b(?:came|come|comes|got|gets) (?:very |so |really |quite )?close to\b[^,;]*\b(?:high|low|peak|record|ath)\b`,
    String.raw`\b(?:barely|hardly|scarcely|almost|nearly) (?:positive|negative)\b`,
    String.raw`\b(?:wants?|hopes?|tries|needs?|would like) to (?:be|go|trade|stay|get)\b`,
    String.raw`\b(?:temporarily|intermittently|briefly|momentarily|sporadically|occasionally)\b`,
    // Of something else of the same name.
    String.raw`\b(?:network|chain|wallets?|accounts?|positions?|funds?|net|sum|gross|notional) (?:trading )?volumes?\b`,
    String.raw`\b(?:spot|volume-weighted) liquidations?\b|\boff-chain open interest\b`,
    String.raw`\boutnumber\w*\b[^,;]*\bby (?:value|notional|size|volume)\b`,
    String.raw`\b(?:cheaper|dearer|pricier|more expensive)\b[^;]*\bon (?:exchanges|venues)\b`,
    String.raw`\b(?:monthly|weekly|typical|reali[sz]ed|historical) (?:\w+ )?funding\b`,
    String.raw`\b(?:funding|longs|shorts|basis)\b[^,;]*\bamong (?:retail|professional|small|large|institutional)\b`,
  ].join("|"),
  "i",
);

/** Of all of them, which is one coin's number nowhere. */
const OF_MANY = new RegExp(
  String.raw`\b(?:every|all|each|any|no|most|many|several|few|both) (?:of (?:the )?)?(?:single |other |major |large |tracked |the )*${COINS}\b`,
  "i",
);
const SHARED = new RegExp(
  String.raw`\b(?:every|all|each) (?:of (?:the )?)?(?:single |other |major |large |tracked |the )*${COINS}\b[^,;]*\d`,
  "i",
);
const isOfMany = (claim: Claim, text: string): boolean => {
  if (!OF_MANY.test(text)) return false;
  const isCounted = metricsIn(claim).some((id) => id === "breadth" || id === "rank" || id === "market_change");
  return !isCounted || (SHARED.test(text) && metricsIn(claim).includes("breadth"));
};

const PAST = new RegExp(
  String.raw`\b(?:yesterday|overnight|last (?:night|week|month|year|quarter)|(?:in|since|during|until|by|of|on|before|after) (?:(?:early|mid|late)[- ])?${MONTH}\b(?!['’]s)|(?:on|since|until|by|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|at (?:midnight|noon|the (?:open|close)|dawn|lunch)|in the (?:morning|afternoon|evening|night)|(?:was|were|has been|have been|been|paid|stayed|remained)\b[^,;]* for (?:\d+|an?|one|two|three|four|five|six|seven|several|many|some|a few) (?:hours?|days?|weeks?|months?|years?)|during (?:\w+ ){1,3}hours)\b`,
  "i",
);
/** A time that has passed beside what is only known as it stands. */
const isOfThen = (claim: Claim, text: string): boolean =>
  PAST.test(text) && leavesOf(claim).length > 0 && !refsOf(claim).some(({ time }) => time !== null);

/** "Volume was higher yesterday than today": only how it changed since is known, which is the other way round. */
const THAN_NOW =
  /\b(?:yesterday|last (?:day|night|week|month))\b.*(?:\b(?:than|exceed(?:s|ed)|above|below|over|under)|[<>])\s*(?:it (?:is|was) |in |that of )?(?:today|now|at present|currently)\b|\bcompared (?:with|to) (?:today|now)\b/i;
const isBackwards = (claim: Claim, text: string): boolean =>
  THAN_NOW.test(text) && refsOf(claim).some(({ metric, aspect }) => metric !== "price" && aspect === "change");

const MONEY = /[$]|\b(?:usd|dollars?|bucks|cents?)\b/i;
const IN_COIN = new RegExp(String.raw`\b(?:in|of) (?:${NAME})`, "i");
const SO_MANY = /\d[\d.,]* ?(?:k|m|mn|million|b|bn|billion|thousand)? (?:coins|tokens|contracts|lots)\b/i;
const LARGE = 10_000;
/** So many coins beside what is measured in dollars. */
function isInCoins(claim: Claim, text: string): boolean {
  if (MONEY.test(text)) return false;
  const sums = leavesOf(claim).flatMap((one) =>
    one.is === "test" && one.ref.aspect === "level" && metricRow(one.ref.metric).unit === "usd" ? [one] : [],
  );
  if (sums.length === 0) return false;
  return (
    SO_MANY.test(text) ||
    (IN_COIN.test(text) && sums.some(({ target, ref }) => ref.metric !== "price" && target.value >= LARGE))
  );
}

const OPENS =
  /^(?:at|in|during|on|by|for|under|before|after|among|amongst|outside|inside|without|per|from|of|with|when|whenever|if|unless)\b/i;
const HARMLESS =
  /^(?:(?:at|as of|by|for|from|in|on|of) (?:(?:the |this |that |our |your |my |its )?(?:moment|time(?: of (?:writing|publication|press))?|point|minute|present|least|writing|press time|now|today|record|fact|short|brief|sum|truth|reality|total|all|other words|addition|general|particular|turn|contrast|comparison|effect|essence|meantime|view|opinion|crypto|way|instance|example|context|reference|what it['’]s worth|me|us|balance|whole|average|note|other hand|one hand|course|chart|charts|tape|board|dashboard|data|figures|numbers|screen|terms of \w+|percentage terms|dollar terms|line with \w+|check|sight|glance|look|last check|current (?:prices?|levels?)|present (?:prices?|levels?))\b.*|all this|that|this)|for good measure|per [\w'’ -]*(?:data|figures?|reports?|sources?|numbers|charts?)|per (?:year|annum|coin|token)|by (?:the )?number of \w+|of course|after all|if (?:anything|you ask me|so|true)|with (?:that|this|it)(?: said)?|from (?:what|where) (?:i|we) .*|on (?:the |an? )?(?:[\w-]+ )?(?:front|side|basis|venues?|exchanges?|perps|spot|derivatives)|in (?:the )?(?:[\w-]+ )?(?:market|markets|session|trading|space|terms|futures|perps|spot))$/i;
/** Words that stand for something that is told. */
const TELLING: readonly Read["is"][] = [
  ...(["number", "token", "metric", "hours", "span", "move", "venue", "market", "fact", "positive", "op"] as const),
  ...([
    "extreme",
    "part",
    "futures",
    "spot",
    "more",
    "bigger",
    "versus",
    "since",
    "ago",
    "side",
    "lean",
    "top",
    "crowd",
    "per",
  ] as const),
];

/** When and for whom, cut off by a comma. */
function cutOff(text: string, own: string): string | null {
  const parts = text.split(/[,;()]|\s[—–-]\s/).map((part) => part.trim().replace(/[.!?]+$/, ""));
  if (parts.length < 2) return null;
  return (
    parts.find(
      (part) =>
        OPENS.test(part) &&
        !HARMLESS.test(part) &&
        !readItems(part, own).some(({ is }) => (TELLING as readonly string[]).includes(is)),
    ) ?? null
  );
}

/** Who is called by its name beside positions is the venue, of which shares are not measured, and not its coin. */
const OF_VENUE = /\bhyperliquid\b/i;
const isOfVenue = (claim: Claim, text: string, own: string): boolean =>
  own !== "hyperliquid" &&
  OF_VENUE.test(text) &&
  refsOf(claim).some(
    ({ token, metric, venue }) =>
      token === "hyperliquid" && venue === undefined && metricRow(metric).isAtExchanges === true,
  );

const RECORD =
  /(?<![a-z])(?:ath|all[- ]time|record|peak|highs?|top|maximum|best|ever|drawdown|drawn? down|summit|zenith)(?![a-z])/i;
/** "Below two percent" of a change is no distance below a record that nobody names. */
const isOfNoRecord = (claim: Claim, text: string): boolean =>
  !RECORD.test(text) && metricsIn(claim).includes("drawdown");

/** A coin did it, and not the market alone. */
const isOfMarket = (claim: Claim, text: string, own: string): boolean =>
  metricsIn(claim).length > 0 &&
  metricsIn(claim).every(isOfMarketAlone) &&
  readItems(text, own).some(
    (item, at, items) => item.is === "token" && item.id === own && items.slice(at + 1).some(({ is }) => is === "move"),
  );

/** What no condition of a claim takes in; null where there is nothing. Pure. */
export function besideIt(claim: Claim, text: string, own: string): string | null {
  if (leavesOf(claim).every(({ is }) => is === "unknown")) return null;
  const aside = ASIDE.exec(text)?.[0] ?? PAST.exec(isOfThen(claim, text) ? text : "")?.[0];
  if (aside !== undefined) return aside.trim();
  if (isOfMarket(claim, text, own)) return "market";
  if (isOfNoRecord(claim, text)) return "below";
  if (isOfVenue(claim, text, own)) return "Hyperliquid";
  if (isBackwards(claim, text)) return THAN_NOW.exec(text)?.[0] ?? null;
  if (isOfMany(claim, text)) return OF_MANY.exec(text)?.[0] ?? null;
  if (isInCoins(claim, text)) return "in coins";
  return cutOff(text, own);
}
