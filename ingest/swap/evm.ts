// The chains that quote swaps of Ethereum's kind: how their own coin is written, and the dollar orders are paid with.
import { type Market, NATIVE_ADDRESS } from "./quote.ts";

const NATIVE = { address: NATIVE_ADDRESS, decimals: 18 };

export const EVM_MARKETS: readonly Market[] = [
  { chain: "eth", native: NATIVE, dollar: { address: "0xdac17f958d2ee523a2206206994597c13d831ec7", decimals: 6 } },
  { chain: "bsc", native: NATIVE, dollar: { address: "0x55d398326f99059ff775485246999027b3197955", decimals: 18 } },
];
