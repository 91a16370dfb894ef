// Flows of SOL and tracked SPL tokens to and from labelled exchange wallets on Solana, and the large transfers among them.
import { FRESHNESS } from "../../schema/freshness.ts";
import { scanChain } from "../chain/scan.ts";
import { openSolana, SOL_TOKENS } from "../chain/sol.ts";
import type { OwnSource } from "../define-source.ts";

export const solExchangeFlow: OwnSource = {
  id: "sol-exchange-flow",
  kind: "own",
  provider: "sol",
  dataset: "exchange_flow",
  table: "exchange_flow",
  everyS: FRESHNESS.exchange_flow.everyS,
  tokens: SOL_TOKENS,
  pull: (run) => scanChain(run, openSolana(run)),
};
