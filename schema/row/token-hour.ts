// Rows of the table token_hour. The hourly panel, folded from readings.
import type { Row, Table } from "./table.ts";

export const tokenHour = {
  name: "token_hour",
  columns: {
    token: "text",
    at: "time",
    price_usd: "numberOrNull",
    price_before_usd: "numberOrNull",
    venue_count: "numberOrNull",
    spot_volume_usd: "numberOrNull",
    perp_volume_usd: "numberOrNull",
    spread_bps: "numberOrNull",
    depth_1_usd: "numberOrNull",
    open_interest_usd: "numberOrNull",
    open_interest_venue_count: "numberOrNull",
    funding_8h_pct: "numberOrNull",
    settled_8h_pct: "numberOrNull",
    long_short_ratio: "numberOrNull",
    taker_buy_pct: "numberOrNull",
    liquidation_long_usd: "numberOrNull",
    liquidation_short_usd: "numberOrNull",
    inflow_usd: "numberOrNull",
    outflow_usd: "numberOrNull",
    large_transfer_usd: "numberOrNull",
    is_simulated: "number",
    folded_at: "time",
  },
} as const satisfies Table;

export type TokenHourRow = Row<typeof tokenHour>;
