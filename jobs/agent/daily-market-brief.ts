// The work of daily-market-brief: the published market of a day, told; its regime from bitcoin's state, where the calls behind it are named.
import { dailyMarketBrief as card } from "../../schema/agent/daily-market-brief.ts";
import { DAY_MS } from "../../schema/duration.ts";
import type { RestsOn } from "../../schema/object/agent.ts";
import { isAssessed, UNASSESSED } from "../../schema/shape/quantity.ts";
import type { Source } from "../../schema/shape/source.ts";
import { ownProvider } from "../../schema/source/own-source.ts";
import { areSimulated } from "../../schema/source/provider.ts";
import { readMetrics } from "../evaluate/read-metrics.ts";
import { type Gap, isGap } from "../measure/gap.ts";
import type { BuiltState } from "../state/built-state.ts";
import { agentJob, type Gathered } from "./agent.ts";
import { countCalls } from "./past-calls.ts";
import { type DayRead, type MarketSections, readPastDay, readToday } from "./read-day.ts";
import { openStates, ownStates } from "./read-states.ts";
import type { Reading } from "./reading.ts";

const LISTED = { short: 3, standard: 10 } as const;

type Details = (typeof card)["example"]["details"];
type Facts = {
  readonly details: Details;
  readonly btc: Reading;
  readonly breadth: Reading;
  readonly restsOn: readonly RestsOn[];
};

const movedOf = (ranking: MarketSections["rankings"]["gainers_24h"], most: number): Details["gainers"] =>
  isAssessed(ranking)
    ? ranking.slice(0, most).map(({ token, symbol, value }) => ({ token, symbol, change_24h_pct: value }))
    : UNASSESSED;

const better = (value: number | typeof UNASSESSED): number => (isAssessed(value) ? value : Number.NEGATIVE_INFINITY);

function sectorsOf({ sectors: { sectors } }: MarketSections, most: number): Details["sectors"] {
  if (!isAssessed(sectors)) return UNASSESSED;
  const all = sectors.map(({ sector, change_24h_pct, up_24h_pct }) => ({ sector, change_24h_pct, up_24h_pct }));
  const sorted = all.toSorted(
    (a, b) => better(b.change_24h_pct) - better(a.change_24h_pct) || (a.sector < b.sector ? -1 : 1),
  );
  return sorted.length <= 2 * most ? sorted : [...sorted.slice(0, most), ...sorted.slice(-most)];
}

function eventsOf({ events: { events } }: MarketSections, most: number): Details["events"] {
  if (!isAssessed(events)) return UNASSESSED;
  const isNotable = ({ kind, severity }: (typeof events)[number]) => kind !== "signal" || (severity ?? 0) >= 2;
  return events
    .filter(isNotable)
    .map(({ kind, at, token, severity, title }) => ({ kind, at, token, severity, title }))
    .slice(0, 2 * most);
}

function focusOf({ token, sections }: BuiltState, standing: readonly RestsOn[]): Details["focus"][number] {
  const { market, context } = sections;
  return {
    ...{ token: token.id, symbol: token.symbol, price_usd: market.price_usd },
    ...{ change_24h_pct: market.change_24h_pct, change_7d_pct: market.change_7d_pct },
    relative_strength_24h_pct: context.relative_strength_24h_pct,
    verdict: standing.find((one) => one.token === token.id)?.verdict ?? UNASSESSED,
  };
}

