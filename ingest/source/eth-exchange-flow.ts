// Flows of tracked tokens and ether to and from labelled exchange wallets on Ethereum, and the large transfers among them.
import { FRESHNESS } from "../../schema/freshness.ts";
import { evmTokenIds, openEvmChain } from "../chain/evm.ts";
import { scanChain } from "../chain/scan.ts";
import type { OwnSource } from "../define-source.ts";

export const ethExchangeFlow: OwnSource = {
  id: "eth-exchange-flow",
  kind: "own",
  provider: "eth",
  dataset: "exchange_flow",
  table: "exchange_flow",
  everyS: FRESHNESS.exchange_flow.everyS,
  tokens: evmTokenIds("eth"),
  pull: (run) => scanChain(run, openEvmChain(run, "eth")),
};
