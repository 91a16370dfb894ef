// Readings of a claim that hold only in part of what its words may mean: with the other meanings beside them, or left open.
import { metricRow } from "../../metric.ts";
import { readItems } from "../../read-items.ts";
import { agree, type Claim, DAY_H, exact, mapped, metricsIn, type Ref, refsOf, unknown, venuesOf } from "../claim.ts";
import { EVER, WAYS } from "./kept-open.ts";

const TIME =
  /\b(?:\d+ ?[hd]|hours?|days?|weeks?|months?|hourly|daily|weekly|monthly|today|yesterday|since|overnight|year|minutes?|24h|7d)\b/i;

const ONE_VENUE =
  /(?<!\b(?:at least|no fewer than|not|not even|all but|every|more than) )\b(?:a|one|another|just one|only one|exactly one|a single|the only|a lone|a sole) (?:single |lone |sole |major |of (?:the|its|all) (?:\w+ )?)?(?:venue|exchange|platform)s?\b/i;

/** That one venue has it says that the others have not, to some. */
function isOneVenue(claim: Claim, text: string): boolean {
  if (!ONE_VENUE.test(text)) return false;
  const refs = refsOf(claim);
  if (refs.some(({ venue }) => venue !== undefined)) return false;
  return (
    refs.some(({ metric }) => metric.startsWith("funding")) || venuesOf(claim).some(({ among }) => among === undefined)
  );
}

/** Of what is no per cent a change is told in per cent, and not in points of it. */
const POINTS = /\b(?:percentage points?|percent points?|ppts?|pp)\b/i;
const isInPoints = (claim: Claim, text: string): boolean =>
  POINTS.test(text) &&
  !refsOf(claim).some(({ metric, aspect }) => aspect === "versus" || metricRow(metric).unit === "pct") &&
  refsOf(claim).some(({ aspect }) => aspect === "change");

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

