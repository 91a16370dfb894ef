// History series exchange_netflow. Net flow to labelled exchange wallets in the last scanned 15-minute window of each bucket.
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
    as_of: AsOf,
  },
} as const satisfies SeriesShape;
