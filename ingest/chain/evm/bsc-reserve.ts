// What labelled exchange wallets hold on BNB Smart Chain: tracked tokens and the chain's own coin.
import { evmBalances, evmTokenIds } from "./evm.ts";
import { reserveSource } from "../reserve.ts";

export const bscReserve = reserveSource({
  chain: "bsc",
  tokens: evmTokenIds("bsc"),
  read: (run) => evmBalances(run, "bsc"),
});
