// What is said beside an instant of the past: of what it was made, what of it is gone, and what has been corrected since. Pure.
import { TABLES } from "../../schema/dataset/index.ts";
import { keptText } from "../../schema/retention.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { PastBasis } from "./basis.ts";
import type { Corrected } from "./corrections.ts";
import type { Gone } from "./kept.ts";

const NOTE_MAX = 500;

const readingsOf = (count: number): string => (count === 1 ? "1 reading was" : `${count} readings were`);

const wordsOf = (table: string): string => table.replaceAll("_", " ");

export function notesOf(
  { version, known, codeVersion }: PastBasis,
  gone: Gone,
  corrected: readonly Corrected[],
  madeBy: string,
): string[] {
  const built =
    version === null
      ? "No build of then is kept: it was made for the instant itself, of what was stored by then."
      : `It is what the build of ${toTime(version)} made of what was stored by ${toTime(known)}.`;
  const other =
    codeVersion === "" || codeVersion === madeBy
      ? []
      : [`That build was made by the code ${codeVersion}, this is ${madeBy}.`];
  const past = [...gone.tables].sort().map((table) => {
    const kept = keptText(table) ?? "";
    return `Rows of ${wordsOf(table)} of then are kept no longer (${kept}): what rests on them is unassessed, insufficient_history.`;
  });
  const since = corrected.flatMap(({ dataset, readings, others, unread }) => {
    const name = wordsOf(dataset in TABLES ? dataset : "");
    const told = "corrected since; it shows what was known by then.";
    return [
      ...(readings > 0 ? [`${name}: ${readingsOf(readings)} ${told}`] : []),
      ...(others > 0 ? [`${name}, of other tokens that its context rests on: ${readingsOf(others)} ${told}`] : []),
      ...(unread > 0
        ? [`${name}: ${readingsOf(unread)} corrected before it; it held what had been read earlier.`]
        : []),
    ];
  });
  return [built, ...other, ...past, ...since].map((note) => note.slice(0, NOTE_MAX));
}
