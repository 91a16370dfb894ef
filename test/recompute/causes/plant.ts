// Plants a move and its cause, two causes, none, or something that came after it, in a quiet window.
import { sharpestMove } from "../../../jobs/evidence/sharpest-move.ts";
import { quantile } from "../../../jobs/number/statistics.ts";
import type { BuiltState } from "../../../jobs/state/built-state.ts";
import { CAUSE_PERCENTILE_MIN, type CauseId } from "../../../schema/cause.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { HistoryEvent } from "../../../schema/object/history.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { closures, news, transfer } from "../../support/rows/window.ts";
import { type Draw, TO, VOLUME_USD, type World } from "./world.ts";

/** The stretch that is found may be a tenth larger than what was planted: it moves by itself, too. */
const SECTOR_SHARE = 0.66;
const RAMP = 8;
const SPAN = 10;
const NAMES_BESIDE = 336;

/** What a plant changes beside the move: `size` is in points of its cause, 1 is the least that counts. */
type Change = {
  readonly events?: readonly HistoryEvent[];
  readonly bitcoinShare?: number;
  readonly sections?: Readonly<Record<string, object>>;
  readonly noNews?: true;
};
type Move = { readonly at: number; readonly pct: number; readonly sign: 1 | -1 };
type Plant = (move: Move, world: World, size: number, draw: Draw) => Change;

/** What the largest of that many hours seldom exceeds. */
const most = (values: readonly (number | null)[], hours: number) => {
  const known = values.map((value) => value ?? 0);
  const largest = known.map((_, at) => Math.max(...known.slice(at, at + hours)));
  return quantile(largest, CAUSE_PERCENTILE_MIN / 100);
};
const before = (at: number, draw: Draw) => at - Math.floor(draw(1, 110)) * MINUTE_MS;
const flow = (share: number) => ({
  sections: {
    onchain: {
      exchange_netflow_24h_usd: (VOLUME_USD * share) / 100,
      exchange_netflow_1h_usd: 0,
      exchange_netflow_7d_usd: (VOLUME_USD * share) / 100,
    },
  },
});
/** Coins of open interest that came or went, told in dollars: those go with the price as well. */
function interest(hourPct: number, fourPct: number, pricePct: number) {
  const [oi_change_1h_pct, oi_change_4h_pct] = [hourPct, fourPct].map(
    (coins) => (1 + coins / 100) * (100 + pricePct) - 100,
  );
  return { sections: { derivatives: { oi_change_1h_pct, oi_change_4h_pct } } };
}
const signal =
  (kind: string): Plant =>
  ({ at }, world, size, draw) => ({
    sections: {
      signals: {
        open: [
          {
            ...open(world),
            kind,
            status: "open",
            severity: Math.round(size),
            at: toTime(at - Math.floor(draw(5, 1_200)) * MINUTE_MS),
          },
        ],
      },
    },
  });
const open = (_: World) => ({ id: 1, direction: "bearish" as const, value: 1, threshold: 1, ratio: 2 });

