// What labelled exchange wallets hold on Solana: SOL and tracked SPL tokens.
import { reserveSource } from "../reserve.ts";
import { SOL_TOKENS, solBalances } from "./sol.ts";

export const solReserve = reserveSource({ chain: "sol", tokens: SOL_TOKENS, read: solBalances });
