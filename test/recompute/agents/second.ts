// The numbers of a portfolio and a treasury a second time: by plain SQL over the stored closes, and by arithmetic on what is shown.
import type { Deps } from "../../../jobs/deps.ts";
import { readStates } from "../../../jobs/state/read-state.ts";
import type { AgentRunData } from "../../../schema/object/agent.ts";

type Row = {
  readonly token: string;
  readonly value_usd: number;
  readonly weight_pct: number;
  readonly beta?: number | string;
  readonly exit_days?: number | string;
  readonly stressed_usd?: number | string;
};
type Shown = Readonly<Record<string, unknown>> & { readonly holdings: readonly Row[]; readonly total_usd: number };

const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

/** The loss of a bad day: the median close of each day over the venues, its change, their sum by weight, the fifth of a hundred. What has no closes kept its price. */
const VAR_SQL = `
WITH closes AS (
  SELECT token, toUnixTimestamp64Milli(open_at) + 86400000 AS day, quantileExactInclusive(0.5)(close) AS median_close
  FROM (
    SELECT token, venue, symbol, open_at, argMax(close, (retrieved_at, stored_at)) AS close
    FROM candle
    WHERE interval_s = 86400 AND market = 'spot' AND token IN {tokens:Array(String)}
      AND open_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY
    GROUP BY token, venue, symbol, open_at
  )
  GROUP BY token, day
), changes AS (
  SELECT now.token AS token, now.day AS day, now.median_close / before.median_close - 1 AS change
  FROM closes AS now INNER JOIN closes AS before ON now.token = before.token AND now.day = before.day + 86400000
), weights AS (
  SELECT pair.1 AS token, pair.2 AS weight
  FROM (SELECT arrayJoin(arrayZip({tokens:Array(String)}, {weights:Array(Float64)})) AS pair)
), days AS (
  SELECT changes.day AS day, sum(changes.change * weights.weight) AS change, count() AS tokens
  FROM changes INNER JOIN weights ON changes.token = weights.token
  GROUP BY day HAVING tokens = (SELECT uniqExact(token) FROM changes)
  ORDER BY day DESC LIMIT 90
)
SELECT count() AS days, greatest(0, -quantileExactInclusive(0.05)(change) * 100) AS var_pct FROM days`;

async function ofPortfolio(deps: Deps, shown: Shown, asOf: number): Promise<string[]> {
  const { holdings, total_usd: total } = shown;
  if (typeof shown.var_95_1d_pct !== "number") return [];
  const weights = holdings.map(({ value_usd: value }) => value / total);
  const asked = { tokens: holdings.map(({ token }) => token), weights, asOf };
  const [found] = await deps.store.query<object, { days: number; var_pct: number }>(
    { name: "var", sql: VAR_SQL },
    asked,
  );
  const stress = shown.stress_btc_pct as number;
  const change = holdings.reduce(
    (sum, { beta }, at) => sum + (weights[at] ?? 0) * Math.max(-100, Number(beta) * stress),
    0,
  );
  const states = await readStates(deps, asked.tokens);
  const exits = holdings.flatMap(({ token, value_usd: value, exit_days: days }) => {
    const volume = states.get(token)?.sections.market.volume_24h_usd;
    // What was not measured is told by neither.
    if (days === "unassessed" && typeof volume !== "number") return [];
    return [[`exit_days of ${token}`, days, value / (Number(volume) / 10), 6] as const];
  });
  const wanted: readonly (readonly [string, unknown, number, number])[] = [
    ...exits,
    ["var_95_1d_pct", shown.var_95_1d_pct, found?.var_pct ?? Number.NaN, 4],
    ["var_days", shown.var_days, Number(found?.days), 0],
    ["hhi", shown.hhi, weights.reduce((sum, weight) => sum + weight ** 2, 0), 6],
    ["stress_loss_pct", shown.stress_loss_pct, Math.max(0, -change), 3],
  ];
  return wanted.flatMap(([name, is, value, places]) =>
    round(Number(is), places) === round(value, places) ? [] : [`${name} is ${is}, by the second way ${value}`],
  );
}

function ofTreasury({ holdings, ...shown }: Shown): string[] {
  const sum = (of: (row: Row) => number) => holdings.reduce((all, row) => all + of(row), 0);
  const burn = shown.monthly_burn_usd as number;
  const total = sum(({ value_usd: value }) => value);
  const stressed = sum(({ stressed_usd: value }) => Number(value));
  const wanted: readonly (readonly [string, unknown, number, number])[] = [
    ["total_usd", shown.total_usd, total, 2],
    ["runway_months", shown.runway_months, total / burn, 6],
    ["stressed_months", shown.stressed_months, stressed / burn, 4],
  ];
  return wanted.flatMap(([name, is, value, places]) =>
    round(Number(is), places) === round(value, places) ? [] : [`${name} is ${is}, by the second way ${value}`],
  );
}

/** What differs; nothing of runs that were not measured whole. `asOf` in epoch milliseconds. */
export async function differing(
  deps: Deps,
  { agent, details, verdict }: AgentRunData,
  asOf: number,
): Promise<string[]> {
  if (verdict === "INSUFFICIENT") return [];
  if (agent === "portfolio-checkup") return ofPortfolio(deps, details as Shown, asOf);
  return agent === "treasury-steward" ? ofTreasury(details as Shown) : [];
}
