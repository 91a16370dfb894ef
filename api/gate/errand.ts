// The id under which a call's work is done: who comes back because an api died gets what was issued for the first call.
import { canonicalDigest } from "../../schema/canonical.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Random } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";

type Errand = {
  /** What is issued for the call has it in its id. */
  readonly id: string;
  /** The call has its answer, or was told why there is none: who asks again asks anew. */
  end(): Promise<void>;
};

export type Errands = {
  /** The errand of a call that says who it is by `parts`; the same for all calls that say the same until it ends. */
  begin(...parts: readonly string[]): Promise<Errand>;
};

/** While Redis is away every call is one of its own. */
export function openErrands(redis: Redis, clock: Clock, random: Random): Errands {
  return {
    async begin(...parts) {
      const key = KEYS.errand(canonicalDigest(parts));
      const own = random.id(clock.now());
      const held = await redis.set(key, own, "EX", LIMITS.errandKeptS, "NX", "GET").catch(() => null);
      return {
        id: held ?? own,
        async end() {
          await redis.del(key).catch(() => undefined);
        },
      };
    },
  };
}
