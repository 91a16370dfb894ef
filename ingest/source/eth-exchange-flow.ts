// Flows of tracked ERC-20 tokens to and from labelled exchange wallets on Ethereum, and the large transfers among them.
import { FRESHNESS } from "../../schema/freshness.ts";
import { ETH_TOKENS, openEth } from "../chain/eth.ts";
import { scanChain } from "../chain/scan.ts";
import type { OwnSource } from "../define-source.ts";

export const ethExchangeFlow: OwnSource = {
  id: "eth-exchange-flow",
  kind: "own",
  provider: "eth",
  dataset: "exchange_flow",
  table: "exchange_flow",
  everyS: FRESHNESS.exchange_flow.everyS,
  tokens: ETH_TOKENS,
  pull: (run) => scanChain(run, openEth(run)),
};
