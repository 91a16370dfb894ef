// Transactions of Bitcoin in the last 24 hours, by its blocks.
import { activitySource } from "../activity.ts";
import { openEsploraServer } from "./btc.ts";

export const btcChainActivity = activitySource({
  chain: "btc",
  token: "bitcoin",
  open: (run) => (from) => openEsploraServer(run).counts(from),
});
