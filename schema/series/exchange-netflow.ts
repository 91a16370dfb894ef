// History series exchange_netflow. Net flow to labelled exchange wallets, summed over the scanned 15-minute windows of each bucket; raw: every window.
import { Type } from "typebox";
import { Time } from "../shape/time.ts";
import { AsOf, cell, type SeriesShape } from "./series.ts";

export const exchangeNetflow = {
  unit: "USD",
  byVenue: true,
  columns: {
    t: Time,
    exchange: Type.String({ maxLength: 64 }),
    netflow_usd: cell(Type.Number()),
    inflow_usd: cell(Type.Number()),
    outflow_usd: cell(Type.Number()),
    /** How many minutes of the bucket the sums are over. */
    minutes: cell(Type.Integer()),
    as_of: AsOf,
  },
} as const satisfies SeriesShape;
