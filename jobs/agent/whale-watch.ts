// The work of whale-watch: net flows of a window against past windows as long, over the chains that are in the state's sums.
import { whaleWatch as card, WATCH_HOURS } from "../../schema/agent/whale-watch.ts";
import { contractHolder } from "../../schema/dataset/chain/contract-holder.ts";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { RestsOn } from "../../schema/object/agent.ts";
import { type TransferWindowRow, transferWindow } from "../../schema/query/chain/transfer-window.ts";
import { latestOf } from "../../schema/query/latest.ts";
import { type SignalFlowUsualRow, signalFlowUsual } from "../../schema/query/signal/signal-flow-usual.ts";
import { isAssessed, UNASSESSED, type Unassessed } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";
import { trackedById } from "../../schema/token/tracked.ts";
import { FLOWS_SAID } from "../brief/say-lack.ts";
import type { Deps } from "../deps.ts";
import { zOfNetflow } from "../detect/flow-usual.ts";
import { derive, gap, isGap, isStructural, type Measured } from "../measure/gap.ts";
import { measureHolders } from "../measure/holder.ts";
import { roundPct, roundRatio, roundUsd } from "../number/round.ts";
import { median } from "../number/statistics.ts";
import type { BuiltState } from "../state/built-state.ts";
import { readMember, readNumber } from "../state/read-number.ts";
import { type ReadState, readState } from "../state/read-state.ts";
import { agentJob, type Gathered } from "./agent.ts";
import { openStates, readStanding } from "./read-states.ts";
import type { Reading, RunToken } from "./reading.ts";

const WEEK_MS = 7 * DAY_MS;
const HOUR_S = 3_600;
const DAY_HOURS = 24;
/** A scan may be so many hours behind: the window ends with the newest hour that was read whole. */
const LATE_HOURS_MAX = 5;

const NOT_WHOLE = gap("insufficient_history", "The window is not scanned whole yet.");
const NO_CHAIN = gap("insufficient_coverage", "Too few of its chains are scanned.");
const NO_HOLDERS = gap("insufficient_history", "The largest holders of a week before are not stored.");
const NO_PAST = gap("insufficient_history", "No window before this one is scanned whole.");

type Windows = {
  /** Epoch milliseconds. */
  readonly to: number;
  readonly netflow: Measured<number>;
  /** Earlier windows as long that do not touch it, newest first. */
  readonly past: readonly number[];
};

type Hours = ReadonlyMap<number, number | null>;

/** Net flow by age in hours; null where the hour was not read whole or holds what has no price. */
function hoursOf(row: SignalFlowUsualRow): Hours {
  return new Map(
    row.ages.map((age, at) => {
      const isWhole = (row.seconds[at] ?? 0) >= HOUR_S && row.unpriced[at] === 0;
      return [age, isWhole ? (row.net_usd[at] ?? 0) : null];
    }),
  );
}

/** Windows of so many hours over the chains, up to the full hour `end` (epoch ms). */
export function windowsOf(
  rows: readonly SignalFlowUsualRow[],
  chains: readonly string[],
  hours: number,
  end: number,
): Windows {
  const byChain = chains.map((chain) => rows.find((row) => row.chain === chain)).map((row) => row && hoursOf(row));
  const known = byChain.filter((one) => one !== undefined);
  const netAt = (age: number): number | null => {
    const parts = known.map((one) => one.get(age) ?? null);
    return parts.includes(null) ? null : parts.reduce<number>((all, part) => all + (part ?? 0), 0);
  };
  const all = Math.max(0, ...known.flatMap((one) => [...one.keys()].map((age) => age + 1)));
  const nets = Array.from({ length: all }, (_, age) => netAt(age));
  const windowAt = (age: number): number | null => {
    const part = nets.slice(age, age + hours);
    return part.length < hours || part.includes(null) ? null : part.reduce<number>((sum, net) => sum + (net ?? 0), 0);
  };
  const late = Array.from({ length: LATE_HOURS_MAX + 1 }, (_, age) => age).find((age) => windowAt(age) !== null);
  const isKnown = known.length > 0 && known.length === byChain.length;
  if (!isKnown || late === undefined) return { to: end, netflow: isKnown ? NOT_WHOLE : NO_CHAIN, past: [] };
  const past = Array.from({ length: Math.max(0, all - late - 2 * hours + 1) }, (_, at) => windowAt(late + hours + at));
  return {
    to: end - late * HOUR_MS,
    netflow: windowAt(late) ?? NOT_WHOLE,
    past: past.filter((net) => net !== null),
  };
}

