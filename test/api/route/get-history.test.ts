// GET /v1/history/{token}: windows, resolutions, certificates, events, and what is not there.
import fc from "fast-check";
import t, { type Test } from "tap";
import { DAY_MS } from "../../../schema/duration.ts";
import { EVENT_KINDS } from "../../../schema/object/history.ts";
import { SERIES_IDS } from "../../../schema/series/index.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { ask, startTestApi } from "../../support/api/api.ts";
import { assertAsyncProperty } from "../../support/property.ts";
import { frames, historyFrame } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const [minute, hour, day] = [60_000, 3_600_000, DAY_MS];

type Coverage = {
  from: string;
  to: string;
  expected: number | "unassessed";
  delivered: number;
  absent: Record<string, number | "unassessed">;
};
type Series = {
  rows: [string, ...unknown[]][];
  coverage: Coverage;
  truncated: boolean;
  next_cursor: string | null;
  reason: string | null;
};
type Data = {
  since: string | null;
  until: string;
  resolution: string;
  resolution_requested: string;
  series: Record<string, Series>;
  events: { kind: string; at: string }[];
  events_coverage: { delivered: number; truncated: boolean; reason: string | null };
  truncated: boolean;
  next_cursor: string | null;
  notes: { code: string; detail: string }[];
};

t.test("the history", async (t) => {
  const { app, clock } = await startTestApi(t, AT, frames(AT));
  const read = async (query: string) => {
    const { status, body } = await ask(t, app, `/v1/history/bitcoin${query}`);
    t.equal(status, 200, query);
    return { ...(body as { as_of: string; sources: { id: string }[] }), data: body.data as Data };
  };
  const certified = (t: Test, { rows, coverage }: Series) => {
    const absent = Object.values(coverage.absent).reduce<number>((a, b) => a + Number(b), 0);
    t.equal(coverage.delivered, rows.length);
    t.equal(coverage.expected, coverage.delivered + absent, "expected = delivered + absent");
  };

  t.test("without arguments: all series of 14 days by the hour, events of 24 hours", async (t) => {
    const { data, sources } = await read("");
    t.match(data, { since: null, until: toTime(AT), resolution: "1h", resolution_requested: "auto" });
    t.same(Object.keys(data.series), SERIES_IDS);
    t.equal(data.series.price?.rows.length, 336);
    t.equal(data.series.candles?.rows.length, 672);
    certified(t, data.series.price as Series);
    certified(t, data.series.candles as Series);
    t.equal(data.events.length, 25);
    t.ok(data.events.every(({ at }) => at >= toTime(AT - day)));
    t.same(
      sources.map(({ id }) => id),
      sources.map((_, k) => `S${k + 1}`),
      "sources are numbered through",
    );
  });

  for (const [ago, resolution] of [
    [hour, "15m"],
    [2 * day, "15m"],
    [2 * day + 2 * minute, "1h"],
    [30 * day, "1h"],
    [31 * day, "6h"],
  ] as const) {
    t.test(`auto reads a window of ${ago / hour} hours at ${resolution}`, async (t) => {
      const since = toTime(AT - ago);
      const { data } = await read(`?series=price&since=${since}`);
      t.match(data, { resolution, resolution_requested: "auto", since });
      t.ok(data.series.price?.rows.every(([time]) => time >= since));
      certified(t, data.series.price as Series);
    });
  }

  t.test("since cuts at its instant: a row that starts then is in, one before is out", async (t) => {
    const start = Date.parse("2026-11-20T09:00:00.000Z");
    for (const [since, rows] of [
      [start, 4],
      [start + 1, 3],
      [start - 1, 4],
      [AT, 0],
    ] as const) {
      const { data } = await read(`?series=price&resolution=1h&since=${toTime(since)}`);
      t.equal(data.series.price?.rows.length, rows);
      certified(t, data.series.price as Series);
    }
  });

  t.test("since older than the limit is clamped, and a note says so", async (t) => {
    const { data } = await read("?series=price&since=2020-01-01T00:00:00Z");
    t.equal(data.since, toTime(AT - 180 * day));
    t.ok(data.notes.some(({ code }) => code === "clamped"));
  });

  t.test("a series not built yet is present and empty, and a note says why", async (t) => {
    const { data } = await read("?series=tvl,open_interest,price");
    for (const id of ["tvl", "open_interest"]) {
      const coverage = {
        expected: "unassessed",
        delivered: 0,
        absent: { gap: "unassessed", not_listed: "unassessed" },
      };
      t.match(data.series[id], { rows: [], coverage });
      t.ok(data.notes.some((note) => note.code === "pending" && note.detail.startsWith(id)));
    }
  });

  t.test("event kinds without a row are named, and neither as calm nor as looked for by nobody", async (t) => {
    const { data } = await read("?series=price");
    t.notOk(
      data.notes.some(({ code }) => code === "no_source"),
      "an empty list does not say that there is no source",
    );
    const note = data.notes.find(({ code, detail }) => code === "none" && detail.startsWith("events"));
    for (const kind of EVENT_KINDS) {
      t.equal(
        note?.detail.includes(kind),
        !["large_transfer", "liquidation", "signal", "brief", "verdict_change"].includes(kind),
        kind,
      );
    }
  });

  t.test("a token without any history answers with everything pending", async (t) => {
    const { body } = await ask(t, app, "/v1/history/USDC");
    const data = body.data as Data;
    t.ok(Object.values(data.series).every(({ rows }) => rows.length === 0));
    t.ok(data.notes.some(({ detail }) => detail.startsWith("events")));
    t.ok(body.as_of);
  });

  t.test("raw is 503 while ClickHouse is away, and buckets go on answering", async (t) => {
    const { status, body } = await ask(t, app, "/v1/history/bitcoin?resolution=raw");
    t.equal(status, 503);
    t.match(body, { code: "upstream_unavailable", retryable: true });
    await read("?resolution=1h");
  });

  t.test("a kept answer does not outlive its window", async (t) => {
    const target = "/v1/history/bitcoin?series=price";
    await ask(t, app, target);
    t.ok(app.ready.get(target));
    clock.at = AT + 31_000;
    app.sweep();
    t.notOk(app.ready.get(target));
    clock.at = AT;
  });
});

