// Where calls are not metered: those that are named are made once all the same.
import type { Clock } from "../../schema/io/clock.ts";
import { systemRandom } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { NOBODY } from "./asked-by.ts";
import { isNamed, runNamed } from "./call.ts";
import { openErrands } from "./errand.ts";
import type { Gate } from "./gate.ts";
import { openIdempotency } from "./idempotency.ts";

type Passing = Pick<Gate, "pass">;

/** Nobody is told from anybody else. */
const CALLER = "unmetered";

export function openUnmetered({ redis, clock }: { readonly redis: Redis; readonly clock: Clock }): Passing {
  const lane = {
    idempotency: openIdempotency(redis, systemRandom.id(clock.now())),
    errands: openErrands(redis, clock, systemRandom),
  };
  return {
    pass: async (call) =>
      isNamed(call) ? runNamed(lane, call, CALLER, async (work) => work(true, NOBODY)) : call.work(false, NOBODY),
  };
}
