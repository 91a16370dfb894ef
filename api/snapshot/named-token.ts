// The token that a request names, by the snapshots of this process.
import { SNAPSHOTS } from "../../schema/key.ts";
import type { Snapshots } from "./feed.ts";
import { needFrame } from "./need.ts";
import { resolveToken } from "./token-index.ts";
import { universeOf } from "./universe.ts";

/** What naming a token may come to. */
export const TOKEN_FAULTS = ["token_not_found", "token_not_tracked", "ambiguous_token"] as const;

/** With the list of tokens and the universe it was found in. Throws TOKEN_FAULTS, not_ready. */
export function namedToken(snapshots: Snapshots, name: string) {
  const tokens = needFrame(snapshots, "tokens", SNAPSHOTS.tokens);
  const universe = universeOf(snapshots).current();
  return { found: resolveToken(tokens.meta, name, universe), tokens, universe };
}
