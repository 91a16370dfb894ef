// Flows of bitcoin to and from labelled exchange wallets, and the large transfers among them.
import { FRESHNESS } from "../../schema/freshness.ts";
import { openBtc } from "../chain/btc.ts";
import { scanChain } from "../chain/scan.ts";
import type { OwnSource } from "../define-source.ts";

export const btcExchangeFlow: OwnSource = {
  id: "btc-exchange-flow",
  kind: "own",
  provider: "btc",
  dataset: "exchange_flow",
  table: "exchange_flow",
  everyS: FRESHNESS.exchange_flow.everyS,
  tokens: ["bitcoin"],
  pull: (run) => scanChain(run, openBtc(run)),
};
