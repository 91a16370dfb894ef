// How often gate agents were wrong about the public fixtures, as `npm run soak gates -- --keep` measured it. Not edited by hand.
import type { Gates } from "../object/gates.ts";

export const GATES: Gates = {
  commit: "08c26a1a536e6c807654868f9681a22bbf4146b7",
  fixtures: "test/recompute/gates/fixtures.ts",
  rows: [
    {
      agent: "trade-gatekeeper",
      version: "trade-gatekeeper-7",
      fixtures: 33,
      to_pass: 5,
      to_stop: 23,
      to_reduce: 5,
      false_allow: 0,
      false_block: 0,
      wrong: [],
    },
    {
      agent: "wallet-guard",
      version: "wallet-guard-4",
      fixtures: 65,
      to_pass: 4,
      to_stop: 61,
      to_reduce: 0,
      false_allow: 0,
      false_block: 0,
      wrong: [],
    },
  ],
};
