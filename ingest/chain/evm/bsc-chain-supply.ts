// What the burn addresses of BNB Smart Chain hold of tracked tokens and of the chain's own coin.
import { burnSource } from "../supply.ts";

export const bscChainSupply = burnSource("bsc");
