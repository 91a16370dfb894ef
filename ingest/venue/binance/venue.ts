// Binance: what its published limits allow, which calls are made of it, and what its names mean.
import { MINUTE_MS } from "../../../schema/duration.ts";
import { exchange } from "../../source/exchange-venue.ts";

export const binance = exchange({
  concurrency: 6,
  pauseMs: MINUTE_MS,
  buckets: {
    spot: { limit: 5_400, periodMs: MINUTE_MS },
    perp: { limit: 2_160, periodMs: MINUTE_MS },
    data: { limit: 900, periodMs: 5 * MINUTE_MS },
    funding: { limit: 450, periodMs: 5 * MINUTE_MS },
  },
  calls: {
    klines: { call: "publicGetKlines", bucket: "spot", weight: 2 },
    ticker24hr: { call: "publicGetTicker24hr", bucket: "spot", weight: 80 },
    depth: { call: "publicGetDepth", bucket: "spot", weight: 25 },
    "fapi.klines": { call: "fapiPublicGetKlines", bucket: "perp", weight: 2 },
    "fapi.ticker24hr": { call: "fapiPublicGetTicker24hr", bucket: "perp", weight: 40 },
    "fapi.openInterest": { call: "fapiPublicGetOpenInterest", bucket: "perp" },
    "fapi.premiumIndex": { call: "fapiPublicGetPremiumIndex", bucket: "perp", weight: 10 },
    "fapi.fundingInfo": { call: "fapiPublicGetFundingInfo", bucket: "funding" },
    "fapi.fundingRate": { call: "fapiPublicGetFundingRate", bucket: "funding" },
    "data.globalAccounts": { call: "fapiDataGetGlobalLongShortAccountRatio", bucket: "data" },
    "data.topAccounts": { call: "fapiDataGetTopLongShortAccountRatio", bucket: "data" },
    "data.topPositions": { call: "fapiDataGetTopLongShortPositionRatio", bucket: "data" },
    "data.openInterest": { call: "fapiDataGetOpenInterestHist", bucket: "data" },
  },
  lists: { spot: "spot", perp: "linear" },
  listsBucket: "spot",
  perpClock: { params: { type: "future", subType: "linear" }, bucket: "perp" },
  aliases: { BEAMX: "beam-2", RNDR: "render-token", MATIC: "polygon-ecosystem-token" },
});
