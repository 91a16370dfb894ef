// Times of history answers as text: most of them are those of frames and buckets, the same call after call.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { toTime } from "../../schema/shape/time.ts";

const REMEMBERED_MAX = 1_024;
const remembered = new Map<number, string>();

/** Epoch milliseconds to the wire form, of a time that is likely to be told again. */
export function timeText(epochMs: number): string {
  const known = remembered.get(epochMs);
  if (known !== undefined) return known;
  const made = toTime(epochMs);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(epochMs, made);
  return made;
}

const padded = (count: number, length: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => String(n).padStart(length, "0"));
const [TWO, THREE] = [padded(60, 2), padded(1_000, 3)];
/** The day that was told last, up to and with the T. */
let lastDay = Number.NaN;
let dayText = "";

/** The same of a time that is told once, of a day that others are of: written by the machine it takes several times as long. */
export function timeTextOnce(epochMs: number): string {
  const day = Math.floor(epochMs / DAY_MS);
  if (day !== lastDay) {
    dayText = toTime(day * DAY_MS).slice(0, -"00:00:00.000Z".length);
    lastDay = day;
  }
  const ms = epochMs - day * DAY_MS;
  const minutes = TWO[Math.floor(ms / MINUTE_MS) % 60];
  const seconds = TWO[Math.floor(ms / 1_000) % 60];
  return `${dayText}${TWO[Math.floor(ms / HOUR_MS)]}:${minutes}:${seconds}.${THREE[ms % 1_000]}Z`;
}
