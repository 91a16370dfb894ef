// Every issued object as it was issued.
import { real, realOrNull, text, time, timeOrNull, whole, wholeOrNull, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";
import { STORED } from "../version.ts";

export const issuedObject = dataset({
  name: "issued_object",
  about: "Every issued object as it was issued; appended, never changed.",
  columns: {
    id: text("Public id of the object; a brief has its number."),
    month: whole(
      32,
      "Year and month (YYYYMM, UTC) of the instant in the id, 0 where it holds none: an id is of one month only.",
    ),
    kind: word("evaluation, answer, run or brief."),
    object: word("Name of the wire object."),
    schema: word("Schema of the canonical object."),
    token: word("Token id; empty for objects about several."),
    as_of: time("When the data was true. UTC."),
    issued_at: time("When it was issued. UTC."),
    subkind: word("Of an evaluation standard or sized; empty for others."),
    verdict: word("Of an evaluation proceed, caution or avoid; empty for others."),
    previous_id: text("Of a standard evaluation the id of the one before it; empty for none.", "ZSTD(1)"),
    previous_verdict: word("Verdict of that one; empty for none."),
    standing: word(
      "Of a standard evaluation the verdict that stands with it: a change counts when it held twice or is towards avoid; empty for others.",
    ),
    changed_from: word("The verdict that stood before, where this evaluation changes it; empty where it does not."),
    direction: word("Of a brief bullish, bearish or neutral; empty for others."),
    severity: whole(8, "Of a brief 1 notable, 2 material, 3 critical; 0 for others. Without a unit."),
    side: word("Of a sized evaluation buy or sell; empty for others."),
    headline: text("Of a brief its headline; empty for others.", "ZSTD(1)"),
    summary: text("Of a brief its paragraph; empty for others.", "ZSTD(3)"),
    confidence: real("Confidence at issuance; fraction of 1."),
    p_right_1h: realOrNull("Probability given at issuance of being right after 1 hour; fraction of 1."),
    p_right_24h: realOrNull("The same for 24 hours; fraction of 1."),
    p_right_7d: realOrNull("The same for 7 days; fraction of 1."),
    sigma_1h_pct: realOrNull(
      "Deviation of 1-hour returns as issued; null where it was not measured. Percentage points.",
    ),
    sigma_24h_pct: realOrNull("The same of 24-hour returns. Percentage points."),
    sigma_7d_pct: realOrNull("The same of 7-day returns. Percentage points."),
    valid_until: timeOrNull("End of an evaluation; null for others. UTC.", "ZSTD(1)"),
    created_at: timeOrNull("Of a brief when it was written; null for others. UTC.", "ZSTD(1)"),
    window_from: timeOrNull("Of a brief the start of what was investigated; null for others. UTC.", "ZSTD(1)"),
    window_to: timeOrNull("Of a brief the end of it; null for others. UTC.", "ZSTD(1)"),
    rules: word("Version of the rules that made it."),
    is_simulated: whole(8, "1 where it rests on simulated data; without a unit."),
    judged_at: timeOrNull("The instant as of which it was judged; null where that was not kept. UTC.", "ZSTD(1)"),
    build: timeOrNull(
      "Version of the state it was judged on: the instant of its build; null where that was not kept. UTC.",
      "ZSTD(1)",
    ),
    odds: text(
      "SHA-256 of the table of past results that its probabilities come from, hex; empty where there was none.",
      "ZSTD(1)",
    ),
    code_version: word("Version of the code that made it; empty before it was named."),
    canonical: text("The canonical object, RFC 8785 text.", "ZSTD(3)"),
    hash: text("SHA-256 of the canonical text, hex."),
    source_calls: text("JSON array of the provider calls behind it, with digests of what they answered.", "ZSTD(3)"),
    supersedes: text("Id of the object this one corrects; empty for none."),
    run_id: text(
      "Of a brief the investigation it came from, which proves as the brief does; empty for others.",
      "ZSTD(1)",
    ),
    lost_count: wholeOrNull(
      16,
      "Of an evaluation how many metrics it was judged without for a reason of the moment; null of others, and where that was not kept. Without a unit.",
    ),
    ...STORED,
  },
  rows: EVERY_ROW,
  order: ["id"],
  partition: "month",
  insertsRemembered: 100_000,
  indexes: ["issued_at issued_at TYPE minmax GRANULARITY 1"],
  keep: FOR_GOOD,
});

export type IssuedRow = Row<typeof issuedObject>;
