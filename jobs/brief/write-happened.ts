// What happened, in sentences: price, its sharpest move, volume, positions, forced closures, books.
import type { EvidenceData } from "../../schema/evidence/index.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { showValue } from "../../schema/statement/format.ts";
import type { DraftStatement } from "../../schema/statement/settle.ts";
import { isFlat, moved, plain } from "./brief-text.ts";
import { isSharp } from "./find-causes.ts";
import { itemOf, known, type Material, moveOf, stretchOf } from "./material.ts";

type Teller = (material: Material) => readonly DraftStatement[];

/** Whether the highest and the lowest close of a window are shown alike. */
export const isNarrow = ({ high, low }: EvidenceData<"price">): boolean =>
  showValue(high, "usd") === showValue(low, "usd");

export const tellPrice: Teller = (material) => {
  const item = itemOf(material, "price");
  const change = known(item?.data.window_return_pct);
  if (!item || known(item.data.price) === null) return [];
  const { symbol } = material.token;
  const at = (name: string, format: string) => `{{${item.id}.${name}|${format}}}`;
  const [high, low] = [known(item.data.high), known(item.data.low)];
  if (change === null || high === null || low === null) {
    return [plain(`${symbol} stands at ${at("price", "usd")}.`)];
  }
  const range = isNarrow(item.data)
    ? `at ${at("low", "usd")} throughout`
    : `between ${at("low", "usd")} and ${at("high", "usd")}`;
  if (isFlat(change)) {
    return [
      plain(
        `${symbol} stands at ${at("price", "usd")}, where it was ${at("window_h", "hours")} before, and closed ${range} in the meantime.`,
      ),
    ];
  }
  return [
    moved(
      `${item.id}.window_return_pct`,
      change,
      (verb, size) =>
        `${symbol} ${verb} ${size} in ${at("window_h", "hours")} and stands at ${at("price", "usd")}; its minutes closed ${range}.`,
    ),
  ];
};

type Place = (name: string, format: string) => string;

/** A word of size wants the percentile that it rests on. */
const SHARPEST = {
  sharp: (stretch: string, came: string, at: Place) =>
    `The sharpest ${stretch} ${came}: ${at("percentile", "share1")} of past windows as long had none as sharp.`,
  ordinary: (stretch: string, came: string, at: Place) =>
    `No ${stretch} stood out: the sharpest ${came}; ${at("percentile", "share1")} of past windows as long had none as sharp.`,
  unknown: (stretch: string, came: string) =>
    `The sharpest ${stretch} ${came}; whether that is unusual is not known yet.`,
} as const;

export const tellMove: Teller = (material) => {
  const move = moveOf(material);
  const change = known(move?.change_pct);
  if (!move || change === null || isFlat(change)) return [];
  const at = (name: string, format: string) => `{{${move.id}.sharpest_move.${name}|${format}}}`;
  const span = `between ${at("from", "clock")} and ${at("to", "clock")}`;
  const place = `${move.id}.sharpest_move.change_pct`;
  const says = known(move.percentile) === null ? "unknown" : isSharp(material) ? "sharp" : "ordinary";
  const stretch = stretchOf(material);
  const tell = (verb: string, size: string) => SHARPEST[says](stretch, `came ${span}, when it ${verb} ${size}`, at);
  return [moved(place, change, tell, ["gained", "lost"])];
};

/** From here on a volume is told as unusual. */
const BUSY = 1.5;
const QUIET = 0.67;

const tellVolume: Teller = (material) => {
  const item = itemOf(material, "spot_volume");
  const ratio = known(item?.data.ratio);
  if (!item || ratio === null || known(item.data.volume_1h_usd) === null) return [];
  const at = (name: string, format: string) => `{{${item.id}.${name}|${format}}}`;
  const kind = ratio >= BUSY ? "Trading was busy" : ratio <= QUIET ? "Trading was thin" : "Trading was ordinary";
  return [
    plain(
      `${kind}: on ${at("venue", "name")} ${at("volume_1h_usd", "usd_short")} changed hands in the last hour, ${at("ratio", "times")} the median hour of the day.`,
    ),
  ];
};

