// What the rules read is what the state shows, and what only they read equals plain SQL over the stored rows.
import t from "tap";
import { loadMinute, loadUsual } from "../../../jobs/detect/load-rows.ts";
import { measureInputs } from "../../../jobs/detect/measure-inputs.ts";
import { quarterOf, usualHourOf } from "../../../jobs/detect/rows.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { isNeverLocked } from "../../../jobs/measure/unlock.ts";
import type { SignalInput } from "../../../jobs/signal/input.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { minuteOf } from "../../../schema/duration.ts";
import { INPUT_NAMES } from "../../../schema/signal/input-name.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { fillMarket } from "../../support/rows/market-rows.ts";
import { startTestStore } from "../../support/store.ts";

const AS_OF = Date.UTC(2026, 9, 20, 12, 34, 31);
const MINUTE = minuteOf(AS_OF);
const HOUR = usualHourOf(MINUTE);
const BAR = quarterOf(MINUTE);
const ids = TRACKED.slice(0, 12).map(({ id }) => id);

t.setTimeout(120_000);
const store = askedOnce((await startTestStore(t)).store);
await fillMarket(store, {
  asOf: AS_OF,
  tokens: ids,
  minuteDays: 2,
  deepTokens: 2,
  bookMinutes: 1_500,
  fundingDays: 90,
  levels: 1,
});
const facts = await loadFacts(store, { asOf: AS_OF, tokens: ids, market: "sandbox" });
const usual = await loadUsual(store, MINUTE, ids);
const minuteRows = await loadMinute(store, facts, usual);
const measured = measureInputs(facts, minuteRows, usual);
const of = (token: string): SignalInput["values"] | undefined => measured.find((one) => one.token === token)?.values;
const sql = async <R>(text: string): Promise<R | undefined> =>
  ((await store.query({ name: "independent", sql: text }, {})) as R[])[0];
const near = (found: unknown, expected: number, what: string) =>
  t.ok(
    typeof found === "number" && Math.abs(found - expected) <= Math.max(0.0051, 1e-6 * expected),
    `${what}: ${found} ~ ${expected}`,
  );

t.test("numbers the state shows too are the same ones", async (t) => {
  for (const id of ids.slice(0, 4)) {
    const values = of(id);
    const { market, derivatives, onchain } = buildState(facts, id).sections;
    const pairs = {
      return_1h_pct: market.change_1h_pct,
      sigma_1h_pct: market.sigma_1h_pct,
      volume_1h_usd: market.volume_1h_usd,
      median_hourly_volume_24h_usd: market.median_hourly_volume_24h_usd,
      market_cap_usd: market.market_cap_usd,
      funding_8h_pct: derivatives.funding_8h_pct,
      funding_percentile_90d: derivatives.funding_percentile_90d,
      long_short_ratio: derivatives.long_short_ratio,
      liquidations_long_1h_usd: derivatives.liquidations_1h?.long_usd,
      liquidations_short_1h_usd: derivatives.liquidations_1h?.short_usd,
      netflow_24h_usd: onchain.exchange_netflow_24h_usd,
    } as const;
    for (const [name, shown] of Object.entries(pairs))
      t.equal(values?.[name as keyof typeof pairs], shown, `${id} ${name}`);
    const input = measured.find(({ token }) => token === id);
    t.equal(input?.price_usd, market.price_usd);
    t.equal(input?.at, MINUTE);
  }
});

t.test("what is unassessed has its reason, and what no source measures is never a number", async (t) => {
  for (const { token, values, reasons } of measured) {
    for (const name of INPUT_NAMES) {
      if (values[name] === "unassessed") t.ok(reasons[name], `${token} ${name}`);
      else t.equal(reasons[name], undefined, `${token} ${name}`);
    }
    const known = TRACKED.find(({ id }) => id === token);
    const isNever = known !== undefined && isNeverLocked({ token: known, unlock: null });
    t.equal(reasons.upcoming_unlocks, isNever ? undefined : "pending", `${token}: no schedule was read`);
    for (const name of ["high_55d_usd", "low_180d_usd"] as const) t.equal(reasons[name], "insufficient_history");
  }
});

