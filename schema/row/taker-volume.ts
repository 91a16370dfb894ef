// Rows of the table taker_volume. Taker buys and sells of a perpetual by window.
import type { Row, Table } from "./table.ts";

export const takerVolume = {
  name: "taker_volume",
  columns: {
    token: "text",
    venue: "text",
    symbol: "text",
    at: "time",
    window_s: "number",
    buy: "number",
    sell: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type TakerVolumeRow = Row<typeof takerVolume>;