type Facts = {
  readonly token: RunToken;
  readonly hours: number;
  readonly minUsd: number;
  readonly from: number;
  readonly to: number;
  readonly chains: readonly string[];
  readonly netflow: Measured<number>;
  readonly past: readonly number[];
  readonly coverage: Reading;
  /** What the flows rest on. */
  readonly flow: Reading;
  readonly transfers: Measured<TransferWindowRow>;
  readonly week: Measured<number | null>;
  readonly reserve: Measured<number | null>;
  readonly holders: Measured<number | null>;
  /** In percentage points, since a week before. */
  readonly holdersChange: Measured<number>;
  readonly labelSet: Measured<string>;
  readonly restsOn: readonly RestsOn[];
};

const shown = (value: Measured<number | null>, round: (value: number) => number): number | Unassessed =>
  isGap(value) || value === null ? UNASSESSED : round(value);

function chainsOf(state: BuiltState): string[] {
  const covers = state.sections.onchain.chains_covered;
  return isAssessed(covers) ? covers.filter(({ covered }) => covered).map(({ chain }) => chain) : [];
}

const usualOf = ({ past }: Facts): Measured<number> => (past.length === 0 ? NO_PAST : median(past));
const zOf = ({ netflow, past }: Facts): Measured<number> =>
  derive([netflow], (net) => (past.length === 0 ? NO_PAST : zOfNetflow(net, past)));

function transfersOf({ transfers, minUsd }: Facts) {
  const of = (pick: (row: TransferWindowRow) => number) => shown(derive([transfers], pick), roundUsd);
  return {
    min_usd: minUsd,
    count: shown(
      derive([transfers], (row) => row.transfers),
      (value) => value,
    ),
    total_usd: of((row) => row.total_usd),
    to_exchange_usd: of((row) => row.to_exchange_usd),
    from_exchange_usd: of((row) => row.from_exchange_usd),
    largest: isGap(transfers)
      ? (UNASSESSED as Unassessed)
      : transfers.largest.map(([value, tx_hash, chain, at, from_label, to_label]) => ({
          ...{ tx_hash, chain, at: toTime(at), value_usd: roundUsd(value), from_label, to_label },
        })),
  };
}

/** The share of the ten largest holders as it was known at an instant, epoch milliseconds. */
async function readHoldersBefore(deps: Pick<Deps, "store">, id: string, asOf: number): Promise<Measured<number>> {
  const token = trackedById(id);
  if (token === undefined) return NO_HOLDERS;
  const holders = await deps.store.query(latestOf(contractHolder), { asOf, tokens: [id] });
  const { top10Pct } = measureHolders({ token, holders, calls: [] }, asOf);
  return isGap(top10Pct) && !isStructural(top10Pct) ? NO_HOLDERS : top10Pct;
}

type Asked = { readonly hours: number; readonly minUsd: number };
type ReadBeside = Windows &
  Pick<Facts, "chains" | "transfers" | "restsOn"> & {
    /** The share of the ten largest holders a week before. */
    readonly holdersBefore: Measured<number>;
  };