t.test("holes are explained by reason inside the window, and only there", async (t) => {
  const bytes = historyFrame({
    series: "candles",
    resolution: "1h",
    at: AT,
    buckets: 48,
    venues: ["binance", "okx"],
    holes: [
      { bucket: 1, venue: "okx", reason: "gap" },
      { bucket: 40, venue: "okx", reason: "source_error" },
      { bucket: 41, venue: "okx", reason: "source_error" },
      { bucket: 47, venue: "binance", reason: "not_yet_due" },
    ],
  });
  const all = frames(AT).set("history/bitcoin/candles/1h", { version: AT, bytes });
  const { app } = await startTestApi(t, AT, all);
  const read = async (sinceMs: number) => {
    const { body } = await ask(t, app, `/v1/history/BTC?series=candles&resolution=1h&since=${toTime(sinceMs)}`);
    return (body.data as Data).series.candles?.coverage;
  };
  t.match(await read(AT - 10 * day), {
    expected: 96,
    delivered: 92,
    absent: { gap: 1, source_error: 2, not_yet_due: 1, not_listed: 0 },
  });
  const from = Date.parse("2026-11-20T12:00:00.000Z") - 6 * hour;
  t.match(await read(from), { expected: 14, delivered: 12, absent: { gap: 0, source_error: 1, not_yet_due: 1 } });
});

t.test("more rows than the limit are cut anywhere, and next_cursor goes on with each row once", async (t) => {
  const bytes = historyFrame({ series: "candles", resolution: "15m", at: AT, buckets: 2_000, venues: ["a", "b", "c"] });
  const all = frames(AT).set("history/bitcoin/candles/15m", { version: AT, bytes });
  const { app } = await startTestApi(t, AT, all);
  for (const [limit, pages] of [
    [5_000, 2],
    [1_999, 4],
    [1_000, 6],
  ] as const) {
    const seen = new Set<string>();
    let rows = 0;
    let query = `since=${toTime(AT - 30 * day)}&series=candles&resolution=15m`;
    let count = 0;
    for (; query !== ""; count++) {
      const { body } = await ask(t, app, `/v1/history/BTC?limit=${limit}&${query}`);
      const data = body.data as Data;
      const series = data.series.candles as Series;
      t.ok(series.rows.length <= limit);
      t.equal(series.truncated, series.next_cursor !== null);
      t.equal(data.truncated, data.next_cursor !== null);
      t.equal(series.coverage.expected, series.rows.length);
      for (const [time, venue] of series.rows) seen.add(`${time} ${venue}`);
      rows += series.rows.length;
      query = series.next_cursor === null ? "" : `cursor=${series.next_cursor}`;
    }
    t.equal(count, pages);
    t.equal(seen.size, 6_000);
    t.equal(rows, 6_000);
  }
});

