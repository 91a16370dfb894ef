// ADA staked with the pools of Cardano in the epoch that is running.
import { openKoiosServer } from "./ada.ts";
import { stakeSource } from "../supply.ts";

export const adaChainSupply = stakeSource({
  chain: "ada",
  token: "cardano",
  decimals: 6,
  read: (run) => openKoiosServer(run).activeStake(),
});
