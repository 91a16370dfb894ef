// Reads what one part of a question asks for: phrases that name it, else concepts that mean it together.
import { type ConceptId, MEANT } from "./concept.ts";
import { INTENT_IDS, type IntentId, TAKES } from "./intent.ts";
import { signsOf } from "./sign.ts";

/** Words that mean one thing beside another: what is said of both is said of the first. */
const BESIDE: readonly (readonly [RegExp, IntentId])[] = [
  [/\b(?:highest|lowest|record) price (?:ever|of all)|rank\w*\b/, "change"],
  [/\bprice (?:go|went|going|gone|got)\b|\boff (?:the|its) (?:peak|high|top)\b/, "price"],
  [/\bin volume|dollar volume|volume wise\b/, "liquidity"],
  [/\bforced (?:sale|sales|selling)|in liquidations\b/, "leverage"],
  [/\bconcentrated\b/, "flows"],
  [/\binflation\b/, "holders"],
  [/\brank\w*\b/, "compare"],
  [/\bjust following|only following\b/, "why"],
  [/\bbulls or bears\b/, "change"],
  [
    /\b(?:longs?|shorts?) or (?:longs?|shorts?)\b.*\bpa(?:y|id)|\bpa(?:y|id|ying)\b.*\b(?:longs?|shorts?) or (?:longs?|shorts?)\b/,
    "leverage",
  ],
  [/\bshorts? (?:got |get |were |been )?burn\w*\b/, "supply"],
  [/\blong term\b/, "leverage"],
  [/\ball (?:the )?(?:coins|tokens|alts)|just this (?:one|coin|token)|only this (?:one|coin|token)\b/, "change"],
  [/\bagainst (?:the |us )?(?:dollars?|usd|usdt|euro)\b/, "compare"],
  [/\b(?:last|latest|recent) traded\b/, "volume"],
  [/\bi (?:bought|sold)\b/, "volume"],
  [/\bprice stability\b/, "price"],
  [/\b(?:contracts? open|number of contracts)\b/, "risk"],
  [/\binterest paid\b/, "leverage"],
  [/\b(?:supply|coins?|tokens?) (?:is |are )?(?:leav\w+|mov\w+|flow\w+|going)\b/, "supply"],
  [/\b(?:own|hold|control)s? (?:\w+ )?(?:most|half|majority|all|part|share|percent)/, "supply"],
  [/\bownership (?:is )?renounced|renounced ownership|renounced\b/, "holders"],
  [/\bhow (?:\w+ )?valuable\b/, "compare"],
  [/\bnetwork activity\b/, "volume"],
  [/\bgood (?:\w+ )?investment\b/, "change"],
  [/\bgood (?:morning|evening|night|afternoon|day)\s*$/, "change"],
  [/\bhappened to (?:the |its )?(?:price|value)\b(?! locked)/, "why"],
  [
    /\bhappen(?:ed|ing) (?:to|with) (?:\w+ )?(?:exchange|reserves?|\w*flows?|open interest|oi|funding|volume|tvl|supply|holders)\b/,
    "why",
  ],
  [/\b(?:de)?pegg?(?:ed|ging)?\b/, "change"],
  [/\bwhere (?:is|are|does|do) \w+ (?:trading|trade)\b/, "volume"],
  [/\b(?:24 ?hr?s?|daily|trading|traded|spot) vol(?:ume)?\b|\bvol (?:in|24|today|usd)/, "volatility"],
  [/\b(?:price|market) impact|slippage|order book\b/, "leverage"],
  [/\b(?:few|handful|single|small group|top \d+)\b.*\b(?:own|control|hold|have)/, "flows"],
  [
    /\b(?:holders?|wallets?|address\w*|accounts?)\b.*\b(?:sen[dt]\w*|mov(?:e|ed|ing)|transfer\w*|deposit\w*|withdr\w*|shift\w*)\b/,
    "holders",
  ],
  [
    /\b(?:issued|published|given|sent|raised|fired) (?:\w+ )?(?:warnings?|alerts?|signals?|calls?|verdicts?)\b|\b(?:you|your)\b.*\b(?:issued|released|burn\w*)\b/,
    "supply",
  ],
  [/\bfdv\b|\bfully diluted\b|\bmarket ?cap\b|\bmcap\b/, "compare"],
  [
    /\b(?:fed|news|liquidations?|whales?|funding|macro|etf|hack) (?:or|that|which)\b.*\b(?:moved|caused|drove|did it|pushed|crashed|dumped|pumped)\b/,
    "liquidations",
  ],
  [/\b(?:perp\w*|futures|derivatives?) volume\b/, "volume"],
  [/\b(?:trading|spot|24h|traded) vol\b/, "volatility"],
  [/\b(?:all time high|ath|all time low)\b/, "change"],
  [/\bfully diluted|fdv\b/, "supply"],
  [/\b(?:usual|typical|normal)(?:ly)? (?:move|swing|change)/, "change"],
  [/\bprice stable|stable is the price\b/, "change"],
  [/\bwho (?:is paying|pays)|paying whom|getting paid|pay or receive|paid for|get paid\b/, "leverage"],
  [/\bcold storage|withdraw\w*|deposit\w*\b/, "holders"],
  [/\bcoins (?:went|mov|left|leav|flow)/, "supply"],
  [
    /\bdaily transactions|transactions (?:on chain|per day|a day)|transaction count|(?<!exchange )wallets? (?:hold|own)/,
    "flows",
  ],
  [/\bexchange wallets\b/, "holders"],
  [/\bon ?chain\b/, "why"],
  [/\bspread (?:out|across|among)\b/, "liquidity"],
  [/\bdecentrali[sz]\w*|concentrat\w*|split (?:between|across|among)/, "supply"],
  [/\b(?:owns|controls|owner of) the contract\b/, "holders"],
  [
    /\b(?:longs?|shorts?) (?:vs|versus|to|or|against) (?:longs?|shorts?)\b|\b(?:oi|open interest) (?:vs|versus|to|relative to|against)\b/,
    "compare",
  ],
  [/\border books?\b|\bbid ask\b/, "leverage"],
  [/\b(?:long|short) liquidat\w*|\b(?:longs|shorts) (?:were|got|get|been)? ?(?:liquidated|rekt|wiped)/, "leverage"],
  [/\bliquidat\w*/, "liquidity"],
  [/\b(?:contract|unlock\w*|supply) (?:risk|schedule)\b/, "price"],
  [/\bsupply on exchanges|coins on exchanges\b/, "supply"],
  [/\bfunding\b/, "leverage"],
  [/\bopen contracts\b|\bfutures contracts?\b|\bperp\w* contracts?\b/, "risk"],
  [/\bwho (?:holds|owns)\b/, "flows"],
  [/\bactive (?:addresses|wallets|users)\b/, "volume"],
  [/\border of|market order|order size\b/, "leverage"],
  [/\bhold(?:ing)? a (?:long|short|perp)|keep (?:a|my) (?:long|short)\b/, "leverage"],
];