/** Facts of a state and of what was read beside it. Pure. */
export function whalesOf(
  state: ReadState,
  { hours, minUsd }: Asked,
  { holdersBefore, ...beside }: ReadBeside,
): Gathered<Facts> {
  const { sources, calls, reading } = openStates([state]);
  const { onchain } = state.sections;
  const weight = onchain.coverage.weight_pct;
  const holders = readNumber(state, "onchain", "top10_holders_pct");
  const { id, symbol, name } = state.token;
  return {
    facts: {
      token: { id, symbol, name },
      ...{ hours, minUsd, from: beside.to - hours * HOUR_MS, ...beside },
      coverage: reading(state, "onchain", ["exchange_flow", "large_transfer"], isAssessed(weight) ? weight : NO_CHAIN),
      flow: reading(state, "onchain", ["exchange_flow", "large_transfer"], null),
      week: readNumber(state, "onchain", "exchange_netflow_7d_usd"),
      reserve: readNumber(state, "onchain", "reserve_change_7d_pct"),
      holders,
      holdersChange: derive([holders, holdersBefore], (now, before) =>
        now === null ? NO_HOLDERS : roundPct(now - before),
      ),
      labelSet: readMember(state, "onchain", "label_set"),
    },
    ...{ sources, calls, asOf: Math.min(beside.to, Date.parse(onchain.as_of)), build: state.build },
  };
}

export const whaleWatch = agentJob<typeof card, Facts>(card, {
  async gather(deps, { token, hours = WATCH_HOURS.usual, min_usd: minUsd = 0 }) {
    const state = await readState(deps, token, "judge");
    const chains = chainsOf(state);
    const end = Math.floor(state.build / HOUR_MS) * HOUR_MS;
    const rows = chains.length === 0 ? [] : await deps.store.query(signalFlowUsual, { asOf: end, tokens: [token] });
    const { to, netflow, past } = windowsOf(rows, chains, hours, end);
    const from = to - hours * HOUR_MS;
    const [[transfers], holdersBefore, restsOn] = await Promise.all([
      isGap(netflow) ? [] : deps.store.query(transferWindow, { tokens: [token], chains, from, to, minUsd }),
      readHoldersBefore(deps, token, end - WEEK_MS),
      readStanding(deps, [token]),
    ]);
    return whalesOf(
      state,
      { hours, minUsd },
      { to, netflow, past, chains, transfers: transfers ?? NOT_WHOLE, holdersBefore, restsOn },
    );
  },
  read: (facts) => {
    const of = (value: Measured<number>): Reading => ({ ...facts.flow, value });
    const days = isGap(facts.netflow) ? facts.netflow : roundRatio(facts.past.length / DAY_HOURS);
    return {
      subjects: [
        {
          token: facts.token,
          readings: {
            netflow_z: of(derive([zOf(facts)], roundRatio)),
            coverage_pct: facts.coverage,
            baseline_days: of(days),
          },
        },
      ],
      limits: {},
    };
  },
  tell: (facts) => ({
    token: facts.token,
    details: {
      hours: facts.hours,
      window: { from: toTime(facts.from), to: toTime(facts.to) },
      netflow_usd: shown(facts.netflow, roundUsd),
      netflow_z: shown(zOf(facts), roundRatio),
      usual_netflow_usd: shown(usualOf(facts), roundUsd),
      past_windows: facts.past.length,
      chains: [...facts.chains],
      coverage_pct: shown(facts.coverage.value, roundPct),
      transfers: transfersOf(facts),
      exchange_netflow_7d_usd: shown(facts.week, roundUsd),
      reserve_change_7d_pct: shown(facts.reserve, roundPct),
      top10_holders_pct: shown(facts.holders, roundPct),
      top10_holders_change_7d_pct: shown(facts.holdersChange, roundPct),
      label_set: isGap(facts.labelSet) ? UNASSESSED : facts.labelSet,
    },
    caveats: [FLOWS_SAID],
    restsOn: facts.restsOn,
    lacks: Object.fromEntries(
      Object.entries({
        ...{ exchange_netflow_7d_usd: facts.week, reserve_change_7d_pct: facts.reserve },
        ...{ top10_holders_pct: facts.holders, top10_holders_change_7d_pct: facts.holdersChange },
      }).flatMap(([name, value]) => (isGap(value) ? [[name, value] as const] : [])),
    ),
  }),
});
