// Reads DefiLlama's unlock schedules: the daily totals say how much, the events which of it falls at once and when.
import { DAY_MS } from "../../../schema/duration.ts";
import { asList, asNumber, asRecord, asRecords, asText, recordIn } from "../../source/body.ts";
import { stampedPoints } from "./client.ts";

/** Releases are kept from a day back to so many days ahead. */
const DAYS_BACK = 1;
const DAYS_AHEAD = 100;
/** Events and totals are rounded apart. */
const ROUNDED = 1e-4;
const UNTRUSTED = /[^A-Za-z0-9 _-]/g;

type Release = {
  readonly at: number;
  readonly kind: "cliff" | "linear";
  readonly amount: number;
  readonly category: string;
};

type Schedule = {
  /** Provider's coin id, or empty where the schedule does not name one. */
  readonly coin: string;
  readonly releases: readonly Release[];
};

type Cliff = { readonly at: number; readonly amount: number; readonly categories: readonly string[] };
/** What one section of the schedule releases day by day; NaN where its totals are none. */
type Section = { readonly category: string; readonly grown: readonly number[]; readonly until: number };

const categoryOf = (value: unknown): string => asText(value).replace(UNTRUSTED, "").slice(0, 32);

/** Cliffs in (from, to] as the list of events tells them, those of one instant as one, soonest first. */
function toldCliffs(metadata: unknown, from: number, to: number): Cliff[] {
  const byTime = new Map<number, { at: number; amount: number; categories: string[] }>();
  for (const { at, row: event } of stampedPoints(asRecord(metadata ?? {}).events ?? [])) {
    if (asText(event.unlockType) !== "cliff" || !(at > from && at <= to)) continue;
    const known = byTime.get(at) ?? { at, amount: 0, categories: [] };
    for (const amount of asList(event.noOfTokens ?? [])) known.amount += asNumber(amount);
    known.categories.push(categoryOf(event.category));
    byTime.set(at, known);
  }
  return [...byTime.values()].sort((a, b) => a.at - b.at);
}

/** What only says more about the totals may be of any shape: it costs no schedule. */
const entriesIn = (value: unknown): [string, unknown][] => recordIn(value).flatMap((one) => Object.entries(one));

/** Labels of sections that nobody has dated: the provider lets all of them fall tomorrow, whenever it is read. */
function undatedOf(componentData: unknown): ReadonlySet<string> {
  const undated = entriesIn(recordIn(componentData)[0]?.sections).filter(([, value]) => {
    const [section] = recordIn(value);
    const parts = entriesIn(section?.components);
    return section?.isTBD === true || (parts.length > 0 && parts.every(([, one]) => recordIn(one)[0]?.isTBD === true));
  });
  return new Set(undated.map(([label]) => label));
}

/** Growth of a running total over each day from `first` on, in which it can only grow: what is burnt releases nothing. */
function growthOf(points: readonly { at: number; unlocked: number }[], first: number, days: number): number[] {
  let next = 0;
  let value = 0;
  const upTo = (at: number): number => {
    for (; next < points.length && (points[next]?.at ?? 0) <= at; next += 1) value = points[next]?.unlocked ?? 0;
    return value;
  };
  let before = upTo(first);
  return Array.from({ length: days }, (_, day) => {
    const after = upTo(first + (day + 1) * DAY_MS);
    // Totals are rounded sums: less than a millionth of them is no release.
    const change = after - before;
    const grown = change > Math.abs(after) * 1e-6 || Number.isNaN(change) ? change : 0;
    before = after;
    return grown;
  });
}

