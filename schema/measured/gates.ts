// How often gate agents were wrong about the public fixtures, as `npm run soak gates -- --keep` measured it. Not edited by hand.
import type { Gates } from "../object/gates.ts";

export const GATES: Gates = {
  commit: "d2f386692a9062ec409961b7e8cfcb0e84513b8f",
  fixtures: "test/recompute/gates/fixtures.ts",
  rows: [
    {
      agent: "trade-gatekeeper",
      version: "trade-gatekeeper-3",
      fixtures: 27,
      to_pass: 5,
      to_stop: 19,
      to_reduce: 3,
      false_allow: 0,
      false_block: 0,
      wrong: [],
    },
    {
      agent: "wallet-guard",
      version: "wallet-guard-1",
      fixtures: 37,
      to_pass: 4,
      to_stop: 33,
      to_reduce: 0,
      false_allow: 0,
      false_block: 0,
      wrong: [],
    },
  ],
};
