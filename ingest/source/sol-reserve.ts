// What labelled exchange wallets hold on Solana: SOL and tracked SPL tokens.
import { reserveSource } from "../chain/reserve.ts";
import { SOL_TOKENS, solBalances } from "../chain/sol.ts";

export const solReserve = reserveSource({ chain: "sol", tokens: SOL_TOKENS, read: solBalances });
