// The dataset usage and its rows.
import { text, time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const usage = dataset({
  name: "usage",
  about: "Calls counted by second, process, caller, endpoint, status and way of payment.",
  columns: {
    at: time("End of the counted second. UTC."),
    process: word("Api process that answered."),
    caller: text("key: and the id of a partner key, or ip: and the network.", "ZSTD(1)"),
    route: word("Endpoint, as operationId."),
    method: word("HTTP method."),
    tier: word("Price tier of the endpoint."),
    status: whole(16, "HTTP status of the answers; without a unit."),
    paid_by: word("none, allowance, key or payment."),
    calls: whole(32, "Answers; without a unit.", "T64, ZSTD(1)"),
  },
  rows: EVERY_ROW,
  order: ["caller", "route", "at"],
  partition: "toYYYYMM(at)",
  keep: days(90),
});

export type UsageRow = Row<typeof usage>;
