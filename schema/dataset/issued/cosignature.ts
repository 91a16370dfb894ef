// What witnesses signed of checkpoints.
import { text, time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const cosignature = dataset({
  name: "cosignature",
  about: "Cosignatures of witnesses on checkpoints of the proof log; one a witness and size.",
  columns: {
    witness: word("Name and identifier of the witness's key, <name>+<id>."),
    size: whole(64, "Leaves in the tree it saw; without a unit."),
    line: text("The signature line, C2SP text."),
    cosigned_at: time("When the witness saw it, by its own clock. UTC."),
  },
  rows: EVERY_ROW,
  order: ["witness", "size"],
  insertsRemembered: 100_000,
  keep: FOR_GOOD,
});

export type CosignatureRow = Row<typeof cosignature>;
