// What is told of past instants is what was served then, of a market of two tokens.
import { together } from "../support/together.ts";

// The list of tokens is read where it is loaded first: nothing before this line may load it.
process.env.TRACKED_TOKENS ??= "bitcoin,uniswap";
await together("recompute/replay");
