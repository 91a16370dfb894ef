// Flows of ADA and tracked assets to and from labelled exchange addresses on Cardano, and the large transfers among them.
import { ADA_TOKENS, openAda } from "./ada.ts";
import { scanChain } from "../scan.ts";
import { type OwnSource, source } from "../../define-source.ts";

export const adaExchangeFlow = source<OwnSource>({
  id: "ada-exchange-flow",
  kind: "own",
  provider: "ada",
  tokens: ADA_TOKENS,
  pull: (run) => scanChain(run, openAda(run)),
});
