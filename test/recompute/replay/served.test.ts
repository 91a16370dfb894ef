// The state of a past instant is the one that was served then, of a market of a few tokens.

// The list of tokens is read where it is loaded first: nothing before this line may load it.
process.env.TRACKED_TOKENS ??= "bitcoin,uniswap";
await import("./hold-served.ts");
