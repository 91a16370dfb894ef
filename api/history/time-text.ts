// Times of history answers as text: most of them are those of frames and buckets, the same call after call.
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