/** "Fell to 31": that it is there is one thing, that it fell another, which is known of the last day alone. */
function withWays(claim: Claim, text: string): Claim {
  const ways = [...text.matchAll(WENT)].flatMap(([, up, amount = ""]) =>
    readItems(amount, "").flatMap((item) => (item.is === "number" ? [{ value: item.value, dir: up ? 1 : -1 }] : [])),
  );
  if (ways.length === 0) return claim;
  return mapped(claim, (one) => {
    if (one.is !== "test") return one;
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
                target: exact(0),
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

/** "It is falling", with no time: of the last hour as well as of the day. */
function withHour(claim: Claim, text: string): Claim {
  if (!GOING.test(text) || TIME.test(text)) return claim;
  return mapped(claim, (one) => {
    if (one.is !== "test") return one;
    const { ref } = one;
    const isDay = ref.aspect === "change" && ref.time !== null && "hours" in ref.time && ref.time.hours === DAY_H;
    if (!isDay || metricRow(ref.metric).change?.[1] === undefined || one.target.value !== 0) return one;
    return agree([one, { ...one, ref: { ...ref, time: { hours: 1 } } }]);
  });
}

/** A change without a way, whose number has no sign: of its size as well. */
const CHANGE = /\b(?:changes?|performance|returns?|moves?)\b/i;
const SIGNED = /(?<![\d\w])[-+−–]\s?[$]?\d/;
const OF_SIZE = /\b(?:exceed\w*|(?:larger|bigger|greater|more) than|in (?:size|magnitude|absolute terms))\b/i;
const DIRECTED = new RegExp(String.raw`\b(?:${UP}|${DOWN}|up|down|gain|loss|positive|negative|higher|lower)\b`, "i");

function withSize(claim: Claim, text: string): Claim {
  if (!CHANGE.test(text) || SIGNED.test(text) || DIRECTED.test(text)) return claim;
  return mapped(claim, (one) => {
    if (one.is !== "test" || one.ref.aspect !== "change" || one.target.value <= 0) return one;
    const isUp = one.op === ">" || one.op === ">=";
    if (one.op === "=" || (isUp && !OF_SIZE.test(text))) return one;
    const op = ({ ">": "<", "<": ">", ">=": "<=", "<=": ">=" } as const)[one.op];
    const mirrored: Claim = { ...one, op, target: { ...one.target, value: -one.target.value } };
    return agree([one, { is: isUp ? "any" : "all", of: [one, mirrored] }]);
  });
}

const PEAK = /\b(?:peaks?|tops?)\b/i;

const CLAUSE = /[,;]|\b(?:and|but|while|yet|whereas|though)\b/i;
/** Whether the part that names a peak says of which time, or what stands before all does. */
function isPeakTimed(text: string): boolean {
  const parts = text.split(CLAUSE).map((part) => part.trim());
  const [first = ""] = parts;
  const isFronted = TIME.test(first) && first.split(" ").length <= 6 && !PEAK.test(first) && parts.length === 2;
  return isFronted || parts.every((part) => !PEAK.test(part) || TIME.test(part));
}

/** A peak of no time is that of a day for some, and the highest ever for others. */
function withPeak(claim: Claim, text: string): Claim {
  if (!PEAK.test(text) || EVER.test(text) || isPeakTimed(text)) return claim;
  const isHigh = ({ metric, aspect }: Ref) => metric === "price" && aspect === "high";
  const top: Ref = { metric: "ath", aspect: "level", time: null, token: null };
  return mapped(claim, (one) => {
    if (one.is === "test" && isHigh(one.ref)) return agree([one, { ...one, ref: { ...top, token: one.ref.token } }]);
    if (one.is === "pair" && isHigh(one.right))
      return agree([one, { ...one, right: { ...top, token: one.right.token } }]);
    return one;
  });
}

const LOWEST =
  /\b(?:atl|(?:all[- ]time|record|historic(?:al)?|lifetime) lows?|lowest (?:price |level |point )?ever)\b/i;
/** Of the lowest ever nothing is measured. */
const isOfLowest = (claim: Claim, text: string): boolean =>
  LOWEST.test(text) && refsOf(claim).some(({ metric }) => metric === "ath" || metric === "drawdown");

const EXACTLY = /\b(?:exactly|precisely) (?:at |on )?(?=[$]?\s?\d)/i;
/** What is exactly so much is so to more than its last digit. */
const FINE = 0.01;
const withExact = (claim: Claim, text: string): Claim =>
  EXACTLY.test(text)
    ? mapped(claim, (one) => {
        if (one.is !== "test" || one.op !== "=" || one.about !== null) return one;
        const step = Math.min(one.target.step, FINE * Math.abs(one.target.value));
        return { ...one, target: { ...one.target, step, coarse: Math.min(one.target.coarse, 10 * step) } };
      })
    : claim;

const IN_COINS = /\d\s?(?:k|m|mn|mln|b|bn|t|tn|thousand|million|billion|trillion)?\s[$]?[a-z]{3}/i;
/** Coins are no dollars: "open interest is above 13bn Bitcoin". */
function isInCoins(claim: Claim, text: string, own: string): boolean {
  if (!IN_COINS.test(text)) return false;
  const metrics = metricsIn(claim);
  if (metrics.length === 0 || !metrics.every((id) => metricRow(id).unit === "usd")) return false;
  return readItems(text, own).some((item) => item.is === "number" && item.unit === "coins");
}

const POINTING = /(?<=[.;,]\s(?:and |but |while |yet )?)\b(?:it|its)\b/i;
/** "XRP fell. It is below $2": XRP is, and not what was asked about. */
function isOfAnother(text: string, own: string): boolean {
  const at = text.search(POINTING);
  if (at < 0) return false;
  const named = readItems(text.slice(0, at), own).flatMap((item) => (item.is === "token" ? [item.id] : []));
  return named.length > 0 && !named.includes(own);
}

/** How far off the price is for nobody near, and up to where for everybody. */
const FAR = { all: 0.1, none: 0.02 };
function withFar(claim: Claim, text: string): Claim {
  if (!/\bnowhere near\b/i.test(text)) return claim;
  return mapped(claim, (one) => {
    if (one.is !== "test" || one.ref.metric !== "price" || one.ref.aspect !== "level" || one.op !== "<") return one;
    const off = (share: number): Claim => ({
      is: "any",
      of: [
        { ...one, target: { ...one.target, value: one.target.value * (1 - share) } },
        { ...one, op: ">", target: { ...one.target, value: one.target.value * (1 + share) } },
      ],
    });
    return agree([off(FAR.all), off(FAR.none)]);
  });
}

const AS_MUCH = /\bas (much|high|low|little) as\b/i;
/** "Reached as much as $70": at least that to some, and to others no more. */
function withUtmost(claim: Claim, text: string): Claim {
  const [, said] = AS_MUCH.exec(text) ?? [];
  if (said === undefined) return claim;
  const [aspect, op, dir] = /much|high/i.test(said) ? (["high", ">=", 1] as const) : (["low", "<=", -1] as const);
  return mapped(claim, (one) => {
    if (one.is !== "test" || one.ref.aspect !== aspect || one.op !== op || one.about !== null) return one;
    const { value, step } = one.target;
    // Where it stands from half a digit on, the digit itself was said.
    const isHalved = Math.abs(((value / step) % 1) - 0.5) < NEAR;
    const target = isHalved ? { ...one.target, value: value + (dir * step) / 2 } : one.target;
    return agree([one, { ...one, op: "=", target }]);
  });
}

const SHY = /(?<!\b(?:just|only|slightly|a little|a bit|a hair|a touch|fractionally) )\bshy of\b/i;
/** "Shy of $5": just below it to some, and to others only below it. */
const withShy = (claim: Claim, text: string): Claim =>
  SHY.test(text)
    ? mapped(claim, (one) =>
        one.is === "test" && one.about === "almost" ? agree([one, { ...one, op: "<", about: null }]) : one,
      )
    : claim;

/** The claim as far as its words leave no other meaning. Pure. */
export function heldBack(claim: Claim, text: string, own: string): Claim {
  if (claim.is === "unknown") return claim;
  if (isOneVenue(claim, text) || isInPoints(claim, text) || isOfLowest(claim, text)) return unknown("unread");
  if (isInCoins(claim, text, own)) return unknown("unsupported");
  if (isOfAnother(text, own)) return unknown("ambiguous");
  const turns = [withWays, withHour, withSize, withPeak, withExact, withFar, withUtmost, withShy];
  return turns.reduce<Claim>((held, turn) => turn(held, text), claim);
}
