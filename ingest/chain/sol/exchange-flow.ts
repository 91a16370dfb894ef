// Flows of SOL and tracked SPL tokens to and from labelled exchange wallets on Solana, and the large transfers among them.
import { scanChain } from "../scan.ts";
import { openSolana, SOL_TOKENS } from "./sol.ts";
import { type OwnSource, source } from "../../define-source.ts";

export const solExchangeFlow = source<OwnSource>({
  id: "sol-exchange-flow",
  kind: "own",
  provider: "sol",
  tokens: SOL_TOKENS,
  pull: (run) => scanChain(run, openSolana(run)),
});
