// The dataset dex_volume and its rows.
import { notAbove, notNegative, recent } from "../admit.ts";
import { real, time, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const dexVolume = reading({
  name: "dex_volume",
  about: "What the largest decentralised exchanges trade.",
  columns: {
    dex: word("The exchange, under the provider's id."),
    at: time("When it was read. UTC."),
    volume_24h_usd: real("Turnover of 24 hours over all pairs and chains. USD."),
    share_pct: real("Share of the turnover of all exchanges listed. Percentage points."),
  },
  order: ["dex", "at"],
  fresh: { dex_volume: { everyS: hours(1), sloS: minutes(90), hardTtlS: hours(12) } },
  admit: [recent, notNegative("volume_24h_usd", "share_pct"), notAbove("share_pct", 100)],
  keep: days(400),
});
