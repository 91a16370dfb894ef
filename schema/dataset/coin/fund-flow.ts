// What went into the funds of one coin on one day.
import { PROVIDER, RETRIEVED_AT, real, time, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const fundFlow = dataset({
  name: "fund_flow",
  about: "Flows of exchange-traded funds by coin and day.",
  columns: {
    token: word("The coin that the funds hold, a token id."),
    at: time("Start of the day the flow is of. UTC."),
    netflow_usd: real("What went into all exchange-traded funds of the coin less what went out; negative is out. USD."),
    provider: PROVIDER,
    retrieved_at: RETRIEVED_AT,
  },
  rows: latestBy("retrieved_at"),
  order: ["provider", "token", "at"],
  partition: "toYYYYMM(at)",
  keep: days(800),
});

export type FundFlowRow = Row<typeof fundFlow>;
