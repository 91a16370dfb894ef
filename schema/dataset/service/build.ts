// Every live build of states, token list and market.
import { time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const build = dataset({
  name: "build",
  about: "Live builds of states, token list and market, each told before it was published.",
  columns: {
    version: time("Version of what it published: issued objects name it. UTC."),
    as_of: time("The instant that was built for: nothing that is true later was read. UTC."),
    known: time(
      "Every insert that had begun by then was stored before anything was read; a later one may have been read or not. UTC.",
    ),
    tokens: whole(16, "How many states it made; without a unit."),
    code_version: word("Version of the code that built."),
  },
  rows: EVERY_ROW,
  order: ["version"],
  partition: "toYYYYMM(version)",
  keep: days(60, "version"),
});

export type BuildRow = Row<typeof build>;
