// What came of our own calls, a day after each.
import type { RecordItemRow } from "../../schema/query/record/record-item.ts";

const DAY_H = 24;

export type PastCalls = { readonly settled: number; readonly right: number; readonly wrong: number };

export function countCalls(rows: readonly Pick<RecordItemRow, "outcomes">[]): PastCalls {
  const results = rows.flatMap(({ outcomes }) =>
    outcomes.flatMap(([horizon, , , , , , , result]) => (horizon === DAY_H ? [result] : [])),
  );
  const of = (wanted: string) => results.filter((result) => result === wanted).length;
  return { settled: results.length, right: of("right"), wrong: of("wrong") };
}
