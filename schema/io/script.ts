// Runs Lua in Redis by digest, and by text where the server does not know it (yet, or again after a restart).
import { createHash } from "node:crypto";
import type { Redis } from "./redis.ts";

type Script = { readonly lua: string; readonly sha: string };

export const script = (lua: string): Script => ({ lua, sha: createHash("sha1").update(lua).digest("hex") });

/** Runs the script; the command leaves in this very call, so that order among calls is order in Redis. */
export function runScript(
  redis: Redis,
  { lua, sha }: Script,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
): Promise<unknown> {
  return redis.evalsha(sha, keys.length, ...keys, ...args).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return redis.eval(lua, keys.length, ...keys, ...args);
  });
}
