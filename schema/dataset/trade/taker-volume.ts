// The dataset taker_volume and its rows.
import { PROVIDER, RETRIEVED_AT, real, SYMBOL, TOKEN, time, VENUE, whole } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const takerVolume = dataset({
  name: "taker_volume",
  about: "Taker buys and sells of a perpetual by window.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    at: time("Start of the window. UTC."),
    window_s: whole(32, "Length of the window. Seconds."),
    buy: real("Taker buys in the venue's unit (the ratio is what compares)."),
    sell: real("Taker sells in the venue's unit."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["token", "venue", "at"],
  partition: "toYYYYMM(at)",
  keep: days(90),
});

export type TakerVolumeRow = Row<typeof takerVolume>;
