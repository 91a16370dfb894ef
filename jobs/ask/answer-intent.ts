// What each intent needs of evidence and how it is answered from it.
import type { EvidenceKind } from "../../schema/evidence/index.ts";
import { findCauses } from "../brief/find-causes.ts";
import type { Material } from "../brief/material.ts";
import { tellNews } from "../brief/write-around.ts";
import { noCause, unseen } from "../brief/write-brief.ts";
import { tellMove, tellPrice } from "../brief/write-happened.ts";
import type { Time } from "./claim/claim.ts";
import { MARKET, type Wanted, want } from "./evidence.ts";
import type { IntentId } from "./intent.ts";
import { isPublished } from "./metric.ts";
import { symbolOf, tellOfOthers, wantsOfOthers } from "./named/tell-beside.ts";
import { tellLiquidity } from "./named/tell-size.ts";
import { changesOf, overOf, tellPriceOver, tellVolume, tellWindow, volumeOf, windowOf } from "./named/tell-time.ts";
import { isNow } from "./named/thing.ts";
import type { ReadQuestion } from "./read-question.ts";
import { type Asked, firstOf, NOTHING, part, sentence, type Told, together, way } from "./tell.ts";
import { tellRisk } from "./tell-contract.ts";
import { isVenue, tellClosures, tellFlows, tellFunding, tellLeverage } from "./tell-positions.ts";

type Intent = {
  readonly wants: (question: ReadQuestion) => readonly Wanted[];
  readonly tell: (asked: Asked) => Told;
};

const nameOf = ({ symbol }: Asked, token: string | null): string => (token === null ? symbol : symbolOf(token));

/** What is told of the token is told of others that the question names. */
const withOthers = (asked: Asked, lead: string, parts: Parameters<typeof sentence>[3]): Told =>
  together(
    ...asked.question.tokens.map((id) =>
      sentence(firstOf(asked, want("performance", id)), "performance", `${nameOf(asked, id)} ${lead}`.trim(), parts),
    ),
  );
const othersOf = ({ tokens }: ReadQuestion): readonly Wanted[] => tokens.map((id) => want("performance", id));

const performance = (asked: Asked, ...parts: Parameters<typeof sentence>[3]): Told =>
  sentence(firstOf(asked, want("performance")), "performance", asked.symbol, parts);

const tellChange = (asked: Asked): Told => {
  const ordered = changesOf(asked.question);
  return together(
    tellWindow(asked, windowOf(asked.question)),
    performance(asked, ...ordered),
    withOthers(asked, "", ordered),
    sentence(firstOf(asked, want("performance")), "performance", `Over a day ${asked.symbol} traded between`, [
      part("low_24h_usd", "usd", "{}"),
      part("high_24h_usd", "usd", "{}"),
    ]),
  );
};

const tellPrices = (asked: Asked): Told => {
  return together(
    asked.question.isAt ? tellPriceOver(asked) : together(),
    withOthers(asked, "stands", [part("price_usd", "usd", "at {}"), way("change_24h_pct", "{} over a day")]),
    performance(
      asked,
      part("price_usd", "usd", "stands at {}"),
      part("market_cap_usd", "usd_short", "is worth {} altogether"),
      part("rank", "int", "has rank {}"),
    ),
    asked.question.isAt ? together() : tellPriceOver(asked),
    performance(
      asked,
      part("ath_usd", "usd", "had its all-time high at {}"),
      part("ath_at", "day", "reached it on {}"),
      part("ath_drawdown_pct", "pct1", "stands {} from it"),
    ),
  );
};

