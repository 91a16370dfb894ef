// What went into the funds of one coin on one day.
import { DAY_MS } from "../../duration.ts";
import { aligned, within } from "../admit.ts";
import { real, time, word } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import type { LatestRow } from "../latest.ts";
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
  latest: {
    member: "fundFlows",
    of: "all",
    by: ["token", "provider", "at"],
    tells: ["netflow_usd"],
    within: "14 DAY",
  },
  // A Friday's flow stands until Monday's is told on Tuesday, and a day more where Monday is a holiday.
  fresh: { fund_flow: { everyS: minutes(30), sloS: hours(130), hardTtlS: hours(144) } },
  admit: [
    aligned("at", DAY_MS),
    // Tens of times the largest day of all funds.
    within("implausible", "netflow_usd", -1e11, 1e11),
  ],
  analysts: {
    view: "fund_flow_day",
    about: "Flows of exchange-traded funds by coin and day; days without trading have no row.",
    shows: {
      day: ["Date", "toDate(at)", "Day. UTC."],
      token: null,
      netflow_usd: "What went into all exchange-traded funds of the coin less what went out. USD.",
      provider: null,
    },
  },
  keep: days(800),
});

export type FundFlowLatestRow = LatestRow<typeof fundFlow>;
