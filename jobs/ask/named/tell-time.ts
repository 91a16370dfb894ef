// Tells the price and the volume over a time that a question names, or as they stood when it began.
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import { leafAt } from "../../../schema/statement/leaf.ts";
import { type Wanted, want } from "../evidence.ts";
import { isPublished } from "../metric.ts";
import { sayOver } from "../place.ts";
import type { ReadQuestion } from "../read-question.ts";
import { type Asked, firstOf, listed, part, sentence, type Told, together, way } from "../tell.ts";
import { isNow } from "./thing.ts";

/** A window of closes where nothing published tells the time. */
export const windowOf = ({ time, isAt }: ReadQuestion): readonly Wanted[] =>
  time !== null && (isAt || !("hours" in time && isPublished(time.hours))) ? [want("price_window", null, time)] : [];

export const overOf = (asked: Asked, wanted: Wanted): string => {
  const item = firstOf(asked, wanted);
  const said = sayOver(wanted.time)?.trim();
  if (said) return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
  if (!item) return "Over that time";
  if (wanted.time !== null && "from" in wanted.time && leafAt(item, "from") !== null)
    return `From {{${item.id}.from|day}} at {{${item.id}.from|clock}} to {{${item.id}.to|day}} at {{${item.id}.to|clock}}`;
  return `Over {{${item.id}.window_h|hours}}`;
};

const tellAt = (asked: Asked, wanted: Wanted): Told => {
  const item = firstOf(asked, wanted);
  const lead = item ? `On {{${item.id}.from|day}} at {{${item.id}.from|clock}} ${asked.symbol}` : asked.symbol;
  return sentence(item, "price_window", lead, [
    part("from_price", "usd", "stood at {}"),
    way("change_pct", "{} since then"),
  ]);
};

export const tellWindow = (asked: Asked, windows: readonly Wanted[]): Told =>
  together(
    ...windows.map((wanted) =>
      asked.question.isAt
        ? tellAt(asked, wanted)
        : sentence(firstOf(asked, wanted), "price_window", `${overOf(asked, wanted)} ${asked.symbol}`, [
            way("change_pct", "{}"),
            part("low", "usd", "closed as low as {}"),
            part("high", "usd", "closed as high as {}"),
          ]),
    ),
  );

const CHANGES = {
  1: way("change_1h_pct", "{} over an hour"),
  24: way("change_24h_pct", "{} over a day"),
  168: way("change_7d_pct", "{} over a week"),
  720: way("change_30d_pct", "{} over thirty days"),
} as const;
/** The published changes, that of the time that is asked for first. */
export function changesOf({ time }: ReadQuestion) {
  const hours = time !== null && "hours" in time && isPublished(time.hours) ? time.hours : 24;
  return [CHANGES[hours], ...Object.values(CHANGES).filter((one) => one !== CHANGES[hours])];
}

/** The price over the time that is named, where that is another than now. */
export function tellPriceOver(asked: Asked): Told {
  const { time, intents } = asked.question;
  // Its change says so already.
  if (time === null || isNow(time) || intents.includes("change")) return together();
  const windows = windowOf(asked.question);
  if (windows.length > 0) return tellWindow(asked, windows);
  return sentence(
    firstOf(asked, want("performance")),
    "performance",
    asked.symbol,
    changesOf(asked.question).slice(0, 1),
  );
}

/** Hours over which volumes are summed. */
export const VOLUME_HOURS = { least: 1, most: 14 * 24 } as const;
const SAID_HOURS: readonly number[] = [1, 24];

export const volumeOf = ({ time }: ReadQuestion): Wanted =>
  want("volume_window", null, time !== null && "hours" in time ? time : { hours: 24 });

/** The venues a sum is over, as ends of a sentence. */
function venuesOf(item: EvidenceItem | undefined): string {
  const venues = item?.data.venues;
  if (item === undefined || !Array.isArray(venues) || venues.length === 0) return "";
  return ` on ${listed(venues.map((_, at) => `{{${item.id}.venues.${at}|provider}}`))}`;
}

export const tellVolume = (asked: Asked): Told => {
  const wanted = volumeOf(asked.question);
  const isSaid = wanted.time === null || !("hours" in wanted.time) || SAID_HOURS.includes(wanted.time.hours);
  const change = way("change_pct", `{} against as long a time before${venuesOf(firstOf(asked, wanted))}`);
  const over = sentence(
    firstOf(asked, wanted),
    "volume_window",
    `${overOf(asked, wanted)} volume`,
    isSaid ? [change] : [part("volume_usd", "usd_short", "came to {}"), change],
  );
  const published = together(
    sentence(firstOf(asked, want("performance")), "performance", asked.symbol, [
      part("volume_24h_usd", "usd_short", "traded {} on covered spot venues in a day"),
      part("volume_1h_usd", "usd_short", "{} in the last hour"),
    ]),
    sentence(firstOf(asked, want("performance")), "performance", "The last hour saw", [
      part("volume_ratio_1h", "times", "{} the volume of the median hour of the day"),
    ]),
  );
  return isSaid ? together(published, over) : together(over, published);
};