const anyWindow = fc.record({
  since: fc.option(fc.integer({ min: -40 * 24, max: 0 }), { nil: null }),
  until: fc.option(fc.integer({ min: -39 * 24, max: 10 }), { nil: null }),
  limit: fc.option(fc.integer({ min: 1, max: 900 }), { nil: null }),
  resolution: fc.constantFrom("15m" as const, "1h" as const, "6h" as const),
});

t.test(
  "any window and limit gives the rows of the whole series that lie in it, in order, and says what it cut",
  async (t) => {
    const { app } = await startTestApi(t, AT, frames(AT));
    const read = async (query: string) => {
      const { status, body } = await ask(t, app, `/v1/history/bitcoin?series=candles,price&${query}`);
      return { status, data: body.data as Data };
    };
    const whole = new Map<string, Series["rows"]>();
    for (const resolution of ["15m", "1h", "6h"]) {
      const { data } = await read(`resolution=${resolution}&since=${toTime(AT - 60 * day)}`);
      for (const id of ["candles", "price"]) whole.set(`${id} ${resolution}`, data.series[id]?.rows ?? []);
    }
    await assertAsyncProperty(
      fc.asyncProperty(anyWindow, async ({ since, until, limit, resolution }) => {
        const [from, to] = [since === null ? null : AT + since * hour, until === null ? null : AT + until * hour];
        const asked = [
          ...[`resolution=${resolution}`, ...(from === null ? [] : [`since=${toTime(from)}`])],
          ...[...(to === null ? [] : [`until=${toTime(to)}`]), ...(limit === null ? [] : [`limit=${limit}`])],
        ];
        const { status, data } = await read(asked.join("&"));
        if (from !== null && to !== null && from >= to) return status === 400;
        const start = from ?? Math.min(to ?? AT, AT) - 14 * day;
        for (const id of ["candles", "price"]) {
          const inside = (whole.get(`${id} ${resolution}`) ?? []).filter(
            ([time]) => Date.parse(time) >= start && (to === null || Date.parse(time) < to),
          );
          const shown = inside.slice(0, limit ?? 5_000);
          const series = data.series[id];
          const isRight =
            JSON.stringify(series?.rows) === JSON.stringify(shown) &&
            series?.truncated === shown.length < inside.length &&
            (series.reason === null) === shown.length > 0;
          if (!isRight) return false;
        }
        const { delivered, truncated } = data.events_coverage;
        const ends = to === null ? Number.POSITIVE_INFINITY : to;
        const eventsFrom = from ?? Math.min(to ?? AT, AT) - day;
        const happened = Array.from({ length: 30 }, (_, k) => AT - k * hour).filter(
          (at) => at >= eventsFrom && at < ends,
        );
        const most = Math.min(limit ?? 500, 500);
        // Older than what memory holds is read from the store, which is away here.
        const isHeld = eventsFrom >= AT - 14 * day || happened.length > most;
        return delivered === Math.min(happened.length, most) && truncated === (happened.length > most || !isHeld);
      }),
      { numRuns: 150 },
    );
  },
);

t.test("a cursor of another token or question is refused, and a broken one", async (t) => {
  const { app } = await startTestApi(t, AT, frames(AT));
  const { body } = await ask(t, app, "/v1/history/bitcoin?series=price&resolution=1h&limit=5");
  const cursor = (body.data as Data).next_cursor;
  for (const [path, status] of [
    [`bitcoin?cursor=${cursor}`, 200],
    [`bitcoin?cursor=${cursor}&series=price&resolution=1h`, 200],
    [`bitcoin?cursor=${cursor}&resolution=15m`, 400],
    [`bitcoin?cursor=${cursor}&since=${toTime(AT - hour)}`, 400],
    [`USDC?cursor=${cursor}`, 400],
    ["bitcoin?cursor=abc", 400],
    [`bitcoin?cursor=${Buffer.from('{"token":"bitcoin"}').toString("base64url")}`, 400],
    ["bitcoin?limit=0", 400],
    ["bitcoin?limit=5001", 400],
    [`bitcoin?until=${toTime(AT - 200 * day)}`, 400],
  ] as const) {
    t.equal((await ask(t, app, `/v1/history/${path}`)).status, status, path);
  }
});
