// The deterministic writer: the same evidence gives the same words, every number of them from its evidence.

import { CAUSES } from "../../schema/cause.ts";
import { DAY_MS } from "../../schema/duration.ts";
import type { BriefKind } from "../../schema/evidence/index.ts";
import type { WatchCondition } from "../../schema/object/brief.ts";
import type { Reason } from "../../schema/reason.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { DraftStatement } from "../../schema/statement/settle.ts";
import { isGap } from "../measure/gap.ts";
import { roundUsd } from "../number/round.ts";
import type { BuiltState } from "../state/built-state.ts";
import { readMember } from "../state/read-number.ts";
import { type BriefText, isFlat, moved, plain, type Watch } from "./brief-text.ts";
import { type Cause, isSharp, standsOut } from "./find-causes.ts";
import { isWhole, itemOf, known, type Material, moveOf, stretchOf, usualMovePct } from "./material.ts";
import { CLOSURES_SAID, FLOWS_SAID, isBriefKind, SIMULATED_SAID, sayLacks } from "./say-lack.ts";
import { tellAround, tellChain, tellMarket } from "./write-around.ts";
import { isNarrow, tellHappened, tellMove, tellPrice } from "./write-happened.ts";

function writeHeadline(material: Material, causes: readonly Cause[]): DraftStatement {
  const { symbol } = material.token;
  const price = itemOf(material, "price");
  if (!price) return plain(symbol);
  const at = (name: string, format: string) => `{{${price.id}.${name}|${format}}}`;
  const sharp = known(moveOf(material)?.change_pct);
  if (isSharp(material) && sharp !== null && !isFlat(sharp)) {
    const cause = causes[0];
    const why = cause ? ` as ${CAUSES[cause.id].as}` : " without a clear cause";
    return moved(
      `${price.id}.sharpest_move.change_pct`,
      sharp,
      (verb, size) => `${symbol} ${verb} ${size} from ${at("sharpest_move.from", "clock")} on${why}`,
      ["jumped", "dropped"],
    );
  }
  const isUsual = standsOut(material) === false && isWhole(material);
  const change = known(price.data.window_return_pct);
  if (change === null) return plain(`${symbol} stands at ${at("price", "usd")}`);
  if (isFlat(change)) return plain(`${symbol} unchanged at ${at("price", "usd")} after ${at("window_h", "hours")}`);
  return moved(
    `${price.id}.window_return_pct`,
    change,
    (verb, size) =>
      `${symbol} ${verb} ${size} in ${at("window_h", "hours")}${isUsual ? ", no stretch of it sharper than is usual" : ""}`,
  );
}

/** Why there is none: what was looked for, and where. */
export function noCause(material: Material): BriefText["likely_causes"] {
  const move = moveOf(material);
  if (!move) return [];
  const from = `{{${move.id}.sharpest_move.from|clock}}`;
  const holes = isWhole(material) ? "" : "; minutes of the window are missing, and with them what happened in them";
  const stretch = `the sharpest ${stretchOf(material)}, from ${from} on,`;
  const text = {
    true: `No clear cause: nothing that was measured up to ${from} is large enough to explain the move`,
    false: `No clear cause: ${stretch} is no more than happens by itself`,
    null: `No clear cause: too little of the past is stored to tell whether ${stretch} is unusual`,
  }[`${standsOut(material)}`];
  return [{ id: "no_clear_cause", draft: plain(`${text}${holes}.`), confidence: 0 }];
}

const PERCENT = 100;

/** A sum without a move of so many percent. */
const lessUsual = (sum: number | null, movePct: number | null): number | null =>
  sum === null || movePct === null || movePct <= 0 || movePct >= PERCENT
    ? null
    : roundUsd(sum * (1 - movePct / PERCENT));

