// Flows of bitcoin to and from labelled exchange wallets, and the large transfers among them.
import { openBtc } from "./btc.ts";
import { scanChain } from "../scan.ts";
import { type OwnSource, source } from "../../define-source.ts";

export const btcExchangeFlow = source<OwnSource>({
  id: "btc-exchange-flow",
  kind: "own",
  provider: "btc",
  tokens: ["bitcoin"],
  pull: (run) => scanChain(run, openBtc(run)),
});
