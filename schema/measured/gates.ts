// How often gate agents were wrong about the public fixtures, as `npm run soak gates -- --keep` measured it. Not edited by hand.
import type { Gates } from "../object/gates.ts";

export const GATES: Gates = {
  commit: "1b3687ae6a6299d8cc3cd2dcf513e2f3b3a2671f",
  fixtures: "test/recompute/gates/fixtures.ts",
  rows: [
    {
      agent: "trade-gatekeeper",
      version: "trade-gatekeeper-5",
      fixtures: 31,
      to_pass: 5,
      to_stop: 21,
      to_reduce: 5,
      false_allow: 0,
      false_block: 0,
      wrong: [],
    },
    {
      agent: "wallet-guard",
      version: "wallet-guard-3",
      fixtures: 41,
      to_pass: 4,
      to_stop: 37,
      to_reduce: 0,
      false_allow: 0,
      false_block: 0,
      wrong: [],
    },
  ],
};
