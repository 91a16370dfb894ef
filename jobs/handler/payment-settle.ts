// payment.settle: ends settlements nobody waits for any more, and stores every end in the payments ledger.
import { openHttp } from "../../schema/io/http.ts";
import { takeLock } from "../../schema/io/lock.ts";
import { openClaims } from "../../schema/io/pay/claim.ts";
import { storeEnds } from "../../schema/io/pay/payment-end.ts";
import { openSeller } from "../../schema/io/pay/seller.ts";
import { type PreparedText, settlePrepared } from "../../schema/io/pay/settlement.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { KEYS } from "../../schema/key.ts";
import { type Deps, type Handler, LEFT } from "../deps.ts";

/** Younger ones have a caller that waits for them. */
const QUIET_MS = 90_000;
const LOCK_MS = 120_000;
const PATIENCE_MS = 2_000;
const ROWS_MAX = 1_000;

async function settleQuiet(deps: Deps, signal: AbortSignal): Promise<void> {
  const { env, clock, redis } = deps;
  const claims = openClaims(redis);
  const quiet = await claims.pending(clock.now() - QUIET_MS);
  if (quiet.length === 0) return;
  const http = openHttp({ clock, random: systemRandom });
  try {
    const open = openSeller({ env, clock, http }, PATIENCE_MS);
    if (open === null) return;
    for (const transaction of quiet) {
      signal.throwIfAborted();
      const text = (await claims.read(transaction)).get("text")?.toString("utf8");
      if (text === undefined) {
        // What was kept for a day is gone, and with it every use of the settlement.
        await redis.zrem(KEYS.paymentsPending, transaction);
        continue;
      }
      await settlePrepared({ ...open, claims, clock }, transaction, JSON.parse(text) as PreparedText, true);
    }
  } finally {
    await http.close();
  }
}

const storeWaiting = async (deps: Deps): Promise<void> =>
  storeEnds(deps, await deps.redis.lrange(KEYS.paymentLedger, 0, ROWS_MAX - 1));

export const handlePaymentSettle: Handler<"payment.settle"> = async (deps, _payload, signal) => {
  const lock = await takeLock(deps.redis, "payment.settle", LOCK_MS, deps.clock.now());
  if (lock === null) return LEFT;
  try {
    await storeWaiting(deps);
    await settleQuiet(deps, signal);
    return await storeWaiting(deps);
  } finally {
    await lock.release();
  }
};
