// Finds amounts that are told of each coin, or of each of something else: "$142 a coin" is a price, and no sum of all coins.

import { trackedById } from "../../../../schema/token/tracked.ts";
import { type MetricUnit, metricRow } from "../../metric.ts";
import { readItems } from "../../read-items.ts";
import { type Claim, leavesOf, mapped, unknown } from "../claim.ts";

const AMOUNT = String.raw`[$]?\s?\d[\d.,]*\s?(?:(?:k|m|mn|mln|b|bn|t|tn|thousand|million|billion|trillion)\b)?\s?(?:(?:us )?dollars?\b|usd\b|bucks\b)?`;
const COIN = "(?:coin|token|unit|piece|pop)";
/** What else a number may be told of one of. */
const OTHER =
  "(?:share|contract|holder|wallet|address|account|trader|user|person|investor|head|capita|exchange|venue|platform|transaction|trade|block|validator|chain|minute|second)";
const SAYS =
  "(?:is|are|was|were|costs?|trades?|sells?|goes|fetches|changes|stands|sits|will|sets?|can|could|now|currently|has|comes)";

const PATTERNS = new Map<string, readonly RegExp[]>();

const named = (own: string): string => {
  const token = trackedById(own);
  const names = token ? [token.symbol, token.name].filter((name) => /^[a-z0-9]+$/i.test(name)) : [];
  return [COIN, ...names].join("|");
};

/** The amounts that are of one of something, as they are written. */
function amountsOf(text: string, own: string): string[] {
  const patterns = PATTERNS.get(own) ?? patternsOf(own);
  PATTERNS.set(own, patterns);
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, amount]) => (amount === undefined ? [] : [amount])),
  );
}

function patternsOf(own: string): readonly RegExp[] {
  const one = `(?:${named(own)})`;
  return [
    // "$142 a coin", "$142 apiece", "$3m per holder".
    String.raw`(${AMOUNT})\s?(?:(?:[a-z]+ )?(?:a|an|per|for each|for every|for a|for one|for a single|each|every|to the) (?:single )?(?:${one}|${OTHER})\b|apiece\b|a ?piece\b|each\b(?! (?:other|of)\b)|a pop\b)`,
    // "Each SOL is worth $142", "the value of one SOL is $142", "per coin it is worth $142".
    String.raw`\b(?:one|1|a|an|a single|each|every|per|individual) (?:single )?${one}(?: (?:coin|token))?(?:,? (?:it )?)?\s?${SAYS}\b[^,;]{0,40}?(${AMOUNT})`,
    String.raw`\b(?:per|for each|for every) (?:${one}|${OTHER})\b(?! (?:data|figures|numbers|accounts))[^,;]{0,40}?(${AMOUNT})`,
    String.raw`\b(?:value|worth|price|cost|capitali[sz]ation|cap|volume|interest|supply) (?:of (?:one|1|a|an|a single|each|every)|per|for each|for every|for one) (?:single )?(?:${one}|${OTHER})\b[^,;]{0,40}?(${AMOUNT})`,
  ].map((pattern) => new RegExp(pattern, "gi"));
}

type Test = Extract<Claim, { is: "test" }>;
const isPrice = (claim: Test): boolean => metricRow(claim.ref.metric).isOfOne === true;

const hasSum = (claim: Claim): boolean => leavesOf(claim).some((one) => one.is === "test" && !isPrice(one));

/** Readings of the same words that say nothing are left out beside those that do. */
function without(claim: Claim, values: readonly number[], isKept: (one: Test) => boolean = isPrice): Claim {
  const isOf = (one: Claim): boolean =>
    one.is === "test" && !isKept(one) && values.some((value) => isNear(value, one.target.value));
  return meant(mapped(claim, (one) => (isOf(one) ? unknown("unread") : one)));
}

function meant(claim: Claim): Claim {
  if (claim.is === "not") return { ...claim, of: meant(claim.of) };
  if (!("of" in claim)) return claim;
  const of = claim.of.map(meant);
  const left = claim.is === "agree" || claim.is === "nearest" ? of.filter(({ is }) => is !== "unknown") : of;
  return { ...claim, of: left.length > 0 ? left : of };
}

/** Sides of "about so much" are so near to it. */
const NEAR = 0.2;
const isNear = (value: number, target: number): boolean => Math.abs(Math.abs(target) - value) <= NEAR * value;

const PEOPLE =
  /(?<![$\d.,])(\d[\d.,]*\s?(?:(?:k|m|mn|mln|bn?|thousand|million|billion)\b)?) (?:of (?:the|its) )?(?:[a-z]+ )?(?:traders|investors|people|users|accounts|wallets|holders|addresses|participants|players|speculators|punters|gamblers|degens|buyers|sellers|orders|trades|positions|transactions|transfers|contracts|lots)\b/gi;

const COUNTED: readonly MetricUnit[] = ["count", "ratio", "pct"];

/** "84,000 traders were liquidated" counts them, and tells no sum. */
function withoutPeople(claim: Claim, text: string, own: string): Claim {
  const values = [...text.matchAll(PEOPLE)]
    .flatMap(([, amount = ""]) => readItems(amount, own))
    .flatMap((item) => (item.is === "number" ? [item.value] : []));
  return values.length === 0
    ? claim
    : without(claim, values, ({ ref }) => COUNTED.includes(metricRow(ref.metric).unit));
}

/** The claim without what takes an amount of one coin for a sum of all. Pure. */
export function withoutUnits(claim: Claim, text: string, own: string): Claim {
  if (!hasSum(claim)) return claim;
  return withoutPeople(ofEach(claim, text, own), text, own);
}

function ofEach(claim: Claim, text: string, own: string): Claim {
  const values = amountsOf(text, own)
    .flatMap((amount) => readItems(amount, own))
    .flatMap((item) => (item.is === "number" ? [item.value] : []));
  return values.length === 0 ? claim : without(claim, values);
}
