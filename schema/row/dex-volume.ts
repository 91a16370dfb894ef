// Rows of the table dex_volume. What the largest decentralised exchanges trade.
import type { Row, Table } from "./table.ts";

export const dexVolume = {
  name: "dex_volume",
  columns: {
    dex: "text",
    at: "time",
    volume_24h_usd: "number",
    share_pct: "number",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type DexVolumeRow = Row<typeof dexVolume>;
