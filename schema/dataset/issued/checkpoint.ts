// Signed checkpoints of the proof log.
import { text, time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const checkpoint = dataset({
  name: "checkpoint",
  about: "Signed checkpoints of the proof log; one a size.",
  columns: {
    size: whole(64, "Leaves in the signed tree; without a unit."),
    root: text("Root of the tree, hex."),
    origin: word("Name of the log."),
    note: text("The signed note, C2SP text."),
    signed_at: time("When it was signed. UTC."),
  },
  rows: EVERY_ROW,
  order: ["size"],
  insertsRemembered: 100_000,
  keep: FOR_GOOD,
});
