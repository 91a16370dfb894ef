// Stretches whose forced closures were read whole: what makes an absent closure a measured zero.
import { PROVIDER, RETRIEVED_AT, TOKEN, time, VENUE } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const liquidationWatch = dataset({
  name: "liquidation_watch",
  about:
    "Stretches of time whose forced closures were read whole, by token and venue: what makes an absent closure a measured zero.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    from_at: time("Start of the stretch that was read whole. UTC."),
    to_at: time("End of the stretch, exclusive. UTC."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "venue", "from_at"],
  partition: "toYYYYMM(from_at)",
  keep: days(400, "from_at"),
});

export type LiquidationWatchRow = Row<typeof liquidationWatch>;
