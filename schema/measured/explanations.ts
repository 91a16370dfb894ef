// How well explanations name planted causes, as `npm run soak causes -- --keep` measured it. Not edited by hand.
import type { Explanations } from "../object/explanations.ts";

export const EXPLANATIONS: Explanations = {
  market: "sandbox",
  commit: "e994242779b5f49a7674a3515a2d69534a11b21f",
  rules_version: "brief-4",
  seed: 7,
  number: 20,
  later_than_effect: 0,
  rows: [
    {
      planted: "liquidation_cascade",
      moves: 20,
      right: 20,
      named: {
        liquidation_cascade: 20,
      },
    },
    {
      planted: "leverage_flushed",
      moves: 20,
      right: 20,
      named: {
        leverage_flushed: 20,
      },
    },
    {
      planted: "leverage_built",
      moves: 20,
      right: 20,
      named: {
        leverage_built: 20,
      },
    },
    {
      planted: "exchange_inflow",
      moves: 20,
      right: 20,
      named: {
        exchange_inflow: 20,
      },
    },
    {
      planted: "exchange_outflow",
      moves: 20,
      right: 20,
      named: {
        exchange_outflow: 20,
      },
    },
    {
      planted: "large_transfer",
      moves: 20,
      right: 20,
      named: {
        large_transfer: 20,
      },
    },
    {
      planted: "market_wide_move",
      moves: 20,
      right: 19,
      named: {
        market_wide_move: 19,
        no_clear_cause: 1,
      },
    },
    {
      planted: "sector_move",
      moves: 20,
      right: 20,
      named: {
        sector_move: 20,
      },
    },
    {
      planted: "headline",
      moves: 20,
      right: 19,
      named: {
        headline: 19,
        large_transfer: 1,
      },
    },
    {
      planted: "unlock",
      moves: 20,
      right: 20,
      named: {
        unlock: 20,
      },
    },
    {
      planted: "contract_change",
      moves: 20,
      right: 20,
      named: {
        contract_change: 20,
      },
    },
    {
      planted: "value_locked_leaving",
      moves: 20,
      right: 20,
      named: {
        value_locked_leaving: 20,
      },
    },
    {
      planted: "stablecoin_depeg",
      moves: 20,
      right: 20,
      named: {
        stablecoin_depeg: 20,
      },
    },
    {
      planted: "plain",
      moves: 200,
      right: 198,
      named: {
        no_clear_cause: 198,
        large_transfer: 2,
      },
    },
    {
      planted: "decoys after it",
      moves: 40,
      right: 40,
      named: {
        no_clear_cause: 40,
      },
    },
    {
      planted: "two at once",
      moves: 40,
      right: 39,
      named: {
        "the larger": 39,
        "leverage_built as large_transfer": 1,
      },
    },
  ],
};
