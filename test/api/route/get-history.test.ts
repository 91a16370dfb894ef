// GET /v1/history/{token}: windows, resolutions, certificates, events, and what is not there.
import t, { type Test } from "tap";
import { EVENT_KINDS } from "../../../schema/object/history.ts";
import { SERIES_IDS } from "../../../schema/series/index.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { ask, startTestApi } from "../../support/api.ts";
import { frames, historyFrame } from "../../support/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

type Coverage = {
  from: string;
  to: string;
  expected: number | "unassessed";
  delivered: number;
  absent: Record<string, number>;
};
type Series = { rows: [string, ...unknown[]][]; coverage: Coverage; truncated: boolean; next_since: string | null };
type Data = {
  since: string | null;
  until: string;
  resolution: string;
  resolution_requested: string;
  series: Record<string, Series>;
  events: { kind: string; at: string }[];
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
    const absent = Object.values(coverage.absent).reduce((a, b) => a + b, 0);
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
      t.match(data.series[id], { rows: [], coverage: { expected: "unassessed", delivered: 0 } });
      t.ok(data.notes.some((note) => note.code === "pending" && note.detail.startsWith(id)));
    }
  });

  t.test("event kinds nobody looks for are named, so that none of them reads as calm", async (t) => {
    const { data } = await read("?series=price");
    const note = data.notes.find(({ code, detail }) => code === "no_source" && detail.startsWith("events"));
    for (const kind of EVENT_KINDS) {
      t.equal(note?.detail.includes(kind), !["large_transfer", "liquidation", "signal", "brief"].includes(kind), kind);
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

t.test("more rows than the limit are cut between two instants, and next_since goes on without loss", async (t) => {
  const bytes = historyFrame({ series: "candles", resolution: "15m", at: AT, buckets: 2_000, venues: ["a", "b", "c"] });
  const all = frames(AT).set("history/bitcoin/candles/15m", { version: AT, bytes });
  const { app } = await startTestApi(t, AT, all);
  const seen = new Set<string>();
  let since: string | null = toTime(AT - 30 * day);
  let pages = 0;
  for (; since !== null; pages++) {
    const { body } = await ask(t, app, `/v1/history/BTC?series=candles&resolution=15m&since=${since}`);
    const series = (body.data as Data).series.candles as Series;
    t.ok(series.rows.length <= 5_000);
    t.equal(series.truncated, series.next_since !== null);
    t.equal(series.coverage.expected, series.rows.length);
    for (const [time, venue] of series.rows) seen.add(`${time} ${venue}`);
    since = series.next_since;
  }
  t.equal(pages, 2);
  t.equal(seen.size, 6_000);
});
