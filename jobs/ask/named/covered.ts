// What a question names must be in its answer: what is not is said, and the answer is the less sure for it.
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import { sayProvider } from "../../../schema/source/provider-says.ts";
import { trackedById } from "../../../schema/token/tracked.ts";
import type { Time } from "../claim/claim.ts";
import { type Readings, type Wanted, want } from "../evidence.ts";
import { INTENT_SAYS, type IntentId } from "../intent.ts";
import { isPublished } from "../metric.ts";
import { sayOver } from "../place.ts";
import type { ReadQuestion } from "../read-question.ts";
import { listed } from "../tell.ts";
import { isNearest } from "./tell-size.ts";
import { VOLUME_HOURS } from "./tell-time.ts";
import { isNow, type Named, type Thing } from "./thing.ts";

type Answered = {
  readonly question: ReadQuestion;
  readonly readings: Readings;
  readonly placesOf: (one: Wanted) => readonly EvidenceItem[];
};

const WHY_HOURS_MAX = 24;
/** Hours over which an intent is told by what is published; a year where it is told by the year. */
const HOURS: Readonly<Record<IntentId, readonly number[]>> = {
  ...{ price: [], change: [], compare: [], why: [], record: [], risk: [], liquidity: [], volume: [] },
  ...{ volatility: [24, 720, 8_760], leverage: [1, 4, 24], funding: [8, 2_160, 8_760], liquidations: [1, 24] },
  ...{ flows: [1, 24, 168], holders: [24], tvl: [24, 168], supply: [168, 720, 2_160] },
};
/** Those that a window of closes is told of. */
const OF_PRICES: readonly IntentId[] = ["price", "change"];

const isSame = (one: Time, other: Time | null): boolean =>
  other !== null &&
  ("hours" in one
    ? "hours" in other && one.hours === other.hours
    : !("hours" in other) && one.from === other.from && one.to === other.to);

function isTimeTold(time: Time | null, id: IntentId, { question }: Answered): boolean {
  if (time === null) return false;
  if (isNow(time)) return true;
  const hours = "hours" in time ? time.hours : null;
  if (id === "compare") return isSame(time, question.time);
  if (OF_PRICES.includes(id)) return isSame(time, question.time) || (hours !== null && isPublished(hours));
  if (hours === null) return false;
  if (id === "why") return hours <= WHY_HOURS_MAX;
  if (id === "volume") return hours >= VOLUME_HOURS.least && hours <= VOLUME_HOURS.most;
  return HOURS[id].includes(hours);
}

/** Of one venue funding and open interest are told. */
function isVenueTold(
  { venue, metrics }: Extract<Thing, { is: "venue" }>,
  id: IntentId,
  { placesOf }: Answered,
): boolean {
  if (id !== "funding" && id !== "leverage") return false;
  if (id === "leverage" && metrics.some((metric) => metric !== "open_interest")) return false;
  const rows = placesOf(want("funding")).flatMap(({ data }) =>
    Array.isArray(data.venues) ? (data.venues as readonly { venue: string; open_interest_usd: unknown }[]) : [],
  );
  const told = rows.filter((row) => id === "funding" || typeof row.open_interest_usd === "number");
  return venue === "which" ? told.length > 0 : told.some((row) => row.venue === venue);
}

/** Of other coins not told: causes, our own record, and what their contracts can do. */
const OWN_ONLY: readonly IntentId[] = ["why", "record", "risk"];
const BITCOIN = "bitcoin";
function isTokenTold(token: string | null, id: IntentId, { question, readings }: Answered): boolean {
  if (token === null || !readings.others.has(token) || OWN_ONLY.includes(id)) return false;
  const isPair = id === "volatility" && question.metrics.includes("correlation");
  return !isPair || token === BITCOIN || readings.state.token.id === BITCOIN;
}

function isSizeTold(id: IntentId, { question, readings, placesOf }: Answered): boolean {
  const { size } = question;
  if (id !== "liquidity" || size === null) return false;
  const found = placesOf({ ...want("price_impact"), size });
  return found.length > 0 && !isNearest(found, size, readings.state);
}

const isTold = (thing: Thing, id: IntentId, answered: Answered): boolean => {
  if (thing.is === "time") return isTimeTold(thing.time, id, answered);
  if (thing.is === "venue") return isVenueTold(thing, id, answered);
  if (thing.is === "token") return isTokenTold(thing.token, id, answered);
  return thing.is === "size" && isSizeTold(id, answered);
};

/** What is named in vain. Pure. */
const openOf = (answered: Answered): Named[] =>
  answered.question.named.filter(
    ({ thing, intents }) => intents.length > 0 && !intents.some((id) => isTold(thing, id, answered)),
  );

const plain = (name: string, other: string): string => (/\d/.test(name) ? other : name);

function nameOf(thing: Thing): string {
  switch (thing.is) {
    case "time": {
      const over = thing.time === null ? "" : (sayOver(thing.time) ?? "").trim();
      return over === "" ? "a time" : `a time, ${over},`;
    }
    case "venue":
      if (thing.venue === "which") return "venues one by one";
      return thing.venue === "other" ? "a venue that is not covered" : plain(sayProvider(thing.venue), "a venue");
    case "token":
      return thing.token === null ? "more coins" : plain(trackedById(thing.token)?.symbol ?? "", "another coin");
    case "unit":
      return "another currency or unit than the dollar";
    case "size":
      return "a size";
  }
}

const INSTEAD: Readonly<Record<Thing["is"], string>> = {
  time: "for which this is not measured; what is told is of the times that the answer names",
  venue: "of which this is not measured by itself; what is told is of all covered venues together",
  token: "of which this is not told; what is told is of the coins that the answer names",
  unit: "in which nothing is measured; amounts are told in dollars",
  size: "for which this is not measured; what is told is of the nearest that is, or of none",
};

type Open = { readonly path: string; readonly said: string };

/** What a question names and its answer does not tell, a sentence a kind of it. Pure. */
export function sayOpen(answered: Answered): Open[] {
  const all = openOf(answered);
  return [...new Set(all.map(({ thing }) => thing.is))].map((is) => {
    const open = all.filter(({ thing }) => thing.is === is);
    const names = [...new Set(open.map(({ thing }) => nameOf(thing)))];
    const intents = [...new Set(open.flatMap((one) => one.intents))].map((id) => INTENT_SAYS[id]);
    return {
      path: `/question/${is}`,
      said: `The question names ${listed(names)}${names.at(-1)?.endsWith(",") ? " " : ", "}${INSTEAD[is]} (${intents.join("; ")}).`,
    };
  });
}
