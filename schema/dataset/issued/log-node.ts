// Whole subtrees of the proof log.
import { text, whole } from "../column.ts";
import { dataset, LAST_STORED } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const logNode = dataset({
  name: "log_node",
  about: "Whole subtrees of the log, so that a proof reads few rows; they follow from the leaves.",
  columns: {
    level: whole(8, "The subtree holds 2^level leaves; without a unit."),
    node_index: whole(64, "Which subtree of the level, from the left; without a unit."),
    hash: text("Hash of the subtree by RFC 6962, hex."),
  },
  rows: LAST_STORED,
  order: ["level", "node_index"],
  keep: FOR_GOOD,
});
