// Words that turn what a claim says into something that is not measured, wherever they stand: what was read without them is not decided.
import { type MetricId, metricRow } from "../../metric.ts";
import { readItems } from "../../read-items.ts";
import { agree, type Claim, type Ref, unknown, type Why } from "../claim.ts";

const PLACE = "(?:at|above|below|under|over|near|around|about|close to|just|north of|south of|higher than|lower than)";
const WAYS =
  "rising|falling|climbing|dropping|declining|sliding|gaining|losing|sinking|growing|shrinking|increasing|decreasing|advancing|slipping|recovering";
const TIME =
  /\b(?:\d+ ?[hd]|hours?|days?|weeks?|months?|hourly|daily|weekly|monthly|today|yesterday|since|overnight|year|minutes?|24h|7d)\b/i;

/** Said like this it is of an instant, a time or a thing that nothing measures. */
const BEYOND: readonly (readonly [RegExp, Why])[] = [
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
  [/\b(?:two|three|four|five|six|seven|[2-7])[- ]figures?\b/i, "unread"],
];

const hasAny = (claim: Claim, is: (one: Claim) => boolean): boolean =>
  is(claim) || ("of" in claim && [claim.of].flat().some((one) => hasAny(one, is)));

const refsOf = (claim: Claim): readonly Ref[] =>
  claim.is === "test" ? [claim.ref] : claim.is === "pair" ? [claim.left, claim.right] : [];

const mapped = (claim: Claim, of: (one: Extract<Claim, { is: "test" }>) => Claim): Claim => {
  if (claim.is === "test") return of(claim);
  if (claim.is === "not") return { ...claim, of: mapped(claim.of, of) };
  return "of" in claim ? { ...claim, of: claim.of.map((one) => mapped(one, of)) } : claim;
};

const ONE_VENUE =
  /(?<!\b(?:at least|no fewer than|not|not even|all but|every|more than) )\b(?:a|one|another|just one|only one|exactly one|a single|the only|a lone|a sole) (?:single |lone |sole |major |of (?:the|its|all) (?:\w+ )?)?(?:venue|exchange|platform)s?\b/i;

/** That one venue has it says that the others have not, to some. */
function isOneVenue(claim: Claim, text: string): boolean {
  if (!ONE_VENUE.test(text)) return false;
  const isNamed = hasAny(claim, (one) => refsOf(one).some(({ venue }) => venue !== undefined));
  return !isNamed && hasAny(claim, (one) => (one.is === "venues" ? one.among === undefined : isFunding(one)));
}
const isFunding = (claim: Claim): boolean => refsOf(claim).some(({ metric }) => metric.startsWith("funding"));

/** Of what is no per cent a change is told in per cent, and not in points of it. */
const POINTS = /\b(?:percentage points?|percent points?|ppts?|pp)\b/i;
const isInPoints = (claim: Claim, text: string): boolean =>
  POINTS.test(text) &&
  !hasAny(claim, (one) =>
    refsOf(one).some(({ metric, aspect }) => aspect === "versus" || metricRow(metric).unit === "pct"),
  ) &&
  hasAny(claim, (one) => refsOf(one).some(({ aspect }) => aspect === "change"));

const AMOUNT = String.raw`[$]?\s?[-+]?\d[\d.,]*\s?(?:(?:k|m|mn|mln|b|bn|t|tn|thousand|million|billion|trillion)\b)?`;
const UP =
  "rose|risen|rises|rising|climbed|climbs|climbing|jumped|jumps|surged|gained|grew|grown|increased|recovered|improved|widened|advanced|ticked up|went up";
const DOWN =
  "fell|fallen|falls|falling|dropped|drops|dropping|slid|slipped|sank|declined|decreased|shrank|narrowed|tumbled|plunged|eased|retreated|ticked down|went down";
const WENT = new RegExp(
  String.raw`\b(?:(${UP})|(?:${DOWN}))(?: (?:back|up|down|further|slightly|sharply))*(?: (?:by )?(?:about |around )?[\d.]+ ?(?:%|percent|per cent))? (?:up |down )?to (?:about |around |just |roughly |nearly |over |under |above |below |more than |less than )?(${AMOUNT})`,
  "gi",
);
const NEAR = 1e-6;
const DAY_H = 24;

/** "Fell to 31": that it is there is one thing, that it fell another, which is known of the last day alone. */
function withWays(claim: Claim, text: string): Claim {
  const ways = [...text.matchAll(WENT)].flatMap(([, up, amount = ""]) =>
    readItems(amount, "").flatMap((item) => (item.is === "number" ? [{ value: item.value, dir: up ? 1 : -1 }] : [])),
  );
  if (ways.length === 0) return claim;
  return mapped(claim, (one) => {
    const way = ways.find(({ value }) => Math.abs(Math.abs(one.target.value) - value) <= NEAR * Math.max(1, value));
    if (way === undefined || one.ref.aspect !== "level" || one.ref.venue !== undefined) return one;
    const change = changeOf(one.ref);
    const went: Claim =
      change === null
        ? unknown("unsupported")
        : {
            is: "any",
            of: [
              {
                is: "test",
                ref: change,
                op: way.dir > 0 ? ">" : "<",
                target: { value: 0, step: 0, coarse: 0 },
                about: null,
              },
              unknown("time"),
            ],
          };
    return { is: "all", of: [one, went] };
  });
}

function changeOf({ metric, token }: Ref): Ref | null {
  const row = metricRow(metric);
  const hours = row.usual ?? DAY_H;
  const isTold =
    row.change !== undefined && (metric === "price" || metric === "volume" || row.change[hours] !== undefined);
  return isTold ? { metric, aspect: "change", time: { hours }, token } : null;
}

const GOING = new RegExp(String.raw`\b(?:is|are|keeps?|['’]s) (?:still |now |currently |steadily )?(?:${WAYS})\b`, "i");
const HOURLY: readonly MetricId[] = ["price", "open_interest"];

/** "It is falling", with no time: of the last hour as well as of the day. */
function withHour(claim: Claim, text: string): Claim {
  if (!GOING.test(text) || TIME.test(text)) return claim;
  return mapped(claim, (one) => {
    const { ref } = one;
    const isDay = ref.aspect === "change" && ref.time !== null && "hours" in ref.time && ref.time.hours === DAY_H;
    if (!isDay || !HOURLY.includes(ref.metric) || one.target.value !== 0) return one;
    return agree([one, { ...one, ref: { ...ref, time: { hours: 1 } } }]);
  });
}

/** The claim without what such words keep from being decided. Pure. */
export function withoutBeyond(claim: Claim, text: string): Claim {
  if (claim.is === "unknown") return claim;
  const beyond = BEYOND.find(([said]) => said.test(text));
  if (beyond !== undefined) return unknown(beyond[1]);
  if (isOneVenue(claim, text) || isInPoints(claim, text)) return unknown("unread");
  return withHour(withWays(claim, text), text);
}
