// Reads DefiLlama's unlock schedules: cliffs from their events, linear releases from the daily totals they add up to.
import { asList, asNumber, asRecord, asRecords, asText } from "../body.ts";
import { secondsToMs } from "../client/defillama.ts";

const DAY_MS = 86_400_000;
/** Releases are kept from a day back to so many days ahead. */
const DAYS_BACK = 1;
const DAYS_AHEAD = 100;
const UNTRUSTED = /[^A-Za-z0-9 _-]/g;

export type Release = {
  readonly at: number;
  readonly kind: "cliff" | "linear";
  readonly amount: number;
  readonly category: string;
};

export type Schedule = {
  /** Provider's coin id, or empty where the schedule does not name one. */
  readonly coin: string;
  readonly releases: readonly Release[];
};

type Point = { readonly at: number; readonly unlocked: number };

const categoryOf = (value: unknown): string => asText(value).replace(UNTRUSTED, "").slice(0, 32);

/** Cliffs in (from, to], those of one instant as one release. */
function cliffsOf(metadata: unknown, from: number, to: number): Release[] {
  const byTime = new Map<number, { amount: number; categories: Set<string> }>();
  for (const event of asRecords(asRecord(metadata ?? {}).events ?? [])) {
    const at = secondsToMs(event.timestamp);
    if (asText(event.unlockType) !== "cliff" || !(at > from && at <= to)) continue;
    const known = byTime.get(at) ?? { amount: 0, categories: new Set<string>() };
    for (const amount of asList(event.noOfTokens ?? [])) known.amount += asNumber(amount);
    known.categories.add(categoryOf(event.category));
    byTime.set(at, known);
  }
  return [...byTime]
    .map(([at, { amount, categories }]) => ({
      at,
      kind: "cliff" as const,
      amount,
      category: [...categories].filter(Boolean).sort().join("+").slice(0, 128),
    }))
    .sort((a, b) => a.at - b.at);
}

/** Unlocked at an instant: the last point at or before it. Points ascend. */
function unlockedAt(points: readonly Point[], at: number): number {
  let value = 0;
  for (const point of points) {
    if (point.at > at) break;
    value = point.unlocked;
  }
  return value;
}

function seriesOf(documented: unknown): Point[][] {
  return asRecords(asRecord(documented ?? {}).data ?? []).map(({ data }) =>
    asRecords(data ?? [])
      .map(({ timestamp, unlocked }) => ({ at: secondsToMs(timestamp), unlocked: asNumber(unlocked) }))
      .sort((a, b) => a.at - b.at),
  );
}

/**
 * The schedule of `/emissions/{slug}` around `now` (epoch ms). A day's linear release is what its totals grow by beyond
 * the cliffs of the day; days without any are there with 0. Throws bad_body for another shape.
 */
export function parseSchedule(body: unknown, now: number): Schedule {
  const record = asRecord(body);
  const metadata = asRecord(record.metadata ?? {});
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const from = today - DAYS_BACK * DAY_MS;
  const to = today + DAYS_AHEAD * DAY_MS;
  const cliffs = cliffsOf(metadata, from, to);
  const series = seriesOf(record.documentedData);
  const total = (at: number) => series.reduce((sum, points) => sum + unlockedAt(points, at), 0);
  const linear: Release[] = [];
  let before = total(from);
  for (let day = from; day < to; day += DAY_MS) {
    const after = total(day + DAY_MS);
    const grown = after - before;
    const fallen = cliffs
      .filter(({ at }) => at > day && at <= day + DAY_MS)
      .reduce((sum, { amount }) => sum + amount, 0);
    const amount = Number.isFinite(grown) ? Math.max(0, grown - fallen) : Number.NaN;
    // Totals are rounded sums: less than a millionth of them is no release.
    linear.push({ at: day + DAY_MS, kind: "linear", amount: amount < after * 1e-6 ? 0 : amount, category: "" });
    before = after;
  }
  const named = asText(record.gecko_id) || asText(metadata.token);
  const coin = named.startsWith("coingecko:") ? named.slice("coingecko:".length) : named.includes(":") ? "" : named;
  return { coin, releases: [...cliffs, ...linear] };
}
