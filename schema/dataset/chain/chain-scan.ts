// The dataset chain_scan and its rows.
import { CHAIN, text, time, whole, word } from "../column.ts";
import type { Row } from "../dataset.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const chainScan = reading({
  name: "chain_scan",
  about: "Block ranges that were read whole: what makes an absent transfer a measured zero.",
  columns: {
    chain: CHAIN,
    at: time("Start of the time the range covers. UTC."),
    to_at: time("End of the time the range covers, exclusive. UTC."),
    from_block: whole(64, "First block."),
    to_block: whole(64, "Last block."),
    block_hash: text("Hash of the last block."),
    label_set: word("Version of the labels."),
  },
  order: ["chain", "at"],
  comesWith: "exchange_flow",
  keep: days(400),
});

export type ChainScanRow = Row<typeof chainScan>;
