// What a venue answers about another market than the one that was asked for is refused, whatever the source.
import t from "tap";
import { fetchRows, sourceListings } from "../../ingest/pull.ts";
import { openRun } from "../../ingest/run.ts";
import { SOURCES } from "../../ingest/source/index.ts";
import { startIngestGround } from "../support/ingest.ts";

/** Their bodies name no market: nothing can be compared. */
const NAMELESS = new Set([
  ...["binance-candle-1m", "binance-candle-1h", "binance-candle-1d", "binance-perp-candle-1h", "binance-order-book"],
  ...["okx-candle-1m", "okx-candle-1h", "okx-candle-1d", "okx-perp-candle-1h", "okx-order-book", "okx-long-short"],
  ...["okx-top-long-short", "okx-taker-volume", "okx-open-interest-history", "binance-taker-volume"],
  ...["gate-order-book", "gate-funding-settled", "gate-long-short", "gate-liquidation-window"],
  "gate-open-interest-history",
]);
const NOW = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 12 * 3_600_000 + 20_000;

t.test("every exchange source that asks by market refuses the rows of another one", async (t) => {
  const { deps, sandbox } = await startIngestGround(t);
  sandbox.setTime({ frozenMs: NOW });
  let compared = 0;
  for (const source of Object.values(SOURCES)) {
    if (source.kind === "own" || source.kind === "bulk" || NAMELESS.has(source.id)) continue;
    const run = await openRun(deps, source, `swapped~${source.id}`, undefined);
    const [asked, other] = await sourceListings(run, source);
    if (!asked || !other) throw new Error(`${source.id} lists nothing`);
    const step = 60_000 * 60;
    const to = Math.floor(NOW / step) * step;
    const calls =
      source.kind === "grid"
        ? [source.call(other, { from: to - 5 * source.intervalS * 1_000, to }, NOW)]
        : source.calls(other, false, NOW, null);
    const bodies: Record<string, unknown> = {};
    for (const [name, { endpoint, params }] of Object.entries("asides" in source ? (source.asides ?? {}) : {})) {
      bodies[name] = (await run.connections.exchanges[source.venue].get(endpoint, params, "", run.context)).body;
    }
    let given = 0;
    for (const call of calls) {
      const one = { listings: [asked], now: NOW, asides: { bodies, records: [] } };
      const { rows, record, asked: symbols } = await fetchRows(run, source, call, one);
      given += rows.length;
      const about = { now: NOW, record, asked: symbols, ageMsMax: null, reference: () => undefined };
      t.same(await run.take(source.rules, rows, about), [], `${source.id}: none is kept`);
    }
    const { refused, errors } = await run.finish();
    t.equal(refused, given, source.id);
    if (given > 0) t.match(errors, [{ message: /other_instrument/ }], source.id);
    compared += given > 0 ? 1 : 0;
  }
  t.ok(compared >= 12, `${compared} sources were given rows of another market`);
});
