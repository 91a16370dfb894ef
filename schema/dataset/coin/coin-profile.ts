// The dataset coin_profile and its rows.
import { notNegativeOrNull, recent } from "../admit.ts";
import { realOrNull, TOKEN, text, textOrNull, time, timeOrNull } from "../column.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const coinProfile = reading({
  name: "coin_profile",
  about: "What a directory says a project is.",
  columns: {
    token: TOKEN,
    at: time("When it was read. UTC."),
    description: textOrNull("The project in its own words, sanitised; null: none given. Untrusted text.", "ZSTD(3)"),
    homepage_url: textOrNull("The project's page; null: none given. Untrusted text."),
    launched_at: timeOrNull("First day of the coin; null: not given. UTC."),
    categories: text("Categories of the directory as ids, joined by commas."),
    tvl_usd: realOrNull("Value locked as the directory has it, for comparison only. USD.", null),
  },
  order: ["token", "at"],
  latest: {
    member: "profile",
    of: "token",
    by: ["token"],
    tells: ["description", "homepage_url", "launched_at", "categories", "tvl_usd"],
    within: "5 DAY",
  },
  // Every token in turn, a few in each pull.
  fresh: { coin_profile: { everyS: minutes(5), sloS: hours(8), hardTtlS: hours(72) } },
  admit: [recent, notNegativeOrNull("tvl_usd")],
  keep: days(60),
});
