// Plays many randomised payments over one Redis and one ledger, some at a time, and audits them all.
import type { Redis } from "../../../schema/io/redis.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { type Audit, audit } from "./audit.ts";
import { playRun, type Run } from "./run.ts";
import { openWorld } from "./world.ts";

const AT_ONCE = 400;

type Soak = Audit & { readonly runs: readonly Run[]; readonly counts: ReadonlyMap<string, number> };

/** Redis must be empty of payments. */
export async function soakPayments(
  redis: Redis,
  wanted: number,
  seed: number,
  onDone: (done: number) => void = () => undefined,
): Promise<Soak> {
  const world = openWorld(redis, openDraw(seed));
  const runs: Run[] = [];
  let next = 0;
  const player = async () => {
    while (next < wanted) {
      runs.push(await playRun(world, next++));
      onDone(runs.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted) }, player));
  return { ...(await audit(world, runs)), runs, counts: world.counts };
}
