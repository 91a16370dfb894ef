// The dataset freshness_sample and its rows.
import { realOrNull, time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const freshnessSample = dataset({
  name: "freshness_sample",
  about: "What the status page measured, once a minute.",
  columns: {
    dataset: word("Dataset."),
    at: time("Time of the sample. UTC."),
    tokens_expected: whole(32, "Tokens that should have the dataset."),
    tokens_fresh: whole(32, "Tokens within the objective."),
    age_p50_s: realOrNull("Median age; null where nothing is stored. Seconds."),
    age_p95_s: realOrNull("95th percentile of the age; null where nothing is stored. Seconds."),
  },
  rows: EVERY_ROW,
  order: ["dataset", "at"],
  partition: "toYYYYMM(at)",
  keep: days(30),
});

export type FreshnessSampleRow = Row<typeof freshnessSample>;
