// The tokens tracked in depth: all of the list, or those the settings choose.
import { trackedSetting } from "../env.ts";
import { TOKENS, type TrackedToken } from "./token-list.ts";

export type { TrackedToken } from "./token-list.ts";

const chosen = trackedSetting();

export const TRACKED: readonly TrackedToken[] =
  chosen === "all" ? TOKENS : TOKENS.filter(({ id }) => chosen.includes(id));

const BY_ID: ReadonlyMap<string, TrackedToken> = new Map(TRACKED.map((token) => [token.id, token]));

/** The tracked token of a CoinGecko id, or undefined when it is not tracked. */
export const trackedById = (id: string): TrackedToken | undefined => BY_ID.get(id);
