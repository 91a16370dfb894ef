import t from "tap";
import { buildEvents, type EventsInput, eventFrames } from "../../../jobs/event/build-events.ts";
import { readFrames } from "../../../jobs/publish.ts";
import { compile } from "../../../schema/check.ts";
import { signal } from "../../../schema/event/signal.ts";
import { decodeFrame } from "../../../schema/frame.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import { EVENT_DATA, HistoryEvent } from "../../../schema/object/history.ts";
import type { EventsMeta } from "../../../schema/snapshot.ts";
import { valuesIn } from "../../support/api/values-in.ts";
import { BASE } from "../../support/base.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const minute = 60_000;
const quarter = 15 * minute;
const AS_OF = Math.floor(BASE / quarter) * quarter + 7 * minute;
const TOKENS = ["bitcoin", "ethereum"];

const { store } = await startTestStore(t);
const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "test");
t.teardown(() => redis.disconnect());

const transfer = (n: number, more: object = {}) => ({
  token: "bitcoin",
  chain: "btc",
  at: AS_OF - n * minute,
  tx_hash: `tx-${n}`,
  log_index: 0,
  block: 1_000 + n,
  amount: "1234.5",
  amount_native: 1_234.5,
  value_usd: 98_765_432.123,
  from_address: "a",
  to_address: "b",
  from_label: n % 2 === 0 ? "kraken" : null,
  to_label: null,
  towards: "unknown",
  label_set: "v1",
  provider: "test:btc",
  retrieved_at: AS_OF - n * minute + 1_000,
  ...more,
});
const closure = (n: number, more: object = {}) => ({
  token: "ethereum",
  venue: n % 3 === 0 ? "okx" : "bybit",
  symbol: "X",
  at: AS_OF - n * minute,
  id: `l-${n}`,
  side: n % 2 === 0 ? "long" : "short",
  price: 3_000,
  amount_native: n,
  value_usd: 1_000 * n + 0.5,
  provider: "test:okx",
  retrieved_at: AS_OF - n * minute + 500,
  ...more,
});

const transfers = Array.from({ length: 600 }, (_, n) => transfer(n + 1));
await store.insert("large_transfer", [...transfers, transfer(5, { value_usd: 1, retrieved_at: AS_OF })], "transfers");
await store.insert("large_transfer", [transfer(15 * 24 * 60), transfer(-5)], "out of the window");
const closures = Array.from({ length: 240 }, (_, n) => closure(n + 1));
await store.insert("liquidation", [...closures, closure(60)], "closures");

const input: EventsInput = { store, redis, asOf: AS_OF, tokens: TOKENS };
const eventsOf = async (token: string) => {
  const frame = (await eventFrames(input))
    .map((p) => decodeFrame(p.frame))
    .find((f) => f?.name === SNAPSHOTS.events(token));
  return { meta: frame?.meta as EventsMeta, events: valuesIn(frame?.parts.get("rows")) as HistoryEvent[] };
};

t.test(
  "events fit their shapes, newest first, at most the limit, and meta says each line's time and kind",
  async (t) => {
    const check = compile(HistoryEvent);
    for (const token of TOKENS) {
      const { meta, events } = await eventsOf(token);
      t.ok(events.length > 0);
      for (const event of events) {
        if (!check(event)) t.fail(check.describe());
        const data = compile(EVENT_DATA[event.kind]);
        if (!data(event.data)) t.fail(data.describe());
      }
      t.strictSame(
        meta.at,
        events.map((event) => Date.parse(event.at)),
      );
      t.strictSame(
        meta.kinds,
        events.map((event) => event.kind),
      );
      t.strictSame(
        meta.at,
        [...meta.at].sort((a, b) => b - a),
      );
      t.equal(new Set(events.map((event) => event.id)).size, events.length, "ids are unique");
      t.ok(events.length <= LIMITS.eventsMax);
    }
  },
);

t.test("a transfer is told with both ends, its amount as stored, and the later reading of it", async (t) => {
  const { events } = await eventsOf("bitcoin");
  t.equal(events.length, LIMITS.eventsMax);
  t.equal(Date.parse(events[0]?.at ?? ""), AS_OF - minute, "nothing from the future");
  const second = events[1];
  t.match(second, {
    kind: "large_transfer",
    data: { amount: "1234.5", value_usd: 98_765_432.12, from_label: "kraken" },
  });
  t.equal(second?.summary, "1,234.5 BTC ($98.8M) from kraken to an unlabelled address");
  t.match(events[4]?.data, { value_usd: 1 });
});