t.test("the quarter's close, the 4-hour return and the prior range equal plain SQL", async (t) => {
  const [token = ""] = ids;
  // Only a token outside of the hours' range is given the minutes after them: others cannot break out of more.
  const inTail = minuteRows.tails.some((row) => row.token === token) ? "1" : "0";
  const spot = `FROM (SELECT venue, toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS closed, interval_s, close, high, low
    FROM candle FINAL WHERE token = '${token}' AND market = 'spot')`;
  const row = await sql<{ quarter: number; ago: number; now: number; high: number; low: number }>(`
SELECT (SELECT quantileExactInclusive(0.5)(c) FROM (SELECT venue, argMax(close, closed) AS c ${spot} WHERE interval_s = 60 AND closed <= ${BAR} AND closed > ${BAR - 900_000} GROUP BY venue)) AS quarter,
  (SELECT quantileExactInclusive(0.5)(c) FROM (SELECT venue, argMax(close, closed) AS c ${spot} WHERE interval_s = 60 AND closed <= ${facts.universe.spot.get(token)?.at} - 14400000 GROUP BY venue)) AS ago,
  (SELECT quantileExactInclusive(0.5)(c) FROM (SELECT venue, argMax(close, closed) AS c ${spot} WHERE interval_s = 60 AND closed <= ${MINUTE} GROUP BY venue)) AS now,
  (SELECT quantileExactInclusive(0.5)(h) FROM (SELECT venue, max(high) AS h ${spot} WHERE (interval_s = 3600 AND closed <= ${HOUR} AND closed > ${HOUR} - 20 * 86400000)
    OR (${inTail} AND interval_s = 60 AND closed > ${HOUR} AND closed <= ${BAR - 900_000}) GROUP BY venue)) AS high,
  (SELECT quantileExactInclusive(0.5)(l) FROM (SELECT venue, min(low) AS l ${spot} WHERE (interval_s = 3600 AND closed <= ${HOUR} AND closed > ${HOUR} - 20 * 86400000)
    OR (${inTail} AND interval_s = 60 AND closed > ${HOUR} AND closed <= ${BAR - 900_000}) GROUP BY venue)) AS low`);
  const values = of(token);
  near(values?.close_15m_usd, row?.quarter ?? 0, "quarter");
  t.equal(values?.return_4h_pct, Number((((row?.now ?? 0) / (row?.ago ?? 1) - 1) * 100).toFixed(4)));
  near(values?.high_20d_usd, row?.high ?? 0, "high");
  near(values?.low_20d_usd, row?.low ?? 0, "low");
});

t.test("depth samples, usual depth and spread equal plain SQL", async (t) => {
  const [token = ""] = ids;
  const rows = (await store.query(
    {
      name: "independent",
      sql: `SELECT venue, quantileExactInclusive(0.5)(least(bid_2_usd, ask_2_usd)) AS usual, quantileExactInclusive(0.5)(spread_bps) AS spread,
        count() AS n FROM order_book WHERE token = '${token}' AND market = 'spot' AND toUnixTimestamp64Milli(order_book.at) > ${HOUR} - 86400000
        AND toUnixTimestamp64Milli(order_book.at) <= ${HOUR} GROUP BY venue ORDER BY venue`,
    },
    {},
  )) as { venue: string; usual: number; spread: number }[];
  const values = of(token);
  if (!Array.isArray(values?.depth) || !Array.isArray(values?.spread)) return t.fail(JSON.stringify(values?.depth));
  for (const { venue, usual, spread } of rows) {
    const depth = values.depth.find((one) => one.venue === venue);
    near(depth?.median_24h_usd, usual, `${venue} depth`);
    near(values.spread.find((one) => one.venue === venue)?.median_24h_bps, spread, `${venue} spread`);
    t.equal(depth?.samples_usd.length, 3, `${venue} samples`);
  }
});

t.test("minutes of venue prices end with the evaluated one; a venue's open interest is now and then", async (t) => {
  const values = of(ids[1] ?? "");
  if (!Array.isArray(values?.venue_prices) || !Array.isArray(values?.open_interest)) return t.fail("unassessed");
  t.equal(values.venue_prices.at(-1)?.at, MINUTE);
  t.ok(values.venue_prices.length >= 10);
  t.ok(values.open_interest.every((venue) => typeof venue.ago_1h_usd === "number"));
  t.same(of("tether")?.peg_prices === null, false);
  t.equal(of("bitcoin")?.peg_prices, null);
});
