// Every night's sample of issued objects that were made again.
import { text, time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const replaySample = dataset({
  name: "replay_sample",
  about: "Samples of issued objects that were made again from what is kept, each night.",
  columns: {
    at: time("When the sample was made again. UTC."),
    sampled: whole(32, "Objects that were drawn; without a unit."),
    identical: whole(32, "Of those, byte-identical; without a unit."),
    numbers_identical: whole(32, "Worded by a model, and all but the words identical; without a unit."),
    differing: whole(32, "Made again otherwise; without a unit."),
    unassessed: whole(32, "That could not be made again; without a unit."),
    reasons: text("JSON: reason to how many of those that are not identical.", "ZSTD(1)"),
    code_version: word("Version of the code that made them again."),
  },
  rows: EVERY_ROW,
  order: ["at"],
  partition: "toYYYYMM(at)",
  keep: days(400),
});

export type ReplaySampleRow = Row<typeof replaySample>;
