// The proof log, one leaf an object.
import { text, time, whole } from "../column.ts";
import { dataset, EVERY_ROW } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const logLeaf = dataset({
  name: "log_leaf",
  about: "The proof log: one leaf an issued object, in the order of the log.",
  columns: {
    leaf_index: whole(64, "Place in the log, from 0 without holes; without a unit."),
    id: text("Id of the issued object."),
    hash: text("SHA-256 of its canonical text, hex: the data of the leaf."),
    appended_at: time("When it was appended. UTC."),
  },
  rows: EVERY_ROW,
  order: ["leaf_index"],
  insertsRemembered: 100_000,
  keep: FOR_GOOD,
});
