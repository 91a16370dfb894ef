// What is read of Ethereum and BNB Smart Chain: exchange flows, reserves and burnt supply.
import { ownSource } from "../../source/define-source.ts";
import { reserveSource } from "../reserve.ts";
import { scanChain } from "../scan.ts";
import { burnSource } from "../supply.ts";
import { useSource } from "./activity.ts";
import { evmBalances, evmTokenIds, openEvmChain } from "./evm.ts";

/** Flows of tracked tokens and ether to and from labelled exchange wallets on Ethereum, and the large transfers among them. */
export const ethExchangeFlow = ownSource({
  id: "eth-exchange-flow",
  provider: "eth",
  tokens: evmTokenIds("eth"),
  pull: (run) => scanChain(run, openEvmChain(run, "eth")),
});

/** What labelled exchange wallets hold on Ethereum: tracked tokens and the chain's own coin. */
export const ethReserve = reserveSource({
  chain: "eth",
  tokens: evmTokenIds("eth"),
  read: (run) => evmBalances(run, "eth"),
});

/** What moved the tokens of Ethereum that live nowhere else but here and on BNB Smart Chain, and between how many. */
export const ethChainActivity = useSource("eth");

/** What the burn addresses of Ethereum hold of tracked tokens and of the chain's own coin. */
export const ethChainSupply = burnSource("eth");

/** Flows of tracked tokens and BNB to and from labelled exchange wallets on BNB Smart Chain, and the large transfers among them. */
export const bscExchangeFlow = ownSource({
  id: "bsc-exchange-flow",
  provider: "bsc",
  tokens: evmTokenIds("bsc"),
  pull: (run) => scanChain(run, openEvmChain(run, "bsc")),
});

/** What labelled exchange wallets hold on BNB Smart Chain: tracked tokens and the chain's own coin. */
export const bscReserve = reserveSource({
  chain: "bsc",
  tokens: evmTokenIds("bsc"),
  read: (run) => evmBalances(run, "bsc"),
});

/** The same of BNB Smart Chain. */
export const bscChainActivity = useSource("bsc");

/** What the burn addresses of BNB Smart Chain hold of tracked tokens and of the chain's own coin. */
export const bscChainSupply = burnSource("bsc");
