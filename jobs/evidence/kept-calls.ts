// The calls that evidence was found to rest on, kept with what was written of it, so that it can be written again.
import type { CallBehindRow } from "../../schema/query/service/call-behind.ts";
import type { CallsBehind } from "../fact/read-behind.ts";

/** By provider and instant; JSON. */
export type KeptCalls = readonly (readonly [key: string, calls: readonly CallBehindRow[]])[];

export type UsedCalls = CallsBehind & {
  /** Those that were asked for and found so far. */
  used(): KeptCalls;
};

/** The same calls, which remember who was asked for. */
export function recordUsed(behind: CallsBehind): UsedCalls {
  const used = new Map<string, readonly CallBehindRow[]>();
  return {
    get(key, token) {
      const found = behind.get(key, token);
      if (found !== undefined) used.set(key, found);
      return found;
    },
    used: () => [...used],
  };
}

export const restoreCalls = (kept: KeptCalls): CallsBehind => new Map(kept);