const POLITE =
  /\b(?:(?:can|could|would|will|do) you (?:please |kindly |also )*(?=tell|show|give|explain|check|list|get|fetch|retrieve|look|provide|find|compare|estimate|say (?:what|how|why)|help|describe|calculate|compute|summari[sz]e|report|pull|know)|exchanges you (?:follow|cover|track)|you (?:follow|cover|track|have|know|can see)|(?:thank|thanks) (?:you)?|tell me|do you know|i would like you to)\b/g;
const MARKETS =
  /\b(?:all (?:the )?(?:coins|tokens)|average coin|markets?|crypto|others?|alts?|altcoins?|sector|peers|rest|competitors?|everything|everyone|majors|index)\b/;
const ITSELF =
  /\b(?:versus|vs|against|than|to|with|relative to) (?:its|the|a|an|their|his)? ?(?:own |usual |normal |typical |average |previous |prior |past |last |recent |historical |history|yesterday|\d+|monthly |weekly |daily |thirty |seven |ninety |market cap|mcap|supply)/;
/** Intents that a more particular one takes the place of, where concepts mean that. */
const GENERAL: ReadonlySet<IntentId> = new Set(["price", "change"]);
/** What costs or earns at a future is its funding. */
const OF_FUTURES: ReadonlySet<IntentId> = new Set(["price", "change", "leverage"]);
const COSTS =
  /\b(?:annualis|annualiz|apr|earn|yield|carry|costly|cost|pay|paid|paying|pays|rates?|expensive|cheap|interest paid|fee|fees)\w*\b/;

export type Named = { readonly own: readonly string[]; readonly others: readonly string[] };
const names = (part: string, words: readonly string[]): boolean =>
  words.some((word) => ` ${part} `.includes(` ${word.toLowerCase()} `));

/** What the concepts of a part mean together; null where they mean nothing. */
function meantBy(
  { part, signs, named }: { readonly part: string; readonly signs: ReadonlySet<string>; readonly named: Named },
  without: (id: IntentId) => boolean,
): IntentId | null {
  const has = (id: ConceptId): boolean => {
    if (id === "own" || id === "other") return names(part, id === "own" ? named.own : named.others);
    return signs.has(`:concept:${id}`);
  };
  const row = MEANT.find(([id, concepts]) => !without(id) && concepts.every(has));
  return row?.[0] ?? null;
}

/** Pure. */
export function intentsOf(said: string, named: Named): IntentId[] {
  const part = said.replaceAll(POLITE, " ").trim();
  // A name alone asks what it is worth.
  if (named.own.some((name) => name.toLowerCase() === part)) return ["price"];
  const signs = signsOf(part);
  const found = INTENT_IDS.filter((id) => signs.has(`:intent:${id}`));
  const beside = new Set(BESIDE.flatMap(([pattern, id]) => (pattern.test(part) ? [id] : [])));
  const isCompared = names(part, named.others) || MARKETS.test(part);
  const particular = found.some((id) => id !== "compare" && !GENERAL.has(id) && !beside.has(id));
  // "Higher than its average" compares nothing but itself.
  if (!isCompared && (particular || ITSELF.test(part))) beside.add("compare");
  const own = found.filter((id) => !beside.has(id));
  if (own.includes("leverage") && own.every((id) => OF_FUTURES.has(id)) && COSTS.test(part)) return ["funding"];
  const isGeneral = own.every((id) => GENERAL.has(id));
  const meant = isGeneral
    ? meantBy({ part, signs, named }, (id) => beside.has(id) || (own.length > 0 && GENERAL.has(id)))
    : null;
  const all = meant === null ? own : [...own, meant];
  const taken = new Set(all.flatMap((id) => TAKES[id] ?? []));
  return all.filter((id) => !taken.has(id));
}