function detailsOf(market: MarketSections, many: number): Omit<Details, "record" | "focus"> {
  const { overview, breadth, flows, sentiment, rankings } = market;
  return {
    market: {
      ...{ total_market_cap_usd: overview.total_market_cap_usd, change_24h_pct: overview.change_24h_pct },
      ...{ change_7d_pct: overview.change_7d_pct, volume_24h_usd: overview.volume_24h_usd },
      ...{ btc_dominance_pct: overview.btc_dominance_pct, total_open_interest_usd: overview.total_open_interest_usd },
      ...{ funding_8h_pct: overview.funding_8h_pct, liquidations_24h_usd: overview.liquidations_24h_usd },
    },
    breadth: {
      ...{ up_24h_pct: breadth.up_24h_pct, median_change_24h_pct: breadth.median_change_24h_pct },
      ...{ above_sma20d_pct: breadth.above_sma20d_pct },
      ...{ new_highs_20d: breadth.new_highs_20d, new_lows_20d: breadth.new_lows_20d },
    },
    gainers: movedOf(rankings.gainers_24h, many),
    losers: movedOf(rankings.losers_24h, many),
    sectors: sectorsOf(market, many),
    flows: {
      btc_netflow_24h_usd: flows.exchange_netflow_24h_usd.btc,
      eth_netflow_24h_usd: flows.exchange_netflow_24h_usd.eth,
      stablecoin_supply_change_24h_usd: flows.stablecoin_supply_change_24h_usd,
      etf_netflow_1d_usd: flows.etf_netflow_1d_usd,
    },
    sentiment: {
      fear_greed: isAssessed(sentiment.fear_greed) ? sentiment.fear_greed.value : UNASSESSED,
      long_short_median_ratio: sentiment.long_short_median_ratio,
    },
    events: eventsOf(market, many),
  };
}

function marketSource(bitcoin: BuiltState, { overview }: MarketSections): Omit<Source, "id"> {
  return { provider: ownProvider(areSimulated(bitcoin.sources)), endpoint: "market", as_of: overview.as_of };
}

/** Facts of what was read. Pure. */
export function dayOf(
  { market, bitcoin, focus, standing, record }: DayRead,
  length: keyof typeof LISTED,
): Gathered<Facts> {
  const known = openStates([bitcoin]);
  const metrics = readMetrics(bitcoin, "buy");
  return {
    facts: {
      details: {
        ...detailsOf(market, LISTED[length]),
        record: countCalls(record),
        focus: focus.map((state) => focusOf(state, standing)),
      },
      btc: known.metric(bitcoin, "btc_change_24h_pct", metrics.btc_change_24h_pct),
      breadth: known.metric(bitcoin, "breadth_up_24h_pct", metrics.breadth_up_24h_pct),
      restsOn: standing,
    },
    ...{ sources: known.sources, calls: known.calls, build: bitcoin.build },
    beside: [marketSource(bitcoin, market), ...ownStates(focus)],
    asOf: Math.min(Date.parse(bitcoin.sections.context.as_of), Date.parse(market.overview.as_of)),
  };
}

/** Facts of a day of which nothing is kept. */
function unkeptDay(why: Gap, now: number): Gathered<Facts> {
  const nothing: Reading = { value: why, sources: [], asOf: now };
  const none = UNASSESSED;
  const details: Details = {
    market: {
      ...{ total_market_cap_usd: none, change_24h_pct: none, change_7d_pct: none, volume_24h_usd: none },
      ...{ btc_dominance_pct: none, total_open_interest_usd: none, funding_8h_pct: none, liquidations_24h_usd: none },
    },
    breadth: {
      ...{ up_24h_pct: none, median_change_24h_pct: none, above_sma20d_pct: none },
      ...{ new_highs_20d: none, new_lows_20d: none },
    },
    ...{ gainers: none, losers: none, sectors: none, events: none, focus: [] },
    flows: {
      ...{ btc_netflow_24h_usd: none, eth_netflow_24h_usd: none },
      ...{ stablecoin_supply_change_24h_usd: none, etf_netflow_1d_usd: none },
    },
    sentiment: { fear_greed: none, long_short_median_ratio: none },
    record: { settled: 0, right: 0, wrong: 0 },
  };
  return {
    facts: { details, btc: nothing, breadth: nothing, restsOn: [] },
    ...{ sources: [], calls: [], asOf: now, build: null },
  };
}

export const dailyMarketBrief = agentJob<typeof card, Facts>(card, {
  async gather(deps, { date, focus = [], length = "standard" }) {
    const now = deps.clock.now();
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    const day = date === undefined ? today : Date.parse(date);
    const read = day === today ? await readToday(deps, focus) : await readPastDay(deps, day, focus);
    return isGap(read) ? unkeptDay(read, now) : dayOf(read, length);
  },
  read: ({ btc, breadth }) => ({
    subjects: [{ token: null, readings: { btc_change_24h_pct: btc, breadth_up_24h_pct: breadth } }],
    limits: {},
  }),
  tell: ({ details, restsOn }) => ({
    token: null,
    details,
    caveats: ["Forced closures are a lower bound: venues publish part of them."],
    restsOn,
  }),
});
