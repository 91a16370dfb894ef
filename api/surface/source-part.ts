// The part of readiness about the sources: one that lastingly keeps nothing of what it is answered brings nothing, whatever its provider says.
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { isRefusedLastingly, parseSourceHealth, ROWS_REFUSED } from "../../schema/source/source-health.ts";
import type { PartCheck } from "./part.ts";

/** `failing` while there is such a source: how many, and of the first why. */
export const openSourcePart =
  (redis: Pick<Redis, "hgetall">): PartCheck =>
  async () => {
    const health = [...parseSourceHealth(await redis.hgetall(KEYS.sourceHealth)).values()];
    const refused = health.filter(isRefusedLastingly);
    const [first] = refused;
    return first ? { status: "failing", count: refused.length, why: first.error ?? ROWS_REFUSED } : { status: "ok" };
  };
