// SOL that stands behind the validators of Solana.
import { openSolNode } from "../chain/sol.ts";
import { stakeSource } from "../chain/supply.ts";

export const solChainSupply = stakeSource({
  chain: "sol",
  token: "solana",
  decimals: 9,
  read: (run) => openSolNode(run).activatedStake(),
});
