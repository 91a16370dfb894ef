// Builds the state section onchain: exchange flows by label set, large transfers, holders, TVL.
import type { ChainReserveLatestRow } from "../../schema/query/chain/chain-reserve-latest.ts";
import type { ReserveLatestRow } from "../../schema/query/chain/reserve-latest.ts";
import { toTime } from "../../schema/shape/time.ts";
import { PROTOCOL_SLUGS } from "../../schema/token/defi.ts";
import { group } from "../draft/draft.ts";
import { citeFigures, measureActivity } from "../measure/chain-figure.ts";
import { type Flows, measureFlows, type Transfers } from "../measure/flow.ts";
import { derive, type Gap, gap, isGap, type Measured, rounded, roundedOrNull } from "../measure/gap.ts";
import { measureHolders } from "../measure/holder.ts";
import { measureReserve, type Reserve } from "../measure/reserve.ts";
import { measureTvl, type Tvl } from "../measure/tvl.ts";
import { roundNative, roundPct, roundUsd } from "../number/round.ts";
import type { Cited } from "../state/cite.ts";
import { citeRows, citeUsed } from "../state/cite-rows.ts";
import type { SectionBuilder } from "../state/section-builder.ts";

const homeUnknown = gap("no_source", "Where it lives is not known to us.");

const transferMembers = (sums: Measured<Transfers>) =>
  group({
    count: derive([sums], ({ count }) => count),
    total_usd: derive([sums], ({ totalUsd }) => roundUsd(totalUsd)),
    to_exchange_usd: derive([sums], ({ toExchangeUsd }) => roundUsd(toExchangeUsd)),
    from_exchange_usd: derive([sums], ({ fromExchangeUsd }) => roundUsd(fromExchangeUsd)),
    largest: largestOf(sums),
  });

/** Why the chains that are not in the sums are not. */
function restOfFlows({ covers }: Flows): Gap {
  const rest = covers.filter(({ covered }) => !covered);
  const reason = rest.find((cover) => cover.reason !== null)?.reason ?? null;
  return reason === null
    ? gap("insufficient_coverage", "Part of the weight was not measured.")
    : gap(reason, `Not in the sums: ${rest.map(({ chain }) => chain).join(", ")}.`.slice(0, 300));
}

/** Null where the day was scanned whole and held none. */
const largestOf = (sums: Measured<Transfers>) =>
  derive([sums], ({ largest }) =>
    largest === null
      ? null
      : {
          tx_hash: largest.largest_tx_hash,
          chain: largest.chain,
          value_usd: roundUsd(largest.largest_usd),
          from_label: largest.largest_from_label,
          to_label: largest.largest_to_label,
          at: toTime(largest.largest_at),
        },
  );

/** A reading and, where a change counts from it, the earlier one. */
const withPast = (cited: Cited, at: number, retrievedAt: number, isUsed: boolean): Cited[] =>
  isUsed && at > 0 ? [cited, { ...cited, at, retrievedAt, past: true }] : [cited];

function citedHoldings(tvl: Tvl, reserve: Reserve): Cited[] {
  const isUsed = !isGap(reserve.change7dPct);
  const cite = (
    cited: Omit<Cited, "dataset" | "at" | "retrievedAt">,
    row: ReserveLatestRow | ChainReserveLatestRow,
  ) => {
    const now = { dataset: "reserve", ...cited, at: row.read_at, retrievedAt: row.retrieved_ms } as const;
    return withPast(now, row.week_at, row.week_retrieved_ms, isUsed);
  };
  const held = [
    ...reserve.fresh.flatMap((row) => cite({ provider: row.provider, venue: row.exchange }, row)),
    ...reserve.chains.flatMap((row) =>
      cite({ from: `${row.chain}-reserve`, provider: row.provider, venue: null }, row),
    ),
  ];
  const { row, change24h, change7d } = tvl;
  if (isGap(row) || row === null) return held;
  const from = PROTOCOL_SLUGS.has(row.token) ? "defillama-tvl" : "defillama-chain-tvl";
  const { provider, read_at: at, retrieved_ms: retrievedAt } = row;
  const now = { dataset: "tvl", from, provider, venue: null, at, retrievedAt } as const;
  return [
    ...held,
    ...withPast(now, row.day_at, row.day_retrieved_ms, !isGap(change24h)),
    ...withPast(now, row.week_at, row.week_retrieved_ms, !isGap(change7d)),
  ];
}

export const onchain: SectionBuilder<"onchain"> = (input) => {
  const { facts, rows } = input;
  const flows = measureFlows(facts, rows);
  const reserve = measureReserve(rows, facts.asOf);
  const tvl = measureTvl(rows, facts.asOf);
  const holders = measureHolders(rows, facts.asOf);
  const activity = measureActivity(rows, facts.asOf);
  const members = {
    chains_covered: flows.covers.length > 0 ? flows.covers.map((cover) => ({ ...cover })) : homeUnknown,
    label_set: flows.labelSet,
    exchange_inflow_24h_usd: rounded(roundUsd, flows.inflow("24h")),
    exchange_outflow_24h_usd: rounded(roundUsd, flows.outflow("24h")),
    exchange_netflow_1h_usd: rounded(roundUsd, flows.netflow("1h")),
    exchange_netflow_24h_usd: rounded(roundUsd, flows.netflow("24h")),
    exchange_netflow_7d_usd: rounded(roundUsd, flows.netflow("7d")),
    exchange_reserve_native: rounded(roundNative, reserve.native),
    reserve_change_7d_pct: rounded(roundPct, reserve.change7dPct),
    active_addresses_24h: activity.addresses,
    transactions_24h: activity.transactions,
    holders_count: holders.count,
    top10_holders_pct: rounded(roundPct, holders.top10Pct),
    top10_excluded_pct: rounded(roundPct, holders.excludedPct),
    tvl_usd: roundedOrNull(roundUsd, tvl.usd),
    tvl_change_24h_pct: roundedOrNull(roundPct, tvl.change24h),
    tvl_change_7d_pct: roundedOrNull(roundPct, tvl.change7d),
    large_transfers_24h: transferMembers(flows.transfers),
  };
  return {
    asOf: flows.at,
    sources: [
      ...citeUsed("exchange_flow", rows.flows, (row) => flows.counted.includes(row)),
      ...citeRows("large_transfer", rows.transfers),
      ...citedHoldings(tvl, reserve),
      ...citeRows("contract_risk", holders.fresh),
      ...citeFigures(activity.counted),
    ],
    members,
    weight: flows.share,
    rest: restOfFlows(flows),
  };
};
