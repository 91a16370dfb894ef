// What is read of Solana: exchange flows, reserves and stake.
import { ownSource } from "../../source/define-source.ts";
import { reserveSource } from "../reserve.ts";
import { scanChain } from "../scan.ts";
import { stakeSource } from "../supply.ts";
import { openSolana, openSolNode, SOL_TOKENS, solBalances } from "./sol.ts";

/** Flows of SOL and tracked SPL tokens to and from labelled exchange wallets on Solana, and the large transfers among them. */
export const solExchangeFlow = ownSource({
  id: "sol-exchange-flow",
  provider: "sol",
  tokens: SOL_TOKENS,
  pull: (run) => scanChain(run, openSolana(run)),
});

/** What labelled exchange wallets hold on Solana: SOL and tracked SPL tokens. */
export const solReserve = reserveSource({ chain: "sol", tokens: SOL_TOKENS, read: solBalances });

/** SOL that stands behind the validators of Solana. */
export const solChainSupply = stakeSource({
  chain: "sol",
  token: "solana",
  decimals: 9,
  read: (run) => openSolNode(run).activatedStake(),
});
