// A stored market as several builds of it would read it, and what each of them would have served: what the published
// statements are held against.
import type { Deps } from "../../../jobs/deps.ts";
import { loadMinute, loadUsual } from "../../../jobs/detect/load-rows.ts";
import { measureInputs } from "../../../jobs/detect/measure-inputs.ts";
import { evaluateState, type StandardEvaluation } from "../../../jobs/evaluate/evaluate.ts";
import { readMetrics } from "../../../jobs/evaluate/read-metrics.ts";
import type { Facts } from "../../../jobs/fact/fact.ts";
import type { AskedAt } from "../../../jobs/fact/held.ts";
import { asKnown, loadFacts } from "../../../jobs/fact/load-facts.ts";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { isGap } from "../../../jobs/measure/gap.ts";
import { roundRatio } from "../../../jobs/number/round.ts";
import { BUILT_SERIES_IDS } from "../../../jobs/series/index.ts";
import { type Observed, readLasts } from "../../../jobs/series/read-lasts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteOf } from "../../../schema/duration.ts";
import { isSizedMetric, METRIC_IDS } from "../../../schema/evaluation/metric.ts";
import { openStore } from "../../../schema/io/clickhouse.ts";
import { chainHead } from "../../../schema/query/chain/chain-head.ts";
import { STATED } from "../../../schema/recompute/statement.ts";
import { UNASSESSED } from "../../../schema/shape/quantity.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { RISK_LEVELS } from "../../../schema/token/contract-flag.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { fillOutside } from "../../support/rows/analyst-rows.ts";
import { fillMarket } from "../../support/rows/market-rows.ts";
import { drawFrom } from "../causes/world.ts";
import { fillChains } from "../chain-rows.ts";
import { fillMarketOutside } from "../market-outside.ts";
import { openMeddler } from "../replay/meddle.ts";

const AS_OF = Date.UTC(2026, 10, 18, 11, 57, 23, 456);
const MIDNIGHT = Math.floor(AS_OF / DAY_MS) * DAY_MS + 3 * MINUTE_MS;
/** The market is of all of them. */
export const IDS = TRACKED.map(({ id }) => id);

/** What a build may hold while the past is being filled, as it was asked before corrections came; what venues weigh it read anew. */
const RESTING: ReadonlyMap<string, AskedAt> = new Map(
  ["spot-past", "spot-hour", "spot-day", "perp-hour", "funding-past", "flow-week", "coin-identity"].map((name) => [
    name,
    { asOf: AS_OF - 20_000, known: AS_OF },
  ]),
);

/** What would have been served at an instant, from what was known by then. Epoch milliseconds. */
export type Built = {
  readonly at: number;
  readonly known: number;
  /** Queries that an answer of before stood for. */
  readonly older: ReadonlyMap<string, AskedAt>;
  sectionOf(section: string, token: string): object;
  stateOf(token: string): BuiltState | undefined;
  /** What the rules of an evaluation look at for an order of a side. */
  metricsOf(token: string, side: "buy" | "sell"): object;
  /** The standard evaluation of the state, as it is issued. */
  evaluationOf(token: string): StandardEvaluation | null;
  /** What the rules of signals read in the last minute. */
  readonly signals: ReadonlyMap<string, object>;
};

type Instant = Pick<Built, "at" | "known" | "older">;

/** What the rules of signals read of each token, from what was known then. */
async function signalsAt({ store }: Deps, facts: Facts, { at, known, older }: Instant): Promise<Built["signals"]> {
  const bound = { ...store, ...asKnown(store, known, older) };
  const usual = await loadUsual(bound, minuteOf(at), IDS);
  const inputs = measureInputs(facts, await loadMinute(bound, facts, usual), usual);
  return new Map(inputs.map(({ token, price_usd, values }) => [token, { price_usd, ...values }]));
}

/** Metrics as an evaluation shows them; those of a size belong to an order. */
function shownMetrics(state: BuiltState, side: "buy" | "sell"): object {
  const metrics = readMetrics(state, side);
  return Object.fromEntries(
    METRIC_IDS.filter((id) => !isSizedMetric(id)).map((id) => {
      const value = metrics[id];
      if (value === null) return [id, null];
      if (isGap(value)) return [id, UNASSESSED];
      return [id, id === "contract_risk" ? RISK_LEVELS[value] : roundRatio(value)];
    }),
  );
}

async function buildAt(deps: Deps, { at, known, older }: Instant): Promise<Built> {
  const { store } = deps;
  const facts = await loadFacts(store, { asOf: at, known, older, tokens: IDS, market: "sandbox" });
  const states = new Map(IDS.map((id) => [id, buildState(facts, id)]));
  const chainHeads = await store.query(chainHead, { asOf: at, known });
  const market = buildMarket({ asOf: at, states, facts, chainHeads }).sections as Record<string, object>;
  const ofState = (section: string, token: string) =>
    (states.get(token)?.sections as Record<string, object> | undefined)?.[section] ?? {};
  return {
    ...{ at, known, older },
    sectionOf: (section, token) =>
      STATED.get(section) === "market" ? (market[section] ?? {}) : ofState(section, token),
    stateOf: (token) => states.get(token),
    metricsOf: (token, side) => {
      const state = states.get(token);
      return state === undefined ? {} : shownMetrics(state, side);
    },
    evaluationOf: (token) => {
      const state = states.get(token);
      return state === undefined ? null : evaluateState(state, at, null);
    },
    signals: await signalsAt(deps, facts, { at, known, older }),
  };
}

