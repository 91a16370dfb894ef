// What labelled exchange wallets hold on Ethereum: tracked tokens and the chain's own coin.
import { evmBalances, evmTokenIds } from "./evm.ts";
import { reserveSource } from "../reserve.ts";

export const ethReserve = reserveSource({
  chain: "eth",
  tokens: evmTokenIds("eth"),
  read: (run) => evmBalances(run, "eth"),
});
