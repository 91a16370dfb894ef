// Flows of tracked tokens and BNB to and from labelled exchange wallets on BNB Smart Chain, and the large transfers among them.
import { evmTokenIds, openEvmChain } from "./evm.ts";
import { scanChain } from "../scan.ts";
import { type OwnSource, source } from "../../define-source.ts";

export const bscExchangeFlow = source<OwnSource>({
  id: "bsc-exchange-flow",
  kind: "own",
  provider: "bsc",
  tokens: evmTokenIds("bsc"),
  pull: (run) => scanChain(run, openEvmChain(run, "bsc")),
});
