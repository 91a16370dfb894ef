// The time a clause names: hours up to now, or days of the calendar, all UTC.
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { Bag, Kind } from "./bag.ts";
import type { Between, Time } from "./claim/claim.ts";
import { DAYS, MONTHS, type SpanName } from "./span.ts";

const WEEK_DAYS = 7;
/** Ten years: nothing is kept so long. */
const HOURS_MAX = 10 * 8_760;

const dayStart = (now: number): number => Math.floor(now / DAY_MS) * DAY_MS;
const weekday = (at: number): number => new Date(at).getUTCDay();
/** Monday of the week that an instant lies in. */
const weekStart = (now: number): number => dayStart(now) - ((weekday(now) + WEEK_DAYS - 1) % WEEK_DAYS) * DAY_MS;
const monthStart = (now: number, back = 0): number =>
  Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() - back, 1);

const between = (name: string, from: number, to: number): Between => ({ from, to, name });

/** What a name may mean; several where it may mean several. */
export function timesOf(name: SpanName, now: number): readonly Time[] {
  const day = dayStart(now);
  const weekHours = (WEEK_DAYS * DAY_MS) / HOUR_MS;
  if (name === "yesterday") return [between("yesterday", day - DAY_MS, day)];
  if (name === "day") return [between("since midnight UTC", day, now)];
  if (name === "week") return [between("since the week began", weekStart(now), now)];
  if (name === "month") return [between("this month", monthStart(now), now)];
  if (name === "year") return [between("this year", Date.UTC(new Date(now).getUTCFullYear(), 0, 1), now)];
  if (name === "last_week")
    return [{ hours: weekHours }, between("last week", weekStart(now) - WEEK_DAYS * DAY_MS, weekStart(now))];
  if (name === "last_month") return [{ hours: 720 }, between("last month", monthStart(now, 1), monthStart(now))];
  // The seven days ahead, or the week that begins on Monday, which ends later.
  if (name === "next_week") return [{ hours: weekHours }, { hours: 720 }];
  if (name === "next_month") return [{ hours: 720 }, { hours: 2_160 }];
  const month = (MONTHS as readonly string[]).indexOf(name);
  if (month >= 0) {
    const passed = (new Date(now).getUTCMonth() - month + MONTHS.length) % MONTHS.length;
    return [
      between(
        passed === 0 ? "this month" : name,
        monthStart(now, passed),
        passed === 0 ? now : monthStart(now, passed - 1),
      ),
    ];
  }
  const back = (weekday(now) - (DAYS as readonly string[]).indexOf(name) + WEEK_DAYS) % WEEK_DAYS;
  return [between(`since ${name}`, day - (back === 0 ? WEEK_DAYS : back) * DAY_MS, now)];
}

/** "Since last week" may be since it ended, or a week. */
const sinceLast = (name: SpanName, now: number): readonly Time[] =>
  name === "last_week"
    ? [{ hours: (WEEK_DAYS * DAY_MS) / HOUR_MS }, between("since last week", weekStart(now), now)]
    : [{ hours: 720 }, between("since last month", monthStart(now), now)];

/** Words that some mean of so many hours up to now, and others of the calendar. */
const CALENDAR: readonly (readonly [said: RegExp, hours: number, name: SpanName])[] = [
  [/^(?:today(?:['’]?s)?|this day(?:['’]?s)?|(?:the )?day['’]s|intraday)$/i, 24, "day"],
  [/^(?:the )?(?:previous|preceding|prior) day$|^(?:the )?day before$/i, 24, "yesterday"],
  [/^(?:this week(?:['’]?s)?|(?:the )?week['’]s)$/i, 168, "week"],
  [/^(?:the )?(?:previous|preceding|prior) week$/i, 168, "last_week"],
  [/^(?:this month(?:['’]?s)?|(?:the )?month['’]s)$/i, 720, "month"],
  [/^(?:the )?(?:previous|preceding|prior) month$/i, 720, "last_month"],
];

const isBeside = (bag: Bag, at: number, kind: Kind): boolean =>
  bag.items[at - 1]?.is === kind || bag.items[at + 1]?.is === kind;

const isBetween = (time: Time): time is Between => !("hours" in time);

/** Hours up to now that may be a part of the calendar as well. */
function oneOf(times: readonly Time[]): readonly Time[] {
  const [first, ...rest] = times;
  return first && "hours" in first && rest.length > 0 && rest.every(isBetween) ? [{ ...first, or: rest }] : times;
}

/** The hours that a word names, and what it may mean beside. */
function hoursOf(hours: number, said: string, isSince: boolean, now: number): Time {
  const found = CALENDAR.find(([words, length]) => length === hours && words.test(said));
  if (found === undefined) return { hours };
  const [, , name] = found;
  // What is higher than the day before is so than it was at its end.
  const since = { yesterday: "day", last_week: "week", last_month: "month" } as const;
  const meant = isSince && Object.hasOwn(since, name) ? since[name as keyof typeof since] : name;
  return { hours, or: timesOf(meant, now).filter(isBetween) };
}

const isDay = (name: string): boolean => (DAYS as readonly string[]).includes(name);

/** Every time that a clause names, each with what it may mean; null where words about time do not fit together. */
export function readTimes(bag: Bag, now: number): readonly (readonly Time[])[] | null {
  const found: (readonly Time[])[] = [];
  for (const [at, item] of bag.items.entries()) {
    const before = bag.items[at - 1]?.is;
    if (item.is === "hours") {
      // "Five hours ago" is an instant, but with "than" or "since" it is where a time begins.
      const isAgo = bag.items[at + 1]?.is === "ago";
      if (isAgo && before !== "than" && before !== "since" && before !== "from") return null;
      if (item.hours > HOURS_MAX) return null;
      const isSince = before === "than" || before === "since" || before === "from" || before === "op";
      // The high of the day is that of today.
      const isNamed = /^the (?:day|week|month)$/i.test(item.text) && isBeside(bag, at, "extreme");
      const said = isNamed ? item.text.replace(/^the/i, "this") : item.text;
      if (item.hours > 0) found.push([hoursOf(item.hours, said, isSince, now)]);
    } else if (item.is === "span") {
      // "Higher than yesterday" is held against a day, and not measured over it.
      if (before === "op") return null;
      const isSince = before === "since" || before === "from" || before === "than";
      if (isDay(item.name) && !isSince) return null;
      // "Since yesterday" may be since it began, since it ended, or a day.
      if (item.name === "yesterday" && isSince) {
        const day = dayStart(now);
        found.push(
          oneOf([
            { hours: 24 },
            between("since yesterday", day - DAY_MS, now),
            between("since yesterday ended", day, now),
          ]),
        );
      } else if (item.name.startsWith("last_") && isSince) found.push(oneOf(sinceLast(item.name, now)));
      // Since a month began, or since it ended.
      else if (isSince && (MONTHS as readonly string[]).includes(item.name)) return null;
      else found.push(oneOf(timesOf(item.name, now)));
    } else if ((item.is === "since" || item.is === "ago") && !isTimed(bag, at)) return null;
  }
  return found;
}

/** "Since" wants a time after it, "ago" one before it. */
const isTimed = (bag: Bag, at: number): boolean => {
  const near = bag.items[at]?.is === "since" ? bag.items[at + 1] : bag.items[at - 1];
  return near?.is === "hours" || near?.is === "span";
};
