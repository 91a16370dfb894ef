// Scores the causes of the table for a move: by size, by order in time, by the direction they push, and by what of the move they explain.
import {
  CAUSE_BAR_MS,
  CAUSE_CONFIDENCE_MAX,
  CAUSE_LEAD_MS,
  CAUSE_PERCENTILE_MIN,
  CAUSES,
  type CauseId,
  FLOW_RATIO_MIN,
  MOVE_PERCENTILE_MIN,
  SIGNAL_LEAD_MS,
} from "../../schema/cause.ts";
import { HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import { isQuotable } from "../../schema/statement/leaf.ts";
import type { DraftStatement } from "../../schema/statement/settle.ts";
import { pushOf } from "../evidence/large-transfer.ts";
import { roundPct } from "../number/round.ts";
import { itemOf, itemsOf, known, type Material, moveOf } from "./material.ts";

export type Cause = {
  readonly id: CauseId;
  readonly draft: DraftStatement;
  /** How far beyond the point from which it counts; 1 is at it. */
  readonly score: number;
  readonly confidence: number;
};

/** A cause as it was seen: how large in the measure of the table, since when, which way it pushes; 0 is either. */
type Seen = {
  readonly id: CauseId;
  readonly size: number;
  /** Epoch milliseconds; null for what was under way all along. */
  readonly at: number | null;
  readonly push: -1 | 0 | 1;
  /** Percent of the past without as much; null where it is not known. */
  readonly percentile?: number | null;
  /** How far beyond what the past seldom had; null where that was nothing. */
  readonly rareRatio?: number | null;
  readonly draft: DraftStatement;
};

type Effect = { readonly sign: number; readonly changePct: number; readonly from: number; readonly to: number };
type Look = (material: Material, effect: Effect) => readonly Seen[];

const say = (text: string, stance: DraftStatement["stance"] = "none"): DraftStatement => ({ text, stance });
/** Quarters of an hour in an hour: what is closed in one is held against an hour. */
const QUARTERS = 4;

const liquidations: Look = (material) => {
  const item = itemOf(material, "liquidations");
  const peak = item?.data.peak;
  if (!item || !peak || !isAssessed(peak)) return [];
  const [long, short, ratio] = [known(peak.long_usd), known(peak.short_usd), known(peak.ratio)];
  if (long === null || short === null || ratio === null) return [];
  const isLong = long >= short;
  const side = isLong ? "long" : "short";
  const place = (name: string, format: string) => `{{${item.id}.peak.${name}|${format}}}`;
  const text = `Forced closures: from ${place("at", "clock")} on, a quarter of an hour took out at least ${place(`${side}_usd`, "usd_short")} of ${side} positions, with both sides together ${place("ratio", "times")} a usual hour.`;
  return [
    {
      ...{ id: "liquidation_cascade", size: ratio * QUARTERS, at: Date.parse(peak.at), push: isLong ? -1 : 1 },
      percentile: known(peak.percentile),
      rareRatio: known(peak.rare_ratio),
      draft: say(text),
    },
  ];
};

/** A change of the last hours says nothing of a move that began before them: it may be its effect. */
const covers = (asOf: string, spanMs: number, { from }: Effect) => from >= Date.parse(asOf) - spanMs;

/** What is open is counted in dollars and goes with the price of the token, which would be the effect: without that. */
const inCoins = (changePct: number, pricePct: number): number => ((100 + changePct) / (100 + pricePct) - 1) * 100;

const leverage: Look = (material, effect) => {
  const item = itemOf(material, "open_interest");
  if (!item) return [];
  const [hour, four] = [known(item.data.change_1h_pct) ?? 0, known(item.data.change_4h_pct) ?? 0];
  const [inHour, inFour] = [1, 4].map((hours) => covers(item.data.as_of, hours * HOUR_MS, effect));
  if (!inFour) return [];
  const ofHour = inCoins(hour, known(itemOf(material, "price")?.data.change_1h_pct) ?? effect.changePct);
  const ofFour = inCoins(four, effect.changePct);
  const isHour = inHour === true && Math.abs(ofHour) >= Math.abs(ofFour) / 2;
  const change = isHour ? hour : four;
  const size = isHour ? Math.abs(ofHour) : Math.abs(ofFour) / 2;
  if (change === 0 || Math.sign(change) !== Math.sign(isHour ? ofHour : ofFour)) return [];
  const place = `{{${item.id}.${isHour ? "change_1h_pct" : "change_4h_pct"}|size1}}`;
  const time = isHour ? "within an hour" : "within four hours";
  return change < 0
    ? [
        {
          ...{ id: "leverage_flushed", size, at: null, push: 0 },
          draft: say(`Positions unwound: open interest fell ${place} ${time}.`, "down"),
        },
      ]
    : [
        {
          ...{ id: "leverage_built", size, at: null, push: 0 },
          draft: say(`Leverage built up: open interest grew ${place} ${time}.`, "up"),
        },
      ];
};

const flows: Look = (material, effect) => {
  const item = itemOf(material, "onchain_flows");
  const share = known(item?.data.share_of_volume_pct);
  if (!item || share === null || share === 0) return [];
  const [day, hour] = [known(item.data.netflow_usd), known(item.data.netflow_1h_usd)];
  // Only what flowed before the newest hour is known to have come first, and only of a move that began in it.
  if (day === null || day === 0 || hour === null || !covers(item.data.as_of, HOUR_MS, effect)) return [];
  if ((known(item.data.ratio) ?? 0) < FLOW_RATIO_MIN) return [];
  const before = (1 - hour / day) * Math.abs(share);
  const isIn = share > 0;
  const word = isIn ? "inflow" : "outflow";
  const text = `Exchange flows: a net ${word} of {{${item.id}.netflow_usd|usd_size}} at labelled exchange wallets over the day, which is an ${word} of {{${item.id}.share_of_volume_pct|size1}} of what was traded.`;
  return [
    {
      ...{ id: isIn ? "exchange_inflow" : "exchange_outflow", size: before, at: null, push: isIn ? -1 : 1 },
      draft: say(text, isIn ? "up" : "down"),
    },
  ];
};

const transfers: Look = (material) =>
  itemsOf(material, "large_transfer").flatMap(({ id, data }) => {
    const share = known(data.share_of_volume_24h_pct);
    const push = pushOf(data);
    if (share === null || push === 0) return [];
    const from = data.from_label === null ? "an unlabelled address" : `{{${id}.from_label|name}}`;
    const to = data.to_label === null ? "an unlabelled address" : `{{${id}.to_label|name}}`;
    const text = `Large transfer: {{${id}.value_usd|usd_short}} went from ${from} to ${to} at {{${id}.at|clock}}, as much as {{${id}.share_of_volume_24h_pct|share1}} of a day's spot volume.`;
    const [percentile, rareRatio] = [known(data.percentile), known(data.rare_ratio)];
    return [
      { id: "large_transfer", size: share, at: Date.parse(data.at), push, percentile, rareRatio, draft: say(text) },
    ];
  });

const WHOLE = 100;

const market: Look = (material, { sign }) => {
  const item = itemOf(material, "market_context");
  const move = item?.data.btc_move;
  if (!item || !move || !isAssessed(move)) return [];
  const [change, share] = [known(move.change_pct), known(move.share_pct)];
  if (change === null || share === null || change === 0) return [];
  const verb = change > 0 ? "rose" : "fell";
  const text = `Market-wide move: over the same minutes bitcoin ${verb} {{${item.id}.btc_move.change_pct|size1}}, which at the token's usual beta comes to {{${item.id}.btc_move.share_pct|share1}} of the move.`;
  const push = Math.sign(share) === 1 ? (sign as 1 | -1) : 0;
  return [
    {
      ...{ id: "market_wide_move", size: Math.min(WHOLE, share), at: null, push },
      draft: say(text, change > 0 ? "up" : "down"),
    },
  ];
};

/** Beyond the median token, or the whole market would pass for a sector. */
const sector: Look = (material, { sign, changePct }) => {
  const [item, price] = [itemOf(material, "market_context"), itemOf(material, "price")];
  const change = known(item?.data.sector_change_24h_pct);
  const [own, lead] = [known(price?.data.change_24h_pct), known(item?.data.relative_strength_24h_pct)];
  if (!item || !isAssessed(item.data.sector) || item.data.sector === null) return [];
  if (change === null || own === null || lead === null || Math.sign(own) !== sign) return [];
  const beyond = change - (own - lead);
  if (Math.sign(beyond) !== Math.sign(change)) return [];
  const verb = change > 0 ? "rose" : "fell";
  const text = `Sector move: {{${item.id}.sector|name}} ${verb} {{${item.id}.sector_change_24h_pct|size1}} over the day.`;
  return [
    {
      ...{
        id: "sector_move",
        size: Math.min(WHOLE, (beyond / changePct) * WHOLE, (change / own) * WHOLE),
        at: null,
        push: Math.sign(change) as 1 | 0 | -1,
      },
      draft: say(text, change > 0 ? "up" : "down"),
    },
  ];
};

const headlines: Look = (material) =>
  itemsOf(material, "headline").map(({ id, data }) => ({
    ...{ id: "headline" as const, size: 1, at: Date.parse(data.published_at), push: 0 as const },
    percentile: known(data.percentile),
    draft: say(
      `News: at {{${id}.published_at|clock}} {{${id}.source|provider}} ${isQuotable(data.title) ? `wrote {{${id}.title|quote}}` : "published a headline about it"}.`,
    ),
  }));

const valueLocked: Look = (material) => {
  const item = itemOf(material, "tvl");
  const change = known(item?.data.change_24h_pct);
  const own = known(itemOf(material, "price")?.data.change_24h_pct);
  if (!item || change === null || change >= 0 || own === null) return [];
  // What is locked falls with the price of the token itself: that would be the effect.
  const beyond = Math.min(0, own) - change;
  const text = `Value locked: it fell {{${item.id}.change_24h_pct|size1}} over the day, to {{${item.id}.tvl_usd|usd_short}}.`;
  return [{ id: "value_locked_leaving", size: beyond, at: null, push: -1, draft: say(text, "down") }];
};

const SIGNALLED = {
  unlock_upcoming: { id: "unlock", push: -1, says: "Unlock" },
  contract_risk_change: { id: "contract_change", push: -1, says: "Contract change" },
  depeg: { id: "stablecoin_depeg", push: 0, says: "Off its peg" },
} as const;

const signals: Look = (material) =>
  itemsOf(material, "signal").flatMap(({ id, data }) => {
    const row = Object.hasOwn(SIGNALLED, data.kind) ? SIGNALLED[data.kind as keyof typeof SIGNALLED] : undefined;
    if (row === undefined) return [];
    const text = `${row.says}: the signal {{${id}.says|name}} has been open since {{${id}.at|day}}, {{${id}.at|clock}}.`;
    return [{ id: row.id, size: data.severity, at: Date.parse(data.at), push: row.push, draft: say(text) }];
  });

const LOOKS: readonly Look[] = [
  ...[liquidations, leverage, flows, transfers, market, sector, headlines, valueLocked, signals],
];

/** Nothing follows its effect, as far as minutes tell; and a cause lies near the move. */
function isInTime({ id, at }: Seen, { from, to }: Effect): boolean {
  if (at === null) return true;
  if (CAUSES[id].evidence === "signal") return at <= from && at >= from - SIGNAL_LEAD_MS;
  const latest = id === "liquidation_cascade" ? Math.min(to, from + CAUSE_BAR_MS) : from + MINUTE_MS;
  return at < latest && at >= from - CAUSE_LEAD_MS - CAUSE_BAR_MS;
}

/** How far beyond the nearer of both points: that of its measure, and what the past seldom had. */
const scoreOf = ({ id, size, rareRatio }: Seen): number =>
  Math.min(size / CAUSES[id].from, rareRatio ?? Number.POSITIVE_INFINITY);

/** What most of the past stayed below is told between two of its spans: a size beyond it may rank a hair lower. */
const isRare = ({ id, percentile = null, rareRatio = null }: Seen): boolean =>
  !("isRare" in CAUSES[id]) || (percentile !== null && (percentile >= CAUSE_PERCENTILE_MIN || (rareRatio ?? 0) > 1));

/** More than twice its point is as sure as one source may be. */
const sureness = (score: number): number => roundPct(Math.min(CAUSE_CONFIDENCE_MAX, score / (score + 2)));

/** Whether the sharpest move stands out among those of the token's past; null where that is not known. */
export function standsOut(material: Material): boolean | null {
  const percentile = known(moveOf(material)?.percentile);
  return percentile === null ? null : percentile >= MOVE_PERCENTILE_MIN;
}

export const isSharp = (material: Material): boolean => standsOut(material) === true;

const TOLD = 3;

/** Causes of the window's sharpest move, the strongest first; none where no move stands out or nothing explains it. */
export function findCauses(material: Material): Cause[] {
  const move = moveOf(material);
  const change = known(move?.change_pct);
  if (!move || change === null || !isSharp(material)) return [];
  const effect = { sign: Math.sign(change), changePct: change, from: Date.parse(move.from), to: Date.parse(move.to) };
  const found = LOOKS.flatMap((look) => look(material, effect))
    .filter((seen) => seen.push === 0 || seen.push === effect.sign)
    .filter((seen) => isInTime(seen, effect))
    .filter(isRare)
    .map((seen) => ({ id: seen.id, draft: seen.draft, score: scoreOf(seen) }))
    .filter(({ score }) => score >= 1)
    .toSorted((a, b) => b.score - a.score);
  const kinds = new Set<CauseId>();
  const first = found.filter(({ id }) => !kinds.has(id) && kinds.add(id));
  return first.slice(0, TOLD).map((cause) => ({ ...cause, confidence: sureness(cause.score) }));
}
