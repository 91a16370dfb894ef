// What is read of Cardano: exchange flows, reserves, supply and activity.
import { ownSource } from "../../source/define-source.ts";
import { activitySource } from "../activity.ts";
import { reserveSource } from "../reserve.ts";
import { scanChain } from "../scan.ts";
import { stakeSource } from "../supply.ts";
import { ADA_TOKENS, adaBalances, openAda, openKoiosServer } from "./ada.ts";

/** Flows of ADA and tracked assets to and from labelled exchange addresses on Cardano, and the large transfers among them. */
export const adaExchangeFlow = ownSource({
  id: "ada-exchange-flow",
  provider: "ada",
  tokens: ADA_TOKENS,
  pull: (run) => scanChain(run, openAda(run)),
});

/** What labelled exchange addresses hold on Cardano: ADA and tracked assets. */
export const adaReserve = reserveSource({ chain: "ada", tokens: ADA_TOKENS, read: adaBalances });

/** ADA staked with the pools of Cardano in the epoch that is running. */
export const adaChainSupply = stakeSource({
  chain: "ada",
  token: "cardano",
  decimals: 6,
  read: (run) => openKoiosServer(run).activeStake(),
});

/** Transactions of Cardano in the last 24 hours, by its blocks. */
const PAGE = 1_000;
/** The blocks of a period, twice over. */
const PAGE_NEWEST = 100;

export const adaChainActivity = activitySource({
  chain: "ada",
  token: "cardano",
  open: (run) => (from, known) => openKoiosServer(run).counts(from, known ? PAGE_NEWEST : PAGE),
});
