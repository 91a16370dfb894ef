// One day of the fear and greed index.
import { PROVIDER, RETRIEVED_AT, time, whole, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const fearGreed = dataset({
  name: "fear_greed",
  about: "Fear and greed index by day.",
  columns: {
    token: word("Always empty: the index is about the whole market."),
    at: time("Start of the day the value is for. UTC."),
    value: whole(8, "The index: 0 is extreme fear, 100 extreme greed. Unit: index points."),
    label: word("The provider's word for the value."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["provider", "at"],
  partition: "toYYYYMM(at)",
  keep: days(800),
});

export type FearGreedRow = Row<typeof fearGreed>;
