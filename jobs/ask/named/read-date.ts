// Reads days of the calendar and times of the clock in a question, all UTC: a day, from one to another, or an instant.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Between } from "../claim/claim.ts";

/** `isAt` where it is asked how it stood then: the time begins there. Null where it is none that has been. */
type AskedDate = { readonly time: Between | null; readonly isAt: boolean };

const WEEK = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const LONG_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december";
const MONTH = `(?:${LONG_MONTHS}|sept|${MONTHS.join("|")})`;
/** In front of a number "may" and "march" are more often verbs. */
const MONTH_FIRST = `(?:${LONG_MONTHS}|sept|${MONTHS.join("|")})(?<!\\b(?:may|march|mar))`;
const YEAR = "(?:,? (?<year>20\\d\\d))?";
const DATES = [
  "(?<iso>20\\d\\d-\\d\\d-\\d\\d)",
  `(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${MONTH})\\b${YEAR}`,
  `(?<month>${MONTH_FIRST}) (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d.:,]*\\d| ?(?:%|k\\b|m\\b|percent))${YEAR}`,
  `(?<weekday>${WEEK.join("|")})`,
  "(?<near>yesterday|today)",
].map((source) => new RegExp(`\\b${source}\\b`));
const UNGROUPED = `(?:20\\d\\d-\\d\\d-\\d\\d|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? 20\\d\\d)?|${MONTH_FIRST} \\d{1,2}(?:st|nd|rd|th)?(?:,? 20\\d\\d)?|${WEEK.join("|")}|yesterday|today)`;
const RANGE = new RegExp(
  `\\b(?:between|from) (?:the )?(?<first>${UNGROUPED}) (?:and|to|until|till|through) (?:the )?(?<last>${UNGROUPED})\\b`,
);
const CLOCK =
  /(?<since>\b(?:since|from|after) )?(?:\bat )?\b(?:(?<named>noon|midday|midnight)|(?<hour>\d{1,2})(?::(?<minute>\d\d))? ?(?<half>[ap]\.?m\b)|(?<hour24>[01]?\d|2[0-3]):(?<minute24>[0-5]\d))(?<zone> (?:[pmce][ds]?t|bst|cest|jst|ist)\b)?/;

const dayStart = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** The first instant of a day that was found; it is the last such day that has begun where no year is named. */
function startOf(groups: Readonly<Record<string, string | undefined>>, now: number): number | null {
  const { iso, day, month, year, weekday, near } = groups;
  if (near !== undefined) return dayStart(now) - (near === "today" ? 0 : DAY_MS);
  if (weekday !== undefined) {
    const back = (new Date(now).getUTCDay() - WEEK.indexOf(weekday) + WEEK.length) % WEEK.length;
    return dayStart(now) - back * DAY_MS;
  }
  const [y, m, d] =
    iso === undefined
      ? [Number(year ?? new Date(now).getUTCFullYear()), MONTHS.indexOf((month ?? "").slice(0, 3)), Number(day)]
      : [Number(iso.slice(0, 4)), Number(iso.slice(5, 7)) - 1, Number(iso.slice(8))];
  const at = Date.UTC(y, m, d);
  if (new Date(at).getUTCDate() !== d || new Date(at).getUTCMonth() !== m) return null;
  return at > now && iso === undefined && year === undefined ? Date.UTC(y - 1, m, d) : at;
}

function dateIn(text: string, now: number): number | null {
  for (const pattern of DATES) {
    const found = pattern.exec(text);
    if (found?.groups) return startOf(found.groups, now);
  }
  return null;
}

const upTo = (from: number | null, to: number, now: number): Between | null =>
  from === null || from >= Math.min(to, now) ? null : { from, to: Math.min(to, now), name: "" };

function rangeOf(text: string, now: number): AskedDate | null {
  const { first, last } = RANGE.exec(text)?.groups ?? {};
  if (first === undefined || last === undefined) return null;
  const to = dateIn(last, now);
  // "Between Friday and Monday" begins before it ends.
  const from = to === null ? null : dateIn(first, WEEK.includes(first) ? to : now);
  return { time: to === null ? null : upTo(from, to + DAY_MS, now), isAt: false };
}

function clockOf(text: string, now: number): AskedDate | null {
  const found = CLOCK.exec(text)?.groups;
  if (found === undefined) return null;
  const { named, hour, minute, half, hour24, minute24, zone, since } = found;
  const date = dateIn(text, now);
  // Since midnight is since the day began.
  if (named === "midnight" && since !== undefined && date === null) return null;
  const hours =
    named === undefined
      ? hour24 === undefined
        ? (Number(hour) % 12) + (half?.startsWith("p") ? 12 : 0)
        : Number(hour24)
      : named === "midnight"
        ? 0
        : 12;
  const after = hours * HOUR_MS + Number(minute ?? minute24 ?? 0) * MINUTE_MS;
  const today = dayStart(now) + after;
  const from = date === null ? (today <= now ? today : today - DAY_MS) : date + after;
  return { time: zone === undefined ? upTo(from, now, now) : null, isAt: since === undefined };
}

const ALONE = new RegExp(`(?<since>\\bsince )?(?:\\b(?:on|last|this|the) )*\\b(?<date>${UNGROUPED})\\b`);

/** The first day, days or instant that a question names by the calendar or the clock; null without one. Pure. `now` in epoch milliseconds. */
export function readDate(said: string, now: number): AskedDate | null {
  const text = said.toLowerCase().replaceAll(/\s+/g, " ");
  const other = rangeOf(text, now) ?? clockOf(text, now);
  if (other !== null) return other;
  const { since, date } = ALONE.exec(text)?.groups ?? {};
  // Today and yesterday are times of their own, and so is since a day of the week.
  if (date === undefined || date === "today" || date === "yesterday") return null;
  if (since !== undefined && WEEK.includes(date)) return null;
  const from = dateIn(date, now);
  return { time: from === null ? null : upTo(from, since === undefined ? from + DAY_MS : now, now), isAt: false };
}
