// SOL that stands behind the validators of Solana.
import { openSolNode } from "./sol.ts";
import { stakeSource } from "../supply.ts";

export const solChainSupply = stakeSource({
  chain: "sol",
  token: "solana",
  decimals: 9,
  read: (run) => openSolNode(run).activatedStake(),
});
