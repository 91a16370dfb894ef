// Flows of tracked tokens and ether to and from labelled exchange wallets on Ethereum, and the large transfers among them.
import { evmTokenIds, openEvmChain } from "./evm.ts";
import { scanChain } from "../scan.ts";
import { type OwnSource, source } from "../../define-source.ts";

export const ethExchangeFlow = source<OwnSource>({
  id: "eth-exchange-flow",
  kind: "own",
  provider: "eth",
  tokens: evmTokenIds("eth"),
  pull: (run) => scanChain(run, openEvmChain(run, "eth")),
});