function writeWatch(material: Material): Watch[] {
  const until = toTime(material.to + DAY_MS);
  const [price, interest, flows, funding] = [
    itemOf(material, "price"),
    itemOf(material, "open_interest"),
    itemOf(material, "onchain_flows"),
    itemOf(material, "funding"),
  ] as const;
  const watch = (
    text: string,
    metric: string,
    comparator: WatchCondition["comparator"],
    value: number | null,
  ): Watch[] => (value === null ? [] : [{ draft: plain(text), condition: { metric, comparator, value, until } }]);
  const net = known(flows?.data.netflow_usd);
  const rate = known(funding?.data.funding_8h_pct);
  return [
    ...(price && !isNarrow(price.data)
      ? [
          ...watch(
            `A price above {{${price.id}.high|usd}}, the highest close of the window.`,
            "market/price_usd",
            ">",
            known(price.data.high),
          ),
          ...watch(
            `A price below {{${price.id}.low|usd}}, the lowest close of the window.`,
            "market/price_usd",
            "<",
            known(price.data.low),
          ),
        ]
      : []),
    ...(interest
      ? watch(
          `Open interest, now {{${interest.id}.open_interest_usd|usd_short}}, lower by more than the price usually moves in its sharpest hour: positions are being given up.`,
          "derivatives/open_interest_usd",
          "<",
          lessUsual(known(interest.data.open_interest_usd), usualMovePct(material)),
        )
      : []),
    ...(flows && net !== null && net !== 0
      ? watch(
          `Net flows of exchange wallets, now {{${flows.id}.netflow_usd|usd_short}} over the day, with the other sign.`,
          "onchain/exchange_netflow_24h_usd",
          net > 0 ? "<" : ">",
          0,
        )
      : []),
    ...(funding && rate !== null && rate !== 0
      ? watch(
          `Funding, now {{${funding.id}.funding_8h_pct|pct4}} per eight hours, with the other sign.`,
          "derivatives/funding_8h_pct",
          rate > 0 ? "<" : ">",
          0,
        )
      : []),
  ];
}

const CAVEATS_MAX = 20;

/** What has no item where it was not measured, so that nothing else would say so. */
export function unseen(state: BuiltState): { readonly kind: BriefKind; readonly reason: Reason }[] {
  const looked = [
    ["signal", readMember(state, "signals", "open")],
    ["headline", readMember(state, "context", "headlines")],
    ["large_transfer", readMember(state, "onchain", "large_transfers_24h")],
  ] as const;
  return looked.flatMap(([kind, value]) => (isGap(value) ? [{ kind, reason: value.gap }] : []));
}

function writeCaveats(material: Material, state: BuiltState, causes: readonly Cause[], isSimulated: boolean): string[] {
  const missing = material.items.flatMap(({ kind, unassessed }) =>
    isBriefKind(kind) ? unassessed.map(({ reason }) => ({ kind, reason })) : [],
  );
  const [closed, flows] = [itemOf(material, "liquidations")?.data, itemOf(material, "onchain_flows")?.data];
  return [
    ...(isSimulated ? [SIMULATED_SAID] : []),
    ...(causes.length > 0 ? ["Causes are ranked by size and by order in time, which proves none of them."] : []),
    ...(known(closed?.total_usd) === null ? [] : [CLOSURES_SAID]),
    ...(known(flows?.netflow_usd) === null ? [] : [FLOWS_SAID]),
    ...sayLacks([...missing, ...unseen(state)]),
  ].slice(0, CAVEATS_MAX);
}

/** Pure. The causes are given: a writer words them. */
export function writeBrief(
  material: Material,
  state: BuiltState,
  causes: readonly Cause[],
  isSimulated: boolean,
): BriefText {
  const sharp = isSharp(material);
  const first = causes[0];
  return {
    headline: writeHeadline(material, causes),
    summary: [
      ...tellPrice(material),
      ...(sharp ? tellMove(material) : []),
      ...(first ? [first.draft] : []),
      ...tellMarket(material),
    ],
    what_happened: tellHappened(material),
    likely_causes:
      causes.length > 0 ? causes.map(({ id, draft, confidence }) => ({ id, draft, confidence })) : noCause(material),
    onchain: tellChain(material),
    market_context: tellAround(
      material,
      causes.map(({ draft }) => draft),
    ),
    watch_next: writeWatch(material),
    caveats: writeCaveats(material, state, causes, isSimulated),
  };
}