function sectionsOf(record: Readonly<Record<string, unknown>>, first: number, days: number): Section[] {
  const undated = undatedOf(record.componentData);
  const categories = entriesIn(record.categories);
  return asRecords(asRecord(record.documentedData ?? {}).data ?? []).map(({ label, data }) => {
    const points = stampedPoints(data ?? [])
      .map(({ at, row }) => ({ at, unlocked: asNumber(row.unlocked) }))
      .sort((a, b) => a.at - b.at);
    const [category = ""] = categories.find(([, labels]) => Array.isArray(labels) && labels.includes(label)) ?? [];
    return {
      category: categoryOf(category),
      // What nobody has dated is told too, and held to releasing nothing.
      grown: undated.has(asText(label)) ? new Array<number>(days).fill(0) : growthOf(points, first, days),
      until: points.at(-1)?.at ?? Number.NEGATIVE_INFINITY,
    };
  });
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** How much of a day's growth is surely a jump, and how much may be one: the days around it show what only trickles. */
function jumpOf({ grown }: Section, day: number): { least: number; most: number } {
  const [before = 0, today = 0, after = 0] = [grown[day - 1], grown[day], grown[day + 1]];
  const above = (others: number) => (today - others <= today * ROUNDED ? 0 : today - others);
  return { least: above(Math.max(before, after)), most: above(Math.min(before, after)) };
}

/** The cliffs of one day: what is told of them, held to how the totals jump. */
function cliffsOf(told: readonly Cliff[], sections: readonly Section[], day: number, end: number): Cliff[] {
  const jumps = sections.map((one) => ({ ...jumpOf(one, day), category: one.category }));
  const toldSum = sumOf(told.map(({ amount }) => amount));
  const least = sumOf(jumps.map((one) => one.least));
  const most = sumOf(jumps.map((one) => one.most));
  const amount = Math.min(most, Math.max(least, toldSum));
  const isCovered = sections.some(({ until }) => until >= end);
  if (!isCovered || Number.isNaN(amount) || Math.abs(amount - toldSum) <= toldSum * ROUNDED) return [...told];
  if (amount === 0) return [];
  if (toldSum > 0) return told.map((one) => ({ ...one, amount: (one.amount / toldSum) * amount }));
  return [{ at: end, amount, categories: jumps.filter((one) => one.least > 0).map(({ category }) => category) }];
}

/**
 * The schedule of `/emissions/{slug}` around `now` (epoch ms). The sections' totals are what counts: the list of events
 * has the steps of a vesting one step early (its first is not in the totals, its last is missing) and sections that
 * are replaced in the totals a second time. A day's linear release is what the totals grow by beyond the cliffs of the
 * day; days without any are there with 0. Throws bad_body for another shape.
 */
export function parseSchedule(body: unknown, now: number): Schedule {
  const record = asRecord(body);
  const metadata = asRecord(record.metadata ?? {});
  const from = (Math.floor(now / DAY_MS) - DAYS_BACK) * DAY_MS;
  const days = DAYS_BACK + DAYS_AHEAD;
  const told = toldCliffs(metadata, from, from + days * DAY_MS);
  // A day more on either side, by which jumps are told from a trickle.
  const sections = sectionsOf(record, from - DAY_MS, days + 2);
  const cliffs: Release[] = [];
  const linear: Release[] = [];
  for (let day = 0; day < days; day += 1) {
    const end = from + (day + 1) * DAY_MS;
    const toldToday = told.filter(({ at }) => at > end - DAY_MS && at <= end);
    const fallen = cliffsOf(toldToday, sections, day + 1, end);
    for (const { at, amount, categories } of fallen) {
      const category = [...new Set(categories)].filter(Boolean).sort().join("+").slice(0, 128);
      cliffs.push({ at, kind: "cliff", amount, category });
    }
    const grown = sumOf(sections.map((one) => one.grown[day + 1] ?? 0));
    const rest = grown - sumOf(fallen.map(({ amount }) => amount));
    const amount = Number.isNaN(grown) ? grown : rest > grown * ROUNDED ? rest : 0;
    linear.push({ at: end, kind: "linear", amount, category: "" });
  }
  const named = asText(record.gecko_id) || asText(metadata.token);
  const coin = named.startsWith("coingecko:") ? named.slice("coingecko:".length) : named.includes(":") ? "" : named;
  return { coin, releases: [...cliffs, ...linear] };
}
