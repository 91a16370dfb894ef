// Flows of tracked tokens and BNB to and from labelled exchange wallets on BNB Smart Chain, and the large transfers among them.
import { FRESHNESS } from "../../schema/freshness.ts";
import { evmTokenIds, openEvmChain } from "../chain/evm.ts";
import { scanChain } from "../chain/scan.ts";
import type { OwnSource } from "../define-source.ts";

export const bscExchangeFlow: OwnSource = {
  id: "bsc-exchange-flow",
  kind: "own",
  provider: "bsc",
  dataset: "exchange_flow",
  table: "exchange_flow",
  everyS: FRESHNESS.exchange_flow.everyS,
  tokens: evmTokenIds("bsc"),
  pull: (run) => scanChain(run, openEvmChain(run, "bsc")),
};
