// How funding, positions, forced closures and flows are told.
import { isAssessed } from "../../schema/shape/quantity.ts";
import { want } from "./evidence.ts";
import type { Named } from "./named/thing.ts";
import { type Asked, firstOf, type Part, part, sentence, type Told, together, way } from "./tell.ts";

const VENUES_TOLD = 6;
export const isVenue = ({ thing }: Named): boolean => thing.is === "venue";

/** What venues tell of themselves: those that are named first, or alone. */
function byVenue(asked: Asked, isAlone: boolean, say: (row: string) => Part): Part[] {
  const item = firstOf(asked, want("funding"));
  const all = item && isAssessed(item.data.venues) && Array.isArray(item.data.venues) ? item.data.venues : [];
  const rows = (all as readonly { readonly venue: unknown }[]).map(({ venue }, at) => ({ venue, at }));
  const named = asked.question.named.flatMap(({ thing }) => (thing.is === "venue" ? [thing.venue] : []));
  const isNamed = ({ venue }: { readonly venue: unknown }) => named.some((one) => one === venue);
  const first = rows.filter(isNamed);
  const rest = isAlone && first.length > 0 ? [] : rows.filter((row) => !isNamed(row));
  return [...first, ...rest].slice(0, VENUES_TOLD).map(({ at }) => say(`venues.${at}`));
}

export const tellFunding = (asked: Asked): Told => {
  const item = firstOf(asked, want("funding"));
  const venues = byVenue(asked, false, (row) =>
    part(`${row}.rate_8h_pct`, "pct4", `{} on {{${item?.id}.${row}.venue|provider}}`),
  );
  const rate = item?.data.funding_8h_pct;
  const payer = typeof rate !== "number" || rate === 0 ? "" : rate > 0 ? ": longs pay shorts" : ": shorts pay longs";
  return together(
    sentence(item, "funding", "Funding is", [
      part("funding_8h_pct", "pct4", "{} per eight hours"),
      part("apr_pct", "pct1", `{} a year${payer}`),
    ]),
    sentence(item, "funding", "Of the funding spans of the last ninety days,", [
      part("percentile_90d", "share1", "{} had a lower rate, ties split evenly"),
    ]),
    ...(venues.length > 0 ? [sentence(item, "funding", "By venue, per eight hours, it is", venues)] : []),
  );
};

export const tellLeverage = (asked: Asked): Told => {
  const item = firstOf(asked, want("leverage"));
  const funding = firstOf(asked, want("funding"));
  const venues = asked.question.named.some(isVenue)
    ? byVenue(asked, true, (row) =>
        part(`${row}.open_interest_usd`, "usd_short", `{} on {{${funding?.id}.${row}.venue|provider}}`),
      )
    : [];
  return together(
    ...(venues.length > 0 ? [sentence(funding, "funding", "Open interest by venue is", venues)] : []),
    sentence(item, "leverage", "Open interest", [
      part("open_interest_usd", "usd_short", "is {}"),
      part("oi_to_market_cap_pct", "share2", "comes to {} of the market value"),
    ]),
    sentence(item, "leverage", "It", [
      way("oi_change_1h_pct", "{} over an hour", ["grew", "shrank"]),
      way("oi_change_4h_pct", "{} over four hours", ["grew", "shrank"]),
      way("oi_change_24h_pct", "{} over a day", ["grew", "shrank"]),
    ]),
    sentence(
      item,
      "leverage",
      item ? `For each short account on {{${item.id}.long_short_venue|provider}} there are` : "",
      [part("long_short_ratio", "ratio2", "{} long ones")],
    ),
    sentence(item, "leverage", "Funding is", [part("funding_8h_pct", "pct4", "{} per eight hours")]),
    sentence(item, "leverage", "Perpetual futures", [
      part("perp_volume_24h_usd", "usd_short", "traded {} in a day"),
      part("perp_to_spot_ratio", "times", "saw {} the spot volume"),
    ]),
  );
};

export const tellClosures = (asked: Asked): Told => {
  const item = firstOf(asked, want("closures"));
  return together(
    sentence(item, "closures", "Closed by force, as far as venues tell:", [
      part("total_24h_usd", "usd_short", "{} in a day"),
      part("total_1h_usd", "usd_short", "{} in an hour"),
    ]),
    sentence(item, "closures", "Of the day's closures", [
      part("long_24h_usd", "usd_short", "{} were long"),
      part("short_24h_usd", "usd_short", "{} short"),
      part("largest_24h_usd", "usd_short", "{} the largest"),
    ]),
  );
};

export const tellFlows = (asked: Asked): Told => {
  const item = firstOf(asked, want("chain_flows"));
  return together(
    sentence(item, "chain_flows", "The net flow into labelled exchange wallets is", [
      part("netflow_1h_usd", "usd_short", "{} over an hour"),
      part("netflow_24h_usd", "usd_short", "{} over a day"),
      part("netflow_7d_usd", "usd_short", "{} over a week"),
    ]),
    sentence(item, "chain_flows", "In a day", [
      part("inflow_24h_usd", "usd_short", "{} went to exchanges"),
      part("outflow_24h_usd", "usd_short", "{} came from them"),
    ]),
    sentence(item, "chain_flows", "Labelled exchange wallets hold", [
      part("reserve_native", "coins", `{} ${asked.symbol}`),
    ]),
    sentence(item, "chain_flows", "That", [way("reserve_change_7d_pct", "{} over a week", ["grew", "shrank"])]),
    sentence(item, "chain_flows", "Large transfers of a day:", [
      part("transfers_24h_count", "int", "{} of them"),
      part("transfers_24h_usd", "usd_short", "{} altogether"),
      part("largest_transfer_24h_usd", "usd_short", "{} the largest"),
    ]),
  );
};
