// One day of the fear and greed index.
import { n } from "../admit.ts";
import { time, whole, word } from "../column.ts";
import { hours } from "../fresh.ts";
import { days } from "../keep.ts";
import type { LatestRow } from "../latest.ts";
import { reading } from "../reading.ts";

export const fearGreed = reading({
  name: "fear_greed",
  about: "Fear and greed index by day.",
  columns: {
    token: word("Always empty: the index is about the whole market."),
    at: time("Start of the day the value is for. UTC."),
    value: whole(8, "The index: 0 is extreme fear, 100 extreme greed. Unit: index points."),
    label: word("The provider's word for the value."),
  },
  order: ["provider", "at"],
  latest: {
    member: "fearGreed",
    of: "all",
    by: ["provider", "at"],
    tells: ["value", "label"],
    within: "10 DAY",
  },
  fresh: { fear_greed: { everyS: hours(1), sloS: hours(26), hardTtlS: hours(48) } },
  admit: [
    ["value_out_of_range", (row) => Number.isInteger(row.value) && n(row, "value") >= 0 && n(row, "value") <= 100],
    ["label_unknown", (row) => row.label !== ""],
  ],
  analysts: {
    view: "fear_greed_day",
    about: "Fear and greed by day.",
    shows: {
      day: ["Date", "toDate(at)", "Day. UTC."],
      index_value: ["UInt8", "value", "Index points: 0 is extreme fear, 100 extreme greed."],
      label: "The provider's word for it.",
      provider: null,
    },
  },
  keep: days(800),
});

export type FearGreedLatestRow = LatestRow<typeof fearGreed>;
