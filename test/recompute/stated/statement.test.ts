// Published statements give what was served, of a market of a few tokens; all of them where TRACKED_TOKENS says so.
import { FEW } from "./few.ts";

// The list of tokens is read where it is loaded first: nothing before this line may load it.
process.env.TRACKED_TOKENS ??= FEW.join(",");
await import("./hold-statements.ts");