export const PLANTS: Readonly<Record<CauseId, Plant>> = {
  liquidation_cascade: ({ at, sign }, { window }, size) => {
    const least = Math.max(most(window.pastClosuresUsd, 3), ((window.usualLiquidationsUsd ?? 0) * 3) / 4, 1_000);
    const usd = least * 1.05 * size;
    const quarter = Math.floor(at / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
    return { events: [sign < 0 ? closures(quarter, usd, 0) : closures(quarter, 0, usd)] };
  },
  leverage_flushed: ({ pct }, _, size) => interest(-5 * size, -5 * size, pct),
  leverage_built: ({ pct }, _, size) => interest(5 * size, 5 * size, pct),
  exchange_inflow: (_, __, size) => flow(2 * size),
  exchange_outflow: (_, __, size) => flow(-2 * size),
  large_transfer: ({ at, sign }, { window }, size, draw) => {
    const usd = Math.max(most(window.pastTransfersUsd, 3) * 1.05, VOLUME_USD / 100) * size;
    return { events: [transfer(before(at, draw), usd, sign < 0 ? null : "Bank", sign < 0 ? "Bank" : null)] };
  },
  market_wide_move: (_, __, size) => ({ bitcoinShare: Math.min(1, 0.5 * size) }),
  sector_move: ({ pct }, _, size) => {
    const share = Math.min(1, SECTOR_SHARE * size) * pct;
    return {
      sections: {
        market: { change_24h_pct: pct },
        context: { sector_change_24h_pct: share, relative_strength_24h_pct: pct },
      },
    };
  },
  headline: ({ at }, _, __, draw) => ({ events: [news(before(at, draw), "It happened")], noNews: true }),
  unlock: signal("unlock_upcoming"),
  contract_change: signal("contract_risk_change"),
  value_locked_leaving: ({ pct }, { change24hPct }, size) => ({
    sections: { onchain: { tvl_usd: 1e8, tvl_change_24h_pct: Math.min(0, pct + change24hPct) - 10 * size } },
  }),
  stablecoin_depeg: signal("depeg"),
};

/** Which way the price goes with a cause; either way where it has none. */
const FALLS: readonly CauseId[] = ["exchange_inflow", "unlock", "contract_change", "value_locked_leaving"];
export const signOf = (causes: readonly CauseId[], draw: Draw): 1 | -1 => {
  if (causes.some((id) => FALLS.includes(id))) return -1;
  return causes.includes("exchange_outflow") || draw() < 0.5 ? 1 : -1;
};

/** What is told too late to be a cause. */
export const decoysOf = ({ at, sign }: Move, { window }: World, draw: Draw): HistoryEvent[] => {
  const late = at + (SPAN + Math.floor(draw(6, 20))) * MINUTE_MS;
  const usd = most(window.pastClosuresUsd, 3) * 5 + 1e6;
  return [
    sign < 0 ? closures(late, usd, 0) : closures(late, 0, usd),
    transfer(late, VOLUME_USD / 20, sign < 0 ? null : "Bank", sign < 0 ? "Bank" : null),
    news(late, "It had happened"),
  ];
};

const ramped = (closes: World["window"]["closes"], at: number, pct: number) =>
  closes.map((one) => {
    const share = Math.min(1, Math.max(0, (one.at - at) / (RAMP * MINUTE_MS)));
    return { ...one, price: one.price * (1 + (pct / 100) * share) };
  });

function sectionsOf(state: BuiltState, changes: readonly Change[]): BuiltState {
  const sections: Record<string, object> = { ...state.sections };
  for (const change of changes)
    for (const [id, members] of Object.entries(change.sections ?? {})) sections[id] = { ...sections[id], ...members };
  return { ...state, sections: sections as BuiltState["sections"] };
}

/** The window and the state with a move and what was planted with it. */
export function plantIn(
  state: BuiltState,
  world: World,
  move: Move,
  changes: readonly Change[],
  late: readonly HistoryEvent[],
) {
  const { window, openInterest, change24hPct, beta } = world;
  const quiet: Change = {
    sections: {
      market: {
        volume_24h_usd: VOLUME_USD,
        change_1h_pct: move.pct,
        change_24h_pct: change24hPct + move.pct,
        btc_beta_30d: beta,
      },
      ...interest(openInterest.hour, openInterest.four, move.pct).sections,
      onchain: { ...flow(0.3).sections.onchain, tvl_change_24h_pct: Math.min(0, move.pct + change24hPct) },
      context: { sector_change_24h_pct: change24hPct * 0.5, relative_strength_24h_pct: move.pct + change24hPct * 0.5 },
      signals: { open: [] },
    },
  };
  const share = Math.max(0, ...changes.map(({ bitcoinShare }) => bitcoinShare ?? 0));
  const isSilent = changes.some(({ noNews }) => noNews);
  const told = window.events.filter(({ kind }) => !(isSilent && kind === "headline"));
  return {
    state: sectionsOf(state, [quiet, ...changes]),
    window: {
      ...window,
      closes: ramped(window.closes, move.at, move.pct),
      bitcoin: share === 0 ? window.bitcoin : ramped(window.bitcoin, move.at, (share * move.pct) / beta),
      pastHeadlines: isSilent
        ? window.pastHeadlines.map((_, hour) => (hour % 100 === 0 ? 1 : 0))
        : window.pastHeadlines,
      events: [...told, ...changes.flatMap(({ events }) => events ?? []), ...late],
    },
  };
}

const GROWS = 1.05;
const GROWN_MAX = 60;

/**
 * In the last hour, where positions and flows are known by the hour. From the least on that stands out: what the price
 * did by itself in those minutes may take from it, and it grows until it is seen.
 */
export function moveIn({ window }: World, sign: 1 | -1, draw: Draw): Move {
  const sharpest = most(window.pastMoves.slice(-NAMES_BESIDE), 2);
  const at = TO - Math.floor(draw(15, 55)) * MINUTE_MS;
  let pct = sign * sharpest * Math.sqrt(SPAN / 60) * draw(1, 3);
  for (let grown = 0; grown < GROWN_MAX; grown += 1, pct *= GROWS) {
    const seen = sharpestMove(ramped(window.closes, at, pct));
    if (seen && Math.sign(seen.changePct) === sign && seen.hourlyPct > sharpest) break;
  }
  return { at, pct, sign };
}
