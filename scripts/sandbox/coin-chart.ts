// A coin's chart in the directory: price, market capitalisation and turnover of each hour.
import { HOUR_MS } from "../../schema/duration.ts";
import type { Directory } from "./coin-directory.ts";
import type { Model } from "./model/model.ts";
import { type Answer, type Ask, json, whole } from "./provider.ts";

const HOURLY_DAYS_MAX = 90;

/** `/coins/{id}/market_chart` for 2 to 90 days, which the directory gives by the hour; the last point is of now. */
export const createCharts =
  (model: Model, { priceAt }: Directory) =>
  (id: string, ask: Ask): Answer => {
    const asset = model.assets.find(({ token }) => token.id === id);
    if (!asset) return json({ error: "coin not found" }, 404);
    const days = whole(ask.query, "days") ?? 0;
    if (ask.query.get("vs_currency") !== "usd" || days < 2 || days > HOURLY_DAYS_MAX)
      return json({ status: { error_code: 422, error_message: "invalid vs_currency or days" } }, 422);
    const last = Math.floor(ask.nowMs / HOUR_MS);
    const hours = Array.from({ length: days * 24 }, (_, index) => (last - days * 24 + 1 + index) * HOUR_MS);
    const rows = [...hours, ask.nowMs].map((at) => [at, priceAt(asset, at)] as const);
    return json({
      prices: rows,
      market_caps: rows.map(([at, price]) => [at, price * asset.circulating]),
      total_volumes: rows.map(([at]) => [at, asset.volumeDayUsd]),
    });
  };