t.test("liquidations are told by quarter of an hour and venue once it is over, each closure once", async (t) => {
  const { events } = await eventsOf("ethereum");
  const rows = await store.query<object, { at: number; venue: string; long: number; short: number; largest: number }>(
    {
      name: "independent-liquidation",
      sql: `
SELECT intDiv(toUnixTimestamp64Milli(at), 900000) * 900000 AS at, venue, sumIf(value_usd, side = 'long') AS long,
  sumIf(value_usd, side = 'short') AS short, max(value_usd) AS largest
FROM (SELECT DISTINCT token, venue, id, at, side, value_usd FROM liquidation) AS l
WHERE toUnixTimestamp64Milli(l.at) < ${Math.floor(AS_OF / quarter) * quarter} GROUP BY at, venue ORDER BY at DESC, venue`,
    },
    {},
  );
  t.strictSame(
    events.map((event) => [event.at, event.data]),
    rows.map((row) => [
      new Date(row.at).toISOString(),
      { window_s: 900, long_usd: row.long, short_usd: row.short, largest_usd: row.largest, venue: row.venue },
    ]),
  );
});

t.test("frames are written again when a row came in or a quarter ended, else left alone", async (t) => {
  t.equal(await buildEvents(input), 2);
  t.equal(await buildEvents({ ...input, asOf: AS_OF + 3 * minute }), 2, "rows of the last minutes may have come late");
  t.equal(await buildEvents({ ...input, asOf: AS_OF + 4 * minute }), 0);
  const late = transfer(0, { tx_hash: "late", retrieved_at: AS_OF + 4 * minute });
  await store.insert("large_transfer", [late], "late");
  t.equal(await buildEvents({ ...input, asOf: AS_OF + 5 * minute - 1 }), 1);
  const [frame] = await readFrames(redis, [SNAPSHOTS.events("bitcoin")]);
  t.match(frame?.parts.get("rows")?.toString().split("\n")[0], /late/);
  t.equal(await buildEvents({ ...input, asOf: AS_OF + quarter }), 2);
});

t.test("totals by window are told when read after their end, without a largest closure", async (t) => {
  const quarterAt = Math.floor(AS_OF / quarter) * quarter - quarter;
  const windowAt = (start: number, more: object = {}) => ({
    token: "solana",
    venue: "gate",
    symbol: "SOL_USDT",
    at: start,
    window_s: 300,
    long_usd: 100,
    short_usd: 20,
    provider: "test:gate",
    retrieved_at: start + 330_000,
    ...more,
  });
  const three = [0, 1, 2].map((n) => quarterAt + n * 300_000);
  const earlier = three.map((at) => at - quarter);
  await store.insert(
    "liquidation_window",
    [
      ...three.map((at) => windowAt(at, { long_usd: 7, retrieved_at: at + 60_000 })),
      ...three.map((at) => windowAt(at)),
      // Read while it was still running, and never again.
      ...earlier.map((at) => windowAt(at, { retrieved_at: at + 60_000 })),
      windowAt(quarterAt - 2 * quarter, { long_usd: 0, short_usd: 0 }),
    ],
    "windows",
  );
  const frames = await eventFrames({ ...input, tokens: ["solana"] });
  const rows = decodeFrame(frames[0]?.frame ?? Buffer.alloc(0))?.parts.get("rows");
  const events = valuesIn(rows) as { at: string; data: object; source: object }[];
  t.match(events, [
    {
      at: new Date(quarterAt).toISOString(),
      data: { window_s: 900, long_usd: 300, short_usd: 60, largest_usd: "unassessed", venue: "gate" },
      source: { rows: 3, provider: "test:gate" },
    },
  ]);
  t.equal(events.length, 1);
});

t.test(
  "the source of a signal event is the service that fired it, simulated where a number it rests on is",
  async (t) => {
    const row = {
      ...{ token: "bitcoin", id: 7, kind: "price_move", direction: "bullish", severity: 2, value: 4.5, ratio: 2.25 },
      ...{ at: AS_OF, as_of: AS_OF, fired_at: AS_OF, status: "open", expires_ms: AS_OF + minute, closed_ms: null },
    };
    const sourceOf = async (...providers: string[]) => {
      const details = JSON.stringify({ sources: providers.map((provider) => ({ provider, endpoint: "candle" })) });
      const params = { asOf: AS_OF, tokens: ["bitcoin"], from: 0, to: AS_OF, limit: 1 };
      const [told] = await signal.read(
        async () => [{ ...row, details }] as never[],
        params,
        () => "BTC",
      );
      return told?.event.source;
    };
    t.match(await sourceOf("sandbox:binance", "sandbox:okx"), { provider: "sandbox:assay", endpoint: "signal.detect" });
    t.match(await sourceOf("binance"), { provider: "assay", endpoint: "signal.detect" });
  },
);
