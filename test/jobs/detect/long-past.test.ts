// What rules compare with the far past: ranges of 55 and 180 days, and the usual net flow of 30 days.
import t from "tap";
import { usualNetflows, zOfNetflow } from "../../../jobs/detect/flow-usual.ts";
import { loadMinute, loadUsual } from "../../../jobs/detect/load-rows.ts";
import { measureInputs } from "../../../jobs/detect/measure-inputs.ts";
import { usualHourOf } from "../../../jobs/detect/rows.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { robustZ } from "../../../jobs/number/robust-z.ts";
import { HOUR_MS, minuteOf } from "../../../schema/duration.ts";
import type { SignalFlowUsualRow } from "../../../schema/query/signal/signal-flow-usual.ts";
import { askedOnce } from "../../support/asked-once.ts";
import { fillMarket } from "../../support/rows/market-rows.ts";
import { startTestStore } from "../../support/store.ts";

const AS_OF = Date.UTC(2026, 9, 20, 12, 34, 31);
const HOUR = usualHourOf(minuteOf(AS_OF));
const IDS = ["bitcoin", "ethereum"] as const;

t.setTimeout(120_000);
const store = askedOnce((await startTestStore(t)).store);
await fillMarket(store, {
  asOf: AS_OF,
  tokens: IDS,
  minuteDays: 1,
  deepTokens: 2,
  bookMinutes: 10,
  fundingDays: 1,
  levels: 1,
});
const at = (ms: string) => `fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC')`;
/** Hours before those that are there: bitcoin's past is 200 days, ether's 70. */
await store.command(`INSERT INTO candle (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, 'spot', 'X', 3600, ${at("open_ms")}, p, p * 1.001, p * 0.999, p, 1, p, concat('sandbox:', venue), ${at("open_ms + 3601000")}
  FROM (SELECT token, venue, ${HOUR} - (toInt64(number) + 1) * 3600000 AS open_ms, 100 * (1 + 0.3 * sin(number / 700)) AS p
    FROM numbers(4800) ARRAY JOIN ['bitcoin', 'ethereum'] AS token ARRAY JOIN ['binance', 'bybit', 'okx'] AS venue)
  WHERE open_ms < ${HOUR} - 35 * 86400000 AND (token = 'bitcoin' OR open_ms > ${HOUR} - 70 * 86400000)`);
await store.command("TRUNCATE TABLE exchange_flow");
await store.command(`INSERT INTO exchange_flow (* EXCEPT (stored_at, replaced_at)) SELECT token, chain, 'binance', ${at("ms")}, 900, 1, 1, inn, 400000, 5, 'labels-1', concat('sandbox:', chain), ${at("ms + 950000")}
  FROM (SELECT p.1 AS token, p.2 AS chain, intDiv(${AS_OF}, 900000) * 900000 - (toInt64(number) + 1) * 900000 AS ms,
      toFloat64(sipHash64(number, token) % 800000) + if(number < 96, 300000, 0) AS inn
    FROM numbers(${33 * 96}) ARRAY JOIN [('bitcoin', 'btc'), ('ethereum', 'eth')] AS p)
  WHERE token = 'bitcoin' OR ms > ${AS_OF} - 20 * 86400000`);
await store.command(
  "INSERT INTO exchange_flow SELECT * FROM exchange_flow WHERE token = 'bitcoin' AND toMinute(at) = 15",
);

const facts = await loadFacts(store, { asOf: AS_OF, tokens: IDS, market: "sandbox" });
const usual = await loadUsual(store, minuteOf(AS_OF), IDS);
const inputs = measureInputs(facts, await loadMinute(store, facts, usual), usual);
const of = (token: string) => inputs.find((one) => one.token === token);
const ask = async <R>(sql: string) => (await store.query({ name: "independent", sql }, {})) as R[];