const tellSupply = (asked: Asked): Told => {
  const item = firstOf(asked, want("tokenomics"));
  return together(
    sentence(item, "tokenomics", "There are", [
      part("circulating_native", "coins", `{} ${asked.symbol} in circulation`),
      part("total_native", "coins", "{} in existence"),
      part("max_native", "coins", "{} at most"),
    ]),
    sentence(item, "tokenomics", "Circulation", [
      way("inflation_30d_pct", "{} within thirty days", ["grew", "shrank"]),
    ]),
    sentence(item, "tokenomics", "The next unlock is due", [
      part("next_unlock.at", "day", "on {}"),
      part("next_unlock.pct_of_circulating", "share2", "with {} of what circulates"),
      part("next_unlock.value_usd", "usd_short", "worth {} at today's price"),
    ]),
    sentence(item, "tokenomics", "Unlocks of the time ahead come to", [
      part("unlocks_7d_pct", "share2", "{} of circulation in a week"),
      part("unlocks_30d_pct", "share2", "{} in thirty days"),
      part("unlocks_90d_pct", "share2", "{} in ninety"),
    ]),
  );
};

/** Hours up to now in which causes are looked for. */
export const WHY_HOURS = { least: 1, most: 24, usual: 2 } as const;
/** Of another time the price alone is told. */
export const isBeyondWhy = (time: Time | null): boolean =>
  time !== null && (!("hours" in time) || time.hours > WHY_HOURS.most);
const beyondOf = ({ time }: ReadQuestion): readonly Wanted[] =>
  time !== null && isBeyondWhy(time) ? [want("price_window", null, time)] : [];

/** The minutes and events of the last hours, as a brief tells them. */
const tellWhy = (asked: Asked): Told => {
  const items = [...new Set(WHY_KINDS.flatMap((kind) => asked.placesOf(want(kind))))];
  const { state, window } = asked.readings;
  const material: Material = {
    ...{ token: state.token, items, from: window?.from ?? 0, to: window?.to ?? 0 },
    coverage: { assessed: 1, expected: 1 },
  };
  const causes = findCauses(material);
  const named = causes.length > 0 ? causes.map(({ draft }) => draft) : noCause(material).map(({ draft }) => draft);
  const drafts = [...tellPrice(material), ...tellMove(material), ...named, ...tellNews(material, named)];
  const price = items.find(({ kind }) => kind === "price");
  const partly = items.flatMap((item): Told["lacking"] => {
    const [first] = item.unassessed;
    return first ? [{ item, kind: item.kind as EvidenceKind, path: first.path.slice(1).replaceAll("/", ".") }] : [];
  });
  const unlooked = unseen(state).map(({ kind, reason }) => ({ item: null, kind, path: "found", reason }));
  const lacking = [...partly, ...unlooked];
  return {
    drafts,
    lacking: price || drafts.length > 0 ? lacking : [{ item: null, kind: "price", path: "price" }, ...lacking],
    assessed: drafts.length,
  };
};
const WHY_KINDS = [
  ...([
    "price",
    "spot_volume",
    "open_interest",
    "funding",
    "liquidations",
    "onchain_flows",
    "large_transfer",
    "tvl",
  ] as const),
  ...(["supply", "contract_risk", "market_context", "headline", "signal"] as const),
] as const;

const DAY: Time = { hours: 24 };
const BITCOIN = "bitcoin";
const ETHER = "ethereum";
/** Against those that are named, the market among them, or against bitcoin; against both where the market's time is not measured. */
function against({ tokens, isMarket, time }: ReadQuestion, own: string): readonly string[] {
  const isTold = isMarket && (time === null || ("hours" in time && isPublished(time.hours)));
  const named = [...tokens, ...(isMarket ? [MARKET] : [])];
  return tokens.length > 0 || isTold ? named : [...named, own === BITCOIN ? ETHER : BITCOIN];
}
const timesOf = ({ time }: ReadQuestion): readonly Time[] => (time === null ? [DAY, { hours: 168 }] : [time]);
const compares = (question: ReadQuestion, own: string): readonly Wanted[] =>
  against(question, own).flatMap((token) => timesOf(question).map((time) => want("comparison", token, time)));

