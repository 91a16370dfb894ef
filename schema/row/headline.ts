// Rows of the table headline. One headline of a newsroom's feed, once for every tracked token it names.
import type { Row, Table } from "./table.ts";

export const headline = {
  name: "headline",
  columns: {
    token: "text",
    at: "time",
    url: "text",
    title: "text",
    lang: "text",
    provider: "text",
    retrieved_at: "time",
  },
} as const satisfies Table;

export type HeadlineRow = Row<typeof headline>;
