// Times, extremes and ranges of whole sentences.
import type { Item } from "../../../lexicon.ts";
import { MONTHS } from "../../../span.ts";
import { either, joined } from "./joined.ts";

const PAST = "past|last|latest|most recent|previous|preceding|prior|trailing|recent|rolling|full|entire|whole|single";
/** "Last week" may be the one that ended on Sunday. */
const LONGER = "past|latest|most recent|trailing|rolling|full|entire|whole|single";
const ENDS = "|just gone|just past|just ended|behind us|up to now";

export const TIME_WORDS: readonly (readonly [Item, string])[] = [
  ...MONTHS.map(
    (name) =>
      [
        { is: "span", name },
        either(
          joined("in|during|over|throughout|for|across|within|this|last|past", name),
          joined("the month of", name),
          `${name}'s`,
          name === "may" || name === "march" ? "" : name,
        ),
      ] as const,
  ),
  [
    { is: "hours", hours: 1 },
    either(
      joined("the|this|an|one|a|", PAST, "hour|60 minutes", ENDS),
      "hour on hour|hour over hour|h h|hourly|on the hour|within an hour|within the hour|inside an hour|the space of an hour|since an hour|hour's|the hour's|an hour's|this hour's|sixty minutes|#60 minutes|past #60 minutes|last #60 minutes|hour just gone|hour window|one hour window|hour to hour|hourly basis|hour by hour",
    ),
  ],
  [
    { is: "hours", hours: 0.5 },
    either(
      joined("the||this", PAST, "half hour|half an hour|30 minutes"),
      "half an hour|half hour|a half hour|#30 minutes",
    ),
  ],
  [
    { is: "hours", hours: 0.25 },
    "quarter of an hour|a quarter of an hour|quarter hour|a quarter hour|past quarter of an hour|last quarter of an hour|#15 minutes",
  ],
  [{ is: "hours", hours: 12 }, either(joined("the||this", PAST, "half day|half a day"), "half a day|half day")],
  [
    { is: "hours", hours: 24 },
    either(
      joined("the|this|a|one|", PAST, "day|24h|24 hour|24 hours|24 hour period|day and night", ENDS),
      joined(
        "the||a|past|last|this",
        "#24 hour|#24 hours|#24h|#24 h|twenty four hour",
        "window|period|stretch|span|mark|basis|frame|timeframe|horizon|change|view|interval|cycle|move",
      ),
      "day over day|day on day|d d|dod|on the daily|daily basis|on a daily basis|over a day|in the space of a day|within a day|within the day|inside a day|in a single day|a single day|24 7|day's|the day's|today's|a day's|one day's|on day|day to day|from one day to the next|from a day to the next|1d|round the clock|24 hour|24hr|daily|day by day|in one day's time|this time yesterday to now",
    ),
  ],
  [
    { is: "hours", hours: 168 },
    either(
      joined("the|this|a|one|", LONGER, "week", ENDS),
      joined("the", "last", "week", ENDS),
      joined(
        "the||a|past|last",
        "#7 day|#7 days|seven day|one week|#1 week",
        "window|period|stretch|span|mark|basis|frame|timeframe|horizon|change|view|move",
      ),
      "week on week|week over week|w w|wk wk|wow|week's|the week's|this week's|a week's|on week|week to week|week long|weeklong|a week long|on a weekly basis|weekly basis|on the weekly|seven days'|within a week|within the week|inside a week|7d|#7d|a full week|7 day|in a week's time|#7 days'",
    ),
  ],
  [
    { is: "hours", hours: 336 },
    "a fortnight|fortnight|past fortnight|last fortnight|the past fortnight|the last fortnight|this fortnight|two weeks'|fortnight's|biweekly",
  ],
  [
    { is: "hours", hours: 720 },
    either(
      joined(
        "the||a|past|last",
        "#30 day|#30 days|thirty day|one month|#1 month",
        "window|period|stretch|span|mark|basis|frame|timeframe|horizon|change|view|move",
      ),
      joined(
        "the|this|a|one|",
        "past|latest|most recent|preceding|trailing|rolling|full|entire|whole|single",
        "month",
        ENDS,
      ),
      "month on month|month over month|m m|mom|month's|the month's|a month's|on month|month to month|month long|monthlong|a month long|on a monthly basis|monthly basis|on the monthly|thirty days'|within a month|inside a month|30d|#30d|a full month|monthly|#30 days'",
    ),
  ],
  [
    { is: "hours", hours: 8_760 },
    "past year|the past year|last twelve months|last #12 months|the last #12 months|past #12 months|the past #12 months|trailing year|trailing twelve months|trailing #12 months|#12 months|in a year|within a year|over a year|one year|#1 year|a full year|#365 days|past #365 days|last #365 days|year over year|yoy|year on year",
  ],
  [
    { is: "span", name: "month" },
    "the month so far|month so far|so far in the month|so far this month|this month so far|this calendar month|month to date|mtd|the current month|since the month began|since the month started|since the start of the month|since the beginning of the month|since the first of the month|since the turn of the month",
  ],
  [
    { is: "span", name: "week" },
    "the week so far|week so far|so far in the week|so far this week|this week so far|this calendar week|week to date|wtd|since the week began|since the week started|since the start of the week|since the beginning of the week|since the start of this week|since the beginning of this week",
  ],
  [
    { is: "span", name: "year" },
    "the year so far|year so far|so far in the year|so far this year|this year so far|this calendar year|year to date|ytd|since the year began|since the year started|since the start of the year|since the beginning of the year|since january 1|since the turn of the year|since new year|since new year's day|in #2026 so far|so far in #2026|since the start of this year|since the beginning of this year|since the beginning of #2026|since the start of #2026",
  ],
  [
    { is: "span", name: "day" },
    "since midnight|the day so far|day so far|so far today|today so far|since the day began|since the start of the day|since the beginning of the day|since midnight utc|since the day started|since #0 utc|since the utc day began",
  ],
  [{ is: "span", name: "last_month" }, "last calendar month|previous calendar month|the previous calendar month"],
  [
    { is: "span", name: "last_week" },
    "last calendar week|the previous calendar week|previous calendar week|week before this one",
  ],
  [
    { is: "extreme", side: 1, ever: true },
    either(
      joined(
        "all time|record|historic|historical|lifetime|absolute|career|record setting|best ever|alltime|ever",
        "high|peak|top|price|highs|best|maximum|high price|level|high mark|high point|summit|price peak|high water mark|heights",
      ),
      joined(
        "highest|best|top",
        "price|level|point|value|mark",
        "ever|ever reached|ever seen|on record|in its history|of all time|it has ever had|it ever reached|it has ever reached|ever recorded|ever paid|ever traded|it has ever seen|it has ever traded at|ever printed|has ever reached|ever hit",
      ),
      "record|its record|the record|high water mark|highest ever|ever highest|peak of all time|its peak ever|peak ever|highest ever price|at its peak|at its height|at its very peak|at its best|at its very best|at its very top|at its top|at its zenith|at the very top|record territory|price record|a th|ath high|former record|former peak|former all time high|old record|previous record|past record|previous all time high|prior record|highest price in its history|all time record|highest in its history|the historic top|lifetime peak|ceiling of all time",
    ),
  ],
  [
    { is: "extreme", side: 1 },
    "ceiling|the ceiling|price ceiling|top of its range|upper end|upper end of its range|upper bound|high end|high water|highest trade|top tick|session high|highest print|topmost price|high point|high mark|highest quote|highest level reached|peak price|highest price reached|highest price paid|highest price seen|peak level|upper limit|upper edge|top end|most expensive",
  ],
  [
    { is: "extreme", side: -1 },
    "floor|the floor|price floor|bottom of its range|lower end|lower end of its range|lower bound|low end|lowest trade|bottom tick|session low|lowest print|bottommost price|low point|low mark|lowest quote|lowest level reached|trough price|lowest price reached|lowest price paid|lowest price seen|trough level|lower limit|lower edge|low price|bottom end",
  ],
  [{ is: "ago" }, "ago|earlier|before|previously"],
  [{ is: "range" }, "range|price range|trading band|trading corridor|band|corridor|swung from|ranged from|moved from"],
  [
    { is: "usual" },
    "its usual|the usual rate|its normal rate|usual rate|normal rate|the hourly average|hourly average|average hourly|the average hourly|its hourly average|the typical hour|a typical hour|an average hour|a normal hour|a usual hour|an ordinary hour|what is usual|what is normal|what is typical|what is customary|customary level|typical level|the typical level|its typical level|its typical pace|typical pace|the typical pace|normal hourly|usual hourly|typical hourly|its normal|the ordinary hour|the normal pace|the usual pace|its customary|than typical|than ordinary|than on average|than average|usual for the hour|normal for the hour|its standard pace|standard hour|baseline|its baseline",
  ],
  [
    { is: "per", per: "year" },
    "annualised|annualized|on an annualised basis|on an annualized basis|annualised basis|annualized basis|per annum|per year|yearly|annual|annually|in annual terms|in annualised terms|in annualized terms|at an annual rate|at an annualised rate|at an annualized rate|annual rate|annualised rate|annualized rate|when annualised|once annualised|over a full year|on a yearly basis|expressed annually|expressed as a yearly rate|apr terms|in apr terms|a year|each year|every year|p a|extrapolated to a year|scaled to a year|in yearly terms",
  ],
  [
    { is: "per", per: "hours" },
    "per eight hours|per #8 hours|per #8 hour period|per #8 hour interval|per #8 hour window|every #8 hours|each #8 hours|for each #8 hours|for every #8 hours|for #8 hours|over #8 hours|per #8h|an #8 hour rate|as an #8 hour rate|on an #8 hour basis|#8 hour basis|#8 hourly rate|per funding interval|per interval|per funding period|per period|at each interval|in #8 hours|#8 hour equivalent|per #8 hour|#8 hour rate",
  ],
];