t.test("55 and 180 days have a highest and a lowest price where their hours are stored, else a reason", async (t) => {
  for (const days of [20, 55, 180] as const) {
    const [row] = await ask<{
      high: number;
      low: number;
    }>(`SELECT quantileExactInclusive(0.5)(h) AS high, quantileExactInclusive(0.5)(l) AS low
      FROM (SELECT venue, max(high) AS h, min(low) AS l FROM candle FINAL WHERE token = 'bitcoin' AND market = 'spot' AND interval_s = 3600
        AND toUnixTimestamp64Milli(open_at) >= ${HOUR} - ${days} * 86400000 AND toUnixTimestamp64Milli(open_at) < ${HOUR} GROUP BY venue)`);
    const values = of("bitcoin")?.values;
    t.equal(values?.[`high_${days}d_usd`], Number((row?.high ?? 0).toPrecision(8)), `${days} days, high`);
    t.equal(values?.[`low_${days}d_usd`], Number((row?.low ?? 0).toPrecision(8)), `${days} days, low`);
  }
  t.type(of("ethereum")?.values.high_55d_usd, "number");
  t.equal(of("ethereum")?.values.high_180d_usd, "unassessed");
  t.equal(of("ethereum")?.reasons.low_180d_usd, "insufficient_history");
});

t.test("the z of a net flow equals plain SQL over 720 windows, and is unassessed before 30 days", async (t) => {
  const rows = await ask<{
    net: number;
  }>(`SELECT sumIf(inflow_usd - outflow_usd, ended > due - 86400000 AND ended <= due) AS net
    FROM (SELECT arrayJoin(arrayMap(n -> ${HOUR} - n * 3600000, range(720))) AS due) AS d
    CROSS JOIN (SELECT inflow_usd, outflow_usd, toUnixTimestamp64Milli(at) + 900000 AS ended FROM exchange_flow FINAL WHERE token = 'bitcoin') AS f
    GROUP BY due`);
  t.equal(rows.length, 720);
  const { netflow_24h_usd: netflow, netflow_z: z } = of("bitcoin")?.values ?? {};
  if (typeof netflow !== "number" || typeof z !== "number") return t.fail(`${netflow} ${z}`);
  const expected = robustZ(
    netflow,
    rows.map(({ net }) => net),
  );
  t.ok(Math.abs(z - expected) < 1e-5, `${z} ~ ${expected}`);
  t.ok(z > 2, "a day of large inflows stands out");
  t.equal(of("ethereum")?.values.netflow_z, "unassessed");
  t.equal(of("ethereum")?.reasons.netflow_z, "insufficient_history");
});

t.test("hours that were not scanned or have no price are no usual ones, and chains are compared alike", async (t) => {
  const hours = Array.from({ length: 744 }, (_, age) => age);
  const row = (chain: string, change: Partial<SignalFlowUsualRow> = {}): SignalFlowUsualRow => ({
    token: "x",
    chain,
    ages: hours,
    net_usd: hours.map((age) => Math.sin(age) * 1e6),
    seconds: hours.map(() => HOUR_MS / 1_000),
    unpriced: hours.map(() => 0),
    ...change,
  });
  const one = usualNetflows([row("eth")], ["eth"]);
  t.ok(Array.isArray(one) && one.length === 720);
  const two = usualNetflows([row("eth"), row("bsc")], ["eth", "bsc"]);
  t.ok(Array.isArray(two) && Array.isArray(one) && Math.abs((two[5] ?? 0) - 2 * (one[5] ?? 0)) < 1e-6);
  t.match(usualNetflows([row("eth")], ["eth", "bsc"]), { gap: "insufficient_history" }, "a chain without a past");
  t.match(usualNetflows([], []), { gap: "insufficient_history" });
  const holes = row("eth", { seconds: hours.map((age) => (age % 6 === 0 ? 0 : 3_600)) });
  t.match(usualNetflows([holes], ["eth"]), { gap: "insufficient_history" }, "not scanned whole");
  const blank = row("eth", { unpriced: hours.map((age) => (age % 6 === 0 ? 1 : 0)) });
  t.match(usualNetflows([blank], ["eth"]), { gap: "insufficient_history" }, "movements without a price");
  t.match(zOfNetflow(5, [1, 1, 1]), { gap: "insufficient_history" }, "what never varies has no z");
});