/** Rows of a series of a token from `since` on, as its frame holds them; epoch milliseconds. */
function rowsOf(observed: Observed | undefined, { since, sizeS }: { since: number; sizeS: number }): object {
  const lasts = observed?.at(sizeS * 1_000).filter(({ bucket }) => bucket >= since) ?? [];
  const newest = Math.max(...lasts.map(({ at }) => at));
  return {
    as_of: lasts.length === 0 ? null : toTime(newest),
    rows: lasts.map(({ bucket, text }) => [toTime(bucket), ...(JSON.parse(`[${text}]`) as unknown[])]),
  };
}

/** What history at `at` shows of every series of a token: of rows that were corrected the newest, whenever it came. */
export async function historyAt(
  { store }: Deps,
  tokens: readonly string[],
  { at, since, sizeS }: { at: number; since: number; sizeS: number },
) {
  const sizeMs = sizeS * 1_000;
  const from = Math.floor(since / sizeMs) * sizeMs;
  const lasts = await readLasts(store, { tokens, from, to: at });
  return (token: string) =>
    new Map<string, object>(BUILT_SERIES_IDS.map((id) => [id, rowsOf(lasts.get(id)?.get(token), { since, sizeS })]));
}

/** Opens the store for analysts over the market, and makes what was served at each instant, of the six from `first` to `last`. */
export async function openStated(
  t: { teardown(fn: () => unknown): void },
  { first, last }: { first: number; last: number },
) {
  const { deps, engine, sandbox } = await startIngestGround(t);
  const place = { url: engine.url, user: "default", password: engine.readonlyToken, database: "analyst" };
  const analyst = openStore({ ...place, process: "test", isAnalyst: true, timeoutMs: 10 * MINUTE_MS });
  t.teardown(() => analyst.close());
  const few = { minuteDays: 2, deepTokens: 2, bookMinutes: 8, fundingDays: 90, levels: 30 };
  await fillMarket(deps.store, { asOf: AS_OF, tokens: IDS, ...few });
  await fillMarketOutside(deps.store, AS_OF);
  await fillOutside(deps.store, AS_OF);
  await fillChains(deps.store, AS_OF, IDS);
  // What the newest reading does not give is not known, whatever one before it gave.
  for (const [table, column, where] of [
    ["coin_market", "circulating_native", "token = 'dogecoin'"],
    ["global_market", "change_24h_pct", "1"],
  ] as const)
    await deps.store.command(`INSERT INTO ${table} SELECT * REPLACE (at + INTERVAL 5 SECOND AS at, retrieved_at + INTERVAL 5 SECOND AS retrieved_at, NULL AS ${column})
      FROM ${table} WHERE ${where} AND at < fromUnixTimestamp64Milli(${AS_OF}, 'UTC') - INTERVAL 5 SECOND ORDER BY at DESC LIMIT 1`);
  // Of one the largest venue tells no accounts for three hours, and was not watched for twenty; of another its calls alone tell.
  const largest = (token: string) => `token = '${token}' AND venue = 'binance'`;
  for (const [table, where] of [
    ["long_short", `${largest("uniswap")} AND at > fromUnixTimestamp64Milli(${AS_OF - 3 * HOUR_MS}, 'UTC')`],
    ["long_short", largest("binancecoin")],
    [
      "liquidation_watch",
      `${largest("uniswap")} AND to_at > fromUnixTimestamp64Milli(${AS_OF - 60 * HOUR_MS}, 'UTC') AND to_at < fromUnixTimestamp64Milli(${AS_OF - 40 * HOUR_MS}, 'UTC')`,
    ],
  ] as const)
    await deps.store.command(`DELETE FROM ${table} WHERE ${where}`);
  await deps.store.command(`INSERT INTO source_call (* EXCEPT (stored_at)) SELECT * EXCEPT (stored_at) REPLACE (concat(toString(id), 'ls') AS id, 'binance-long-short' AS source)
      FROM source_call WHERE token = 'binancecoin' AND source = 'binance-funding'`);
  // Both tell of the same days; a store that writers fill holds no two readings of a key that none has replaced.
  await deps.store.command("OPTIMIZE TABLE fear_greed FINAL");
  sandbox.setTime({ frozenMs: AS_OF + MINUTE_MS });
  const instants: (readonly [string, number, number, Instant["older"]?])[] = [
    ["before corrections came", AS_OF, AS_OF],
    ["after they came", AS_OF, AS_OF + 2 * MINUTE_MS],
    ["resting on answers of before", AS_OF, AS_OF + 2 * MINUTE_MS, RESTING],
    ["with providers out", AS_OF + 34 * MINUTE_MS, AS_OF + 34 * MINUTE_MS],
    ["over midnight", MIDNIGHT, MIDNIGHT],
    ["while the past is being filled", AS_OF - 25 * HOUR_MS, AS_OF],
  ];
  const made: [string, Built][] = [];
  const make = async (from: number, to: number) => {
    for (const [index, [when, at, known, older = new Map()]] of instants.entries())
      if (index + 1 >= Math.max(from, first) && index + 1 <= Math.min(to, last))
        made.push([when, await buildAt(deps, { at, known, older })]);
  };
  await make(1, 1);
  const meddler = openMeddler(deps, drawFrom(11));
  await meddler.correct(60);
  // What changes are held against is corrected too: that is what a build may still hold as it was.
  const [from, to] = [AS_OF - 26 * HOUR_MS, AS_OF - DAY_MS].map((ms) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`);
  await meddler.correctWhere("candle", `r.interval_s = 3600 AND r.open_at >= ${from} AND r.open_at < ${to}`);
  await meddler.correctWhere(
    "candle",
    `r.interval_s = 60 AND r.market = 'spot' AND r.open_at >= ${to} - INTERVAL 20 MINUTE AND r.open_at < ${to}`,
  );
  await make(2, instants.length);
  return { analyst, deps, engine, instants: made };
}