const tellCompare = (asked: Asked): Told => {
  const own = asked.readings.state.token.id;
  const context = firstOf(asked, want("market_context"));
  const others = asked.question.tokens.flatMap((token) => {
    const about = (lead: string, id: string | null) =>
      sentence(firstOf(asked, want("performance", id)), "performance", lead, [
        part("price_usd", "usd", "stands at {}"),
        part("market_cap_usd", "usd_short", "is worth {}"),
        part("volume_24h_usd", "usd_short", "traded {} in a day"),
      ]);
    return [about(asked.symbol, null), about(nameOf(asked, token), token)];
  });
  return together(
    ...compares(asked.question, own).map((wanted) => {
      const item = firstOf(asked, wanted);
      return sentence(item, "comparison", overOf(asked, wanted), [
        way("change_pct", `${asked.symbol} {}`),
        way("other_change_pct", item ? `{{${item.id}.other|name}} {}` : "{}"),
        part("difference_pct", "points2", "the difference is {}"),
      ]);
    }),
    ...others,
    sentence(context, "market_context", `${asked.symbol} less the median of tracked tokens is`, [
      part("relative_strength_24h_pct", "points2", "{} over a day"),
    ]),
    sentence(context, "market_context", "Over a day", [
      way("total_change_24h_pct", "all coins together {}"),
      part("breadth_up_24h_pct", "share1", "{} of the tracked tokens stand above the day before"),
    ]),
  );
};

const tellRecord = (asked: Asked): Told => {
  const item = firstOf(asked, want("standing"));
  const records = asked.placesOf(want("record"));
  return together(
    sentence(item, "standing", `Of ${asked.symbol} our verdict in force is`, [part("verdict", "name", "{}")]),
    sentence(item, "standing", "Signals of ours that are open:", [part("open_signals", "int", "{}")]),
    sentence(item, "standing", "The worst of them says", [
      part("worst_signal.says", "name", "{}"),
      part("worst_signal.direction", "name", "calls it {}"),
      part("worst_signal.at", "clock", "has stood since {}"),
    ]),
    sentence(item, "standing", "The newest brief", [
      part("brief.direction", "name", "called it {}"),
      part("brief.at", "day", "was written on {}"),
    ]),
    ...records.map((record) =>
      sentence(record, "record", `Of our calls of the kind {{${record.id}.class|name}} so far,`, [
        part("right_count", "int", `{} of {{${record.id}.n|int}} were right after {{${record.id}.horizon_h|hours}}`),
        part("base_pct", "share1", "the same would have been right in {} of all hours of the market"),
      ]),
    ),
    ...(records.length === 0
      ? [{ ...NOTHING, lacking: [{ item: null, kind: "record" as const, path: "n", reason: "pending" as const }] }]
      : []),
  );
};

/** How a coin moves with bitcoin: of bitcoin itself that says nothing. */
function withBitcoin(asked: Asked, id: string | null): Told {
  if ((id ?? asked.readings.state.token.id) === BITCOIN) return NOTHING;
  const subject = id === null && asked.question.tokens.length === 0 ? "it" : nameOf(asked, id);
  return sentence(firstOf(asked, want("volatility", id)), "volatility", `With bitcoin ${subject} has`, [
    part("btc_correlation_30d", "ratio2", "a correlation of {}"),
    part("btc_beta_30d", "ratio2", "a beta of {}"),
  ]);
}

