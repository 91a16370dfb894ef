// What the burn addresses of Ethereum hold of tracked tokens and of the chain's own coin.
import { burnSource } from "../supply.ts";

export const ethChainSupply = burnSource("eth");
