import t from "tap";
import { compile } from "../../schema/check.ts";
import { SERIES } from "../../schema/series/index.ts";
import { seriesShape } from "../../schema/series/series.ts";

t.test("every series starts with t and refuses rows of another width", async (t) => {
  for (const [id, series] of Object.entries(SERIES)) {
    const columns = Object.keys(series.columns);
    t.equal(columns[0], "t", id);
    const check = compile(seriesShape(series));
    const base = {
      unit: series.unit,
      columns,
      by_venue: series.byVenue,
      as_of: null,
      sources: [],
      coverage: {
        from: "2026-11-20T00:00:00.000Z",
        to: "2026-11-21T00:00:00.000Z",
        bucket_s: 3600,
        expected: "unassessed",
        delivered: 0,
        absent: { not_listed: 0, source_error: 0, not_yet_due: 0, gap: 0 },
      },
      truncated: false,
      next_cursor: null,
      reason: "pending",
    };
    t.ok(check({ ...base, rows: [] }), `${id}: ${check.describe()}`);
    t.notOk(check({ ...base, rows: [["2026-11-20T00:00:00.000Z"]] }), id);
  }
});