export const ANSWERS: Readonly<Record<IntentId, Intent>> = {
  price: {
    wants: (question) => [
      want("performance"),
      ...othersOf(question),
      ...(question.time !== null && isNow(question.time) ? [] : windowOf(question)),
    ],
    tell: tellPrices,
  },
  change: {
    wants: (question) => [want("performance"), ...windowOf(question), ...othersOf(question)],
    tell: tellChange,
  },
  volume: { wants: (question) => [want("performance"), volumeOf(question)], tell: tellVolume },
  volatility: {
    wants: ({ tokens }) => [null, ...tokens].map((id) => want("volatility", id)),
    tell: (asked) => {
      const item = firstOf(asked, want("volatility"));
      return together(
        ...[null, ...asked.question.tokens].map((id) =>
          sentence(
            firstOf(asked, want("volatility", id)),
            "volatility",
            `The volatility of ${nameOf(asked, id)}, a year, is`,
            [
              part("realized_24h_pct", "share1", "{} by the last day"),
              part("realized_30d_pct", "share1", "{} by the last thirty"),
              part("implied_30d_pct", "share1", "{} as options price it"),
            ],
          ),
        ),
        sentence(item, "volatility", "A usual day moves it", [part("sigma_24h_pct", "share2", "{}")]),
        ...[null, ...asked.question.tokens].map((id) => withBitcoin(asked, id)),
      );
    },
  },
  leverage: {
    wants: ({ named }) => [want("leverage"), ...(named.some(isVenue) ? [want("funding")] : [])],
    tell: tellLeverage,
  },
  funding: { wants: () => [want("funding")], tell: tellFunding },
  liquidations: { wants: () => [want("closures")], tell: tellClosures },
  flows: { wants: () => [want("chain_flows")], tell: tellFlows },
  holders: {
    wants: () => [want("holders")],
    tell: (asked) => {
      const item = firstOf(asked, want("holders"));
      return together(
        sentence(item, "holders", "There are", [part("holders_count", "int", "{} holders")]),
        sentence(item, "holders", "The ten largest, without exchanges and lockers, hold", [
          part("top10_holders_pct", "share2", "{}"),
        ]),
        sentence(item, "holders", "A day saw", [
          part("active_addresses_24h", "int", "{} active addresses"),
          part("transactions_24h", "int", "{} transactions"),
        ]),
      );
    },
  },
  tvl: {
    wants: () => [want("tvl")],
    tell: (asked) => {
      const item = firstOf(asked, want("tvl"));
      return together(
        sentence(item, "tvl", "Value locked in its protocols is", [part("tvl_usd", "usd_short", "{}")]),
        sentence(item, "tvl", "It changed by", [
          part("change_24h_pct", "pct1", "{} over 24 hours"),
          part("change_7d_pct", "pct1", "{} over seven days"),
        ]),
      );
    },
  },
  supply: { wants: () => [want("tokenomics")], tell: tellSupply },
  risk: { wants: () => [want("contract_risk"), want("contract_checks")], tell: tellRisk },
  liquidity: {
    wants: ({ size }) => [want("order_book_depth"), ...(size ? [{ ...want("price_impact"), size }] : [])],
    tell: tellLiquidity,
  },
  why: {
    wants: (question) => [...beyondOf(question), ...WHY_KINDS.map((kind) => want(kind))],
    tell: (asked) => together(tellWindow(asked, beyondOf(asked.question)), tellWhy(asked)),
  },
  compare: { wants: () => [want("market_context")], tell: tellCompare },
  record: { wants: () => [want("standing"), want("record")], tell: tellRecord },
};

/** What is told of an intent, of other coins that are named as well. */
export const tellIntent = (id: IntentId, asked: Asked): Told =>
  together(ANSWERS[id].tell(asked), tellOfOthers(id, ANSWERS[id], asked));

/** Everything that must be made for a question. */
export function wantedByQuestion(question: ReadQuestion, own: string): Wanted[] {
  const wanted = question.intents.flatMap((id) => [
    ...ANSWERS[id].wants(question),
    ...wantsOfOthers(id, ANSWERS[id], question),
  ]);
  const compared = question.intents.includes("compare")
    ? [
        ...compares(question, own),
        ...(question.tokens.length > 0
          ? [want("performance"), ...question.tokens.map((token) => want("performance", token))]
          : []),
      ]
    : [];
  return [...wanted, ...compared];
}
