// What an issued object was judged from that nothing else keeps.
import { text, time } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const issuedInput = dataset({
  name: "issued_input",
  about: "What an issued object was judged from that nothing else keeps, so that it can be made again.",
  columns: {
    id: text("Id of the issued object."),
    hash: text("SHA-256 of its canonical text, hex: of two issuers of one id only one was kept."),
    at: time("When it was issued. UTC."),
    inputs: text(
      "JSON: the state that was judged, and of an order what it asks for and the books and quotes that were read for it alone.",
      "ZSTD(6)",
    ),
  },
  rows: EVERY_ROW,
  order: ["id"],
  partition: "toYYYYMM(at)",
  keep: days(60),
});

export type IssuedInputRow = Row<typeof issuedInput>;
