// A circuit breaker: after failures in a row nobody asks for a while, then one does.
import { MINUTE_MS } from "../../schema/duration.ts";
import type { Clock } from "../../schema/io/clock.ts";

export type Breaker = {
  /** Whether one may ask now; where it rests no longer, one of all who want to. */
  mayAsk(): boolean;
  succeeded(): void;
  /** `restMs` is what the other side wants. */
  failed(restMs?: number | null): void;
};

const FAILURES = 3;
const REST_MS = MINUTE_MS;
const REST_MS_MAX = 15 * MINUTE_MS;

export function openBreaker(clock: Clock): Breaker {
  let failures = 0;
  let restUntil: number | null = null;
  return {
    mayAsk() {
      if (restUntil === null) return true;
      if (clock.now() < restUntil) return false;
      // This one tries; where nothing is heard of it, the next does after another rest.
      restUntil = clock.now() + REST_MS;
      return true;
    },
    succeeded() {
      failures = 0;
      restUntil = null;
    },
    failed(restMs = null) {
      failures += 1;
      if (restMs === null && failures < FAILURES) return;
      restUntil = clock.now() + Math.min(REST_MS_MAX, restMs ?? REST_MS);
    },
  };
}
