// What went into the funds of one coin on one day.
import { real, time, word } from "../column.ts";
import type { Row } from "../dataset.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const fundFlow = reading({
  name: "fund_flow",
  about: "Flows of exchange-traded funds by coin and day.",
  columns: {
    token: word("The coin that the funds hold, a token id."),
    at: time("Start of the day the flow is of. UTC."),
    netflow_usd: real("What went into all exchange-traded funds of the coin less what went out; negative is out. USD."),
  },
  order: ["provider", "token", "at"],
  keep: days(800),
});

export type FundFlowRow = Row<typeof fundFlow>;
