// Builder of the market section chains: how far each chain was read; value locked and fees have no source yet.
import { FRESHNESS } from "../../schema/freshness.ts";
import type { MarketSectionOf } from "../../schema/market/index.ts";
import { toTime } from "../../schema/shape/time.ts";
import { gap } from "../measure/gap.ts";
import type { MarketBuilder } from "./draft.ts";

const none = (what: string) => gap("no_source", `No source of ${what} yet.`);
const HARD_MS = FRESHNESS.exchange_flow.hardTtlS * 1_000;
/** A chain is read in steps of the period and may be late by the objective. */
const OK_MS = (FRESHNESS.exchange_flow.everyS + FRESHNESS.exchange_flow.sloS) * 1_000;

export const chains: MarketBuilder<MarketSectionOf<"chains">> = ({ asOf, chainHeads }) => ({
  asOf: chainHeads.reduce((min, head) => Math.min(min, head.to_at), asOf),
  sources: chainHeads.map((head) => ({
    provider: head.provider,
    endpoint: "chain_scan",
    as_of: toTime(head.to_at),
    retrieved_at: toTime(head.retrieved_ms),
    status: asOf - head.to_at <= OK_MS ? "ok" : "stale",
  })),
  weight: gap("no_source"),
  coverage: {
    assessed: chainHeads.filter((head) => asOf - head.to_at <= HARD_MS).length,
    expected: chainHeads.length,
  },
  members: {
    chains:
      chainHeads.length === 0
        ? gap("pending", "No chain was read yet.")
        : chainHeads.map((head) => {
            const stale = gap("stale", `Older than the hard limit of ${HARD_MS / 1_000} s.`, head.to_at);
            const age = asOf - head.to_at;
            return {
              chain: head.chain,
              tvl_usd: none("value locked"),
              tvl_change_24h_pct: none("value locked"),
              tvl_change_7d_pct: none("value locked"),
              stablecoins_usd: none("stablecoins by chain"),
              fees_24h_usd: none("fees"),
              last_block: age <= HARD_MS ? head.to_block : stale,
              last_block_at: age <= HARD_MS ? toTime(head.to_at) : stale,
              status: age <= OK_MS ? ("ok" as const) : ("stale" as const),
            };
          }),
  },
});
