// What is read of Bitcoin: exchange flows, reserves and activity.
import { ownSource } from "../../source/define-source.ts";
import { activitySource } from "../activity.ts";
import { reserveSource } from "../reserve.ts";
import { scanChain } from "../scan.ts";
import { btcBalances, openBtc, openEsploraServer } from "./btc.ts";

/** Flows of bitcoin to and from labelled exchange wallets, and the large transfers among them. */
export const btcExchangeFlow = ownSource({
  id: "btc-exchange-flow",
  provider: "btc",
  tokens: ["bitcoin"],
  pull: (run) => scanChain(run, openBtc(run)),
});

/** What labelled exchange addresses hold on Bitcoin. */
export const btcReserve = reserveSource({ chain: "btc", tokens: ["bitcoin"], read: btcBalances });

/** Transactions of Bitcoin in the last 24 hours, by its blocks. */
export const btcChainActivity = activitySource({
  chain: "btc",
  token: "bitcoin",
  open: (run) => (from) => openEsploraServer(run).counts(from),
});
