// What the chains and the market around a token say, in sentences.
import { isAssessed } from "../../schema/shape/quantity.ts";
import { isQuotable } from "../../schema/statement/leaf.ts";
import type { DraftStatement } from "../../schema/statement/settle.ts";
import { isFlat, moved, plain } from "./brief-text.ts";
import { itemOf, itemsOf, known, type Material } from "./material.ts";

type Teller = (material: Material) => readonly DraftStatement[];

const tellFlows: Teller = (material) => {
  const item = itemOf(material, "onchain_flows");
  const net = known(item?.data.netflow_usd);
  if (!item || net === null) return [];
  const at = (name: string, format: string) => `{{${item.id}.${name}|${format}}}`;
  const both =
    known(item.data.inflow_usd) === null || known(item.data.outflow_usd) === null
      ? ""
      : `: ${at("inflow_usd", "usd_short")} came in and ${at("outflow_usd", "usd_short")} went out`;
  if (net === 0)
    return [
      plain(`Labelled exchange wallets saw a net flow of ${at("netflow_usd", "usd_short")} over the day${both}.`),
    ];
  return [
    {
      text: `Labelled exchange wallets saw a net ${net > 0 ? "inflow" : "outflow"} of ${at("netflow_usd", "usd_size")} over the day${both}.`,
      stance: net > 0 ? "up" : "down",
    },
  ];
};

const tellTransfers: Teller = (material) =>
  itemsOf(material, "large_transfer").map(({ id, data }) => {
    const from = data.from_label === null ? "an unlabelled address" : `{{${id}.from_label|provider}}`;
    const to = data.to_label === null ? "an unlabelled address" : `{{${id}.to_label|provider}}`;
    return plain(
      `At {{${id}.at|clock}} {{${id}.value_usd|usd_short}} moved on {{${id}.chain|name}} from ${from} to ${to}.`,
    );
  });

const tellLocked: Teller = (material) => {
  const item = itemOf(material, "tvl");
  const change = known(item?.data.change_24h_pct);
  if (!item || known(item.data.tvl_usd) === null) return [];
  const total = `{{${item.id}.tvl_usd|usd_short}}`;
  if (change === null || isFlat(change)) return [plain(`Value locked is ${total}.`)];
  return [
    moved(
      `${item.id}.change_24h_pct`,
      change,
      (verb, size) => `Value locked ${verb} ${size} over the day, to ${total}.`,
      ["grew", "shrank"],
    ),
  ];
};

const tellUnlock: Teller = (material) => {
  const item = itemOf(material, "supply");
  const next = item?.data.next_unlock;
  if (!item || !next || !isAssessed(next)) return [];
  const share =
    known(next.pct_of_circulating) === null
      ? ""
      : `, of {{${item.id}.next_unlock.pct_of_circulating|share1}} of what circulates`;
  return [plain(`The next unlock is due on {{${item.id}.next_unlock.at|day}}${share}.`)];
};

const RISKY: readonly string[] = ["medium", "high", "critical"];

const tellContract: Teller = (material) => {
  const item = itemOf(material, "contract_risk");
  if (!item || !RISKY.includes(item.data.contract_risk) || !isAssessed(item.data.provider)) return [];
  return [
    plain(
      `The risk of its contracts is {{${item.id}.contract_risk|name}}, as {{${item.id}.provider|provider}} reports.`,
    ),
  ];
};

export const tellChain = (material: Material): DraftStatement[] =>
  [tellFlows, tellTransfers, tellLocked, tellUnlock, tellContract].flatMap((tell) => tell(material));

export const tellMarket: Teller = (material) => {
  const item = itemOf(material, "market_context");
  if (!item) return [];
  const at = (name: string, format: string) => `{{${item.id}.${name}|${format}}}`;
  const { btc_change_24h_pct: btc, eth_change_24h_pct: eth, breadth_up_24h_pct: breadth } = item.data;
  const majors = [
    ...(known(btc) === null ? [] : [`bitcoin moved ${at("btc_change_24h_pct", "pct1")}`]),
    ...(known(eth) === null ? [] : [`ether ${known(btc) === null ? "moved " : ""}${at("eth_change_24h_pct", "pct1")}`]),
  ];
  const wide =
    known(breadth) === null
      ? []
      : [`${at("breadth_up_24h_pct", "share1")} of the tracked tokens stand above the day before`];
  const parts = [majors.join(" and "), ...wide].filter((part) => part !== "");
  return parts.length === 0 ? [] : [plain(`Over the day ${parts.join(", and ")}.`)];
};

const tellStrength: Teller = (material) => {
  const item = itemOf(material, "market_context");
  const strength = known(item?.data.relative_strength_24h_pct);
  if (!item || strength === null || isFlat(strength)) return [];
  return [
    moved(
      `${item.id}.relative_strength_24h_pct`,
      strength,
      (verb, size) => `${material.token.symbol} ${verb} the median of the tracked tokens by ${size} over the day.`,
      ["beat", "trailed"],
    ),
  ];
};

const tellSector: Teller = (material) => {
  const item = itemOf(material, "market_context");
  const change = known(item?.data.sector_change_24h_pct);
  if (!item || change === null) return [];
  if (item.data.sector === null || !isAssessed(item.data.sector)) return [];
  return [
    isFlat(change)
      ? plain(`Its sector, {{${item.id}.sector|name}}, stands where it stood a day before.`)
      : moved(
          `${item.id}.sector_change_24h_pct`,
          change,
          (verb, size) => `Its sector, {{${item.id}.sector|name}}, ${verb} ${size} over the day.`,
        ),
  ];
};

const tellMood: Teller = (material) => {
  const item = itemOf(material, "market_context");
  if (!item || !isAssessed(item.data.fear_greed)) return [];
  return [
    plain(`The fear and greed index reads {{${item.id}.fear_greed.value|int}}, {{${item.id}.fear_greed.label|name}}.`),
  ];
};

/** Each headline once: what `said` quotes already is not told again, nor the same words of somebody else. */
export function tellNews(material: Material, said: readonly DraftStatement[]): DraftStatement[] {
  const named = new Set<string>();
  return itemsOf(material, "headline").flatMap(({ id, data }) => {
    const isSaid = said.some(({ text }) => text.includes(`{{${id}.`));
    const isTold = named.has(data.title) || isSaid;
    named.add(data.title);
    if (isTold || !isQuotable(data.title)) return [];
    return [plain(`{{${id}.source|provider}} wrote at {{${id}.published_at|clock}}: {{${id}.title|quote}}.`)];
  });
}

export const tellAround = (material: Material, said: readonly DraftStatement[]): DraftStatement[] => [
  ...[tellMarket, tellStrength, tellSector, tellMood].flatMap((tell) => tell(material)),
  ...tellNews(material, said),
];
