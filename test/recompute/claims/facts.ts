// Facts of a token by plain SQL over the stored rows: what claims are made from, and what their truth is told by.
import type { Store } from "../../../schema/io/clickhouse.ts";
import { DERIVATIVES } from "../derivatives.ts";
import { LIQUIDITY } from "../liquidity.ts";
import { CALENDAR, MARKET } from "../market.ts";
import { ONCHAIN, SUPPLY } from "../onchain.ts";
import { prepareTables } from "../prepare.ts";

const EXPRESSIONS: Readonly<Record<string, string>> = {
  price: MARKET.price_usd ?? "",
  change_1h: MARKET.change_1h_pct ?? "",
  change_24h: MARKET.change_24h_pct ?? "",
  change_7d: MARKET.change_7d_pct ?? "",
  change_day: CALENDAR.change_day_pct ?? "",
  change_week: CALENDAR.change_week_pct ?? "",
  high_24h: MARKET.high_24h_usd ?? "",
  low_24h: MARKET.low_24h_usd ?? "",
  ath: MARKET.ath_usd ?? "",
  drawdown: MARKET.ath_drawdown_pct ?? "",
  market_cap: MARKET.market_cap_usd ?? "",
  rank: MARKET.rank ?? "",
  volume_1h: MARKET.volume_1h_usd ?? "",
  volume_24h: MARKET.volume_24h_usd ?? "",
  volatility_30d: MARKET.realized_vol_30d_pct ?? "",
  open_interest: DERIVATIVES.open_interest_usd ?? "",
  oi_1h: DERIVATIVES.oi_change_1h_pct ?? "",
  oi_24h: DERIVATIVES.oi_change_24h_pct ?? "",
  oi_share: DERIVATIVES.oi_to_market_cap_pct ?? "",
  funding: DERIVATIVES.funding_8h_pct ?? "",
  funding_year: DERIVATIVES.funding_apr_pct ?? "",
  long_short: DERIVATIVES.long_short_ratio ?? "",
  liquidations: DERIVATIVES["liquidations_24h/total_usd"] ?? "",
  long_liquidations: DERIVATIVES["liquidations_24h/long_usd"] ?? "",
  liquidations_share: DERIVATIVES["liquidations_24h/open_interest_share_pct"] ?? "",
  short_liquidations: DERIVATIVES["liquidations_24h/short_usd"] ?? "",
  netflow_24h: ONCHAIN.exchange_netflow_24h_usd ?? "",
  netflow_7d: ONCHAIN.exchange_netflow_7d_usd ?? "",
  inflow: ONCHAIN.exchange_inflow_24h_usd ?? "",
  outflow: ONCHAIN.exchange_outflow_24h_usd ?? "",
  circulating: SUPPLY.circulating_native ?? "",
  depth: LIQUIDITY.depth_2pct_usd ?? "",
  spread: LIQUIDITY.spread_bps ?? "",
};

export type Facts = {
  readonly token: string;
  readonly symbol: string;
  readonly name: string;
  /** Null where nothing measures it. */
  readonly values: Readonly<Record<string, number | null>>;
  /** Rates per eight hours by venue, percent. */
  readonly venues: Readonly<Record<string, number>>;
};

type Token = { readonly id: string; readonly symbol: string; readonly name: string };

/** As of `now`, epoch milliseconds. */
export async function readPlainFacts(store: Store, { id, symbol, name }: Token, now: number): Promise<Facts> {
  await prepareTables(store, id, now);
  const names = Object.keys(EXPRESSIONS);
  const fill = (sql: string) => sql.replaceAll("NOW", String(now)).replaceAll("TOKEN", id);
  const select = names.map((one) => `toFloat64OrNull(toString(${EXPRESSIONS[one]})) AS f_${one}`).join(",\n");
  const query = { name: `plain-${id}`, sql: fill(`SELECT ${select}`) } as never;
  const [row] = (await store.query(query, {})) as readonly Record<string, number | null>[];
  const rates = {
    name: `plain-venues-${id}`,
    sql: fill(
      "SELECT venue, round(rate * 100 * 8 / interval_hours, 4) AS rate FROM fund WHERE interval_hours IS NOT NULL",
    ),
  } as never;
  const venues = (await store.query(rates, {})) as readonly { venue: string; rate: number }[];
  return {
    ...{ token: id, symbol, name },
    // The sum of nothing is no open interest.
    values: Object.fromEntries(
      names.map((one) => [
        one,
        one === "open_interest" && row?.f_open_interest === 0 ? null : (row?.[`f_${one}`] ?? null),
      ]),
    ),
    venues: Object.fromEntries(venues.map(({ venue, rate }) => [venue, rate])),
  };
}
