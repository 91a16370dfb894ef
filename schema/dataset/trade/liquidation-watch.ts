// Stretches whose forced closures were read whole: what makes an absent closure a measured zero.
import { TOKEN, time, VENUE } from "../column.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const liquidationWatch = reading({
  name: "liquidation_watch",
  about:
    "Stretches of time whose forced closures were read whole, by token and venue: what makes an absent closure a measured zero.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    from_at: time("Start of the stretch that was read whole. UTC."),
    to_at: time("End of the stretch, exclusive. UTC."),
  },
  order: ["token", "venue", "from_at"],
  comesWith: "liquidation",
  keep: days(400, "from_at"),
});
