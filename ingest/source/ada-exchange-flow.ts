// Flows of ADA and tracked assets to and from labelled exchange addresses on Cardano, and the large transfers among them.
import { FRESHNESS } from "../../schema/freshness.ts";
import { ADA_TOKENS, openAda } from "../chain/ada.ts";
import { scanChain } from "../chain/scan.ts";
import type { OwnSource } from "../define-source.ts";

export const adaExchangeFlow: OwnSource = {
  id: "ada-exchange-flow",
  kind: "own",
  provider: "ada",
  dataset: "exchange_flow",
  table: "exchange_flow",
  everyS: FRESHNESS.exchange_flow.everyS,
  tokens: ADA_TOKENS,
  pull: (run) => scanChain(run, openAda(run)),
};
