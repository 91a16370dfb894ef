// What calls got their probabilities from, one row a version.
import { text, time, whole } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const odds = dataset({
  name: "odds",
  about: "What came of past calls by class, in every version that calls got their probabilities from.",
  columns: {
    number: whole(64, "Version, from 1 without holes; without a unit."),
    at: time("When it was counted. UTC."),
    digest: text("SHA-256 of odds, hex: issued objects name it."),
    odds: text(
      "JSON: class of calls to horizon to n calls, how many were right, the market's base rate, the independent, windows, even ones, and effective calls.",
      "ZSTD(6)",
    ),
  },
  rows: EVERY_ROW,
  order: ["number"],
  partition: "toYYYYMM(at)",
  insertsRemembered: 100_000,
  keep: days(400),
});

export type OddsRow = Row<typeof odds>;
