// The dataset reject and its rows.
import { TOKEN, text, time, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const reject = dataset({
  name: "reject",
  about: "Rows that were refused, kept with the reason.",
  columns: {
    dataset: word("Dataset."),
    provider: word("Data provider."),
    source: word("Source of the registry."),
    token: TOKEN,
    reason: word("Rule that refused it."),
    row: text("The row as JSON."),
    at: time("When it was refused. UTC."),
  },
  rows: EVERY_ROW,
  order: ["dataset", "provider", "at"],
  partition: "toYYYYMM(at)",
  keep: days(30),
});

export type RejectRow = Row<typeof reject>;
