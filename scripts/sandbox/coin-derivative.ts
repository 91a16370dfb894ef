// The directory's list of derivatives: the simulated venues' perpetuals as it would show them.
import { DAY_MS } from "../../schema/duration.ts";
import type { Model } from "./model/model.ts";
import { type Answer, type Ask, json } from "./provider.ts";

const NAMES = { binance: "Binance (Futures)", bybit: "Bybit (Futures)", okx: "OKX (Futures)", gate: "Gate (Futures)" };
const DAY_MINUTES = 1_440;

/** `/derivatives`: open interest and turnover in USD, funding in percent of the venue's interval. */
export const derivativeList = (model: Model, { nowMs }: Ask): Answer => {
  const { derivatives } = model;
  const rows = (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((venue) =>
    model.markets(venue, "linear", nowMs).map((market) => {
      const mark = derivatives.markPrice(market, nowMs);
      const index = derivatives.indexPrice(market, nowMs);
      const rate = derivatives.fundingRate(market, derivatives.nextFundingMs(market, nowMs), nowMs);
      return {
        market: NAMES[venue],
        symbol: market.symbol,
        index_id: market.asset.token.symbol,
        price: `${mark}`,
        price_percentage_change_24h: 0,
        contract_type: "perpetual",
        index,
        basis: (100 * (index - mark)) / mark,
        spread: 0.01,
        funding_rate: 100 * rate,
        // It takes the venue's own figure over, whatever it counts: Bybit counts both sides.
        open_interest: derivatives.openInterest(market, nowMs) * mark * (venue === "bybit" ? 2 : 1),
        volume_24h: model.series.rolling(market, nowMs, DAY_MINUTES).turnover / 1e4,
        last_traded_at: Math.floor(nowMs / 1_000),
        expired_at: null,
      };
    }),
  );
  const dated = { market: NAMES.binance, symbol: "BTCUSDT_261225", index_id: "BTC", contract_type: "futures" };
  return json([...rows, { ...dated, open_interest: 1e9, expired_at: Math.floor((nowMs + 30 * DAY_MS) / 1_000) }]);
};