const tellInterest: Teller = (material) => {
  const item = itemOf(material, "open_interest");
  const change = known(item?.data.change_4h_pct);
  if (!item || known(item.data.open_interest_usd) === null) return [];
  const total = `{{${item.id}.open_interest_usd|usd_short}}`;
  if (change === null) return [plain(`Open interest is ${total}.`)];
  if (isFlat(change)) return [plain(`Open interest is ${total}, as it was four hours before.`)];
  return [
    moved(
      `${item.id}.change_4h_pct`,
      change,
      (verb, size) => `Open interest ${verb} ${size} within four hours, to ${total}.`,
      ["grew", "shrank"],
    ),
  ];
};

const CROWDED = 95;
const SHUNNED = 5;

const tellFunding: Teller = (material) => {
  const item = itemOf(material, "funding");
  const rate = known(item?.data.funding_8h_pct);
  if (!item || rate === null || known(item.data.apr_pct) === null) return [];
  const at = (name: string, format: string) => `{{${item.id}.${name}|${format}}}`;
  const payer = rate > 0 ? "longs pay shorts" : rate < 0 ? "shorts pay longs" : "neither side pays";
  const place = known(item.data.percentile_90d);
  const rank =
    place !== null && (place >= CROWDED || place <= SHUNNED)
      ? `; ${at("percentile_90d", "share1")} of the funding spans of the last ninety days had a lower rate, ties split evenly`
      : "";
  return [
    plain(
      `Funding is ${at("funding_8h_pct", "pct4")} per eight hours, ${at("apr_pct", "pct1")} a year: ${payer}${rank}.`,
    ),
  ];
};

/** Up to 52 of a hundred on one side is evenly split, and up to 55 a slight lean. */
const EVEN = 52 / 48;
const SLIGHT = 55 / 45;

function leanOf(ratio: number): string {
  const size = ratio > 1 ? ratio : 1 / ratio;
  if (size <= EVEN) return "are evenly split";
  return `lean ${size <= SLIGHT ? "slightly " : ""}${ratio > 1 ? "long" : "short"}`;
}

const tellAccounts: Teller = (material) => {
  const item = itemOf(material, "long_short");
  const ratio = known(item?.data.ratio);
  if (!item || ratio === null || !isAssessed(item.data.venue)) return [];
  return [
    plain(
      `Accounts on {{${item.id}.venue|provider}} ${leanOf(ratio)}, with {{${item.id}.ratio|ratio2}} of them long for each one short.`,
    ),
  ];
};

/** What would be shown as nothing is not compared. */
const RATIO_SHOWN_MIN = 0.05;

const tellClosures: Teller = (material) => {
  const item = itemOf(material, "liquidations");
  const total = known(item?.data.total_usd);
  if (!item || total === null) return [];
  const at = (name: string, format: string) => `{{${item.id}.${name}|${format}}}`;
  if (total === 0)
    return [
      plain(`In the last hour ${at("total_usd", "usd_short")} of positions are known to have been closed by force.`),
    ];
  const [long, short] = [known(item.data.long_usd), known(item.data.short_usd)];
  const sides =
    long === null || short === null
      ? ""
      : `, ${at("long_usd", "usd_short")} of them long and ${at("short_usd", "usd_short")} short`;
  const usual =
    (known(item.data.ratio) ?? 0) < RATIO_SHOWN_MIN
      ? ""
      : `; that is ${at("ratio", "times")} the median hour of the week`;
  return [
    plain(
      `At least ${at("total_usd", "usd_short")} of positions were closed by force in the last hour${sides}${usual}.`,
    ),
  ];
};

const tellBooks: Teller = (material) => {
  const item = itemOf(material, "order_book_depth");
  if (!item) return [];
  const { bid_2pct_usd: bid, ask_2pct_usd: ask, spread_bps: spread } = item.data;
  if (known(bid) === null || known(ask) === null) return [];
  const at = (name: string, format: string) => `{{${item.id}.${name}|${format}}}`;
  const gap = known(spread) === null ? "" : `, with a spread of ${at("spread_bps", "bps1")}`;
  return [
    plain(
      `Spot books hold ${at("bid_2pct_usd", "usd_short")} of bids and ${at("ask_2pct_usd", "usd_short")} of asks within two per cent of the middle${gap}.`,
    ),
  ];
};

/** In the order of reading. */
export const tellHappened = (material: Material): DraftStatement[] =>
  [tellPrice, tellMove, tellVolume, tellInterest, tellFunding, tellAccounts, tellClosures, tellBooks].flatMap((tell) =>
    tell(material),
  );
