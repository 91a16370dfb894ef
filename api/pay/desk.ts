// The desk for other servers: verifies and settles their payments, each transaction for one call at a time.
import { fault } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { readPayment } from "../../schema/io/facilitator.ts";
import type { Random } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { DUPLICATE, FAILED, type Facilitator, REJECTED } from "../../schema/pay/facilitator.ts";
import { networkOf } from "../../schema/pay/network.ts";
import type { Till } from "../../schema/pay/offer.ts";
import { REASONS } from "../../schema/pay/rule.ts";
import type { PaymentPayload, Requirements, Settled, Verified } from "../../schema/pay/wire.ts";

export type DeskAsk = {
  readonly x402Version: number;
  readonly paymentPayload: PaymentPayload;
  readonly paymentRequirements: Requirements;
};

/** A payment that is refused is an answer; faults say that it cannot be told. */
export type Desk = {
  verify(ask: DeskAsk): Promise<Verified>;
  settle(ask: DeskAsk): Promise<Settled>;
};

export type DeskOptions = {
  readonly till: Till;
  readonly redis: Redis;
  readonly facilitator: Facilitator;
  readonly clock: Clock;
  readonly random: Random;
};

/** Settlements of a process at once: each is held until its block comes. */
const SETTLEMENTS_MAX = 32;
/** Longer than a settlement is waited for. */
const HELD_MS = 100_000;
/** What was sent is remembered until no block can hold it any more, with much to spare. */
const SENT_S = 86_400;
const AWAY_S = 5;

/** KEYS: lock. ARGV: owner. */
const RELEASE = script(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`);

function refusalOf({ network, payTo, isSandbox }: Till, ask: DeskAsk): string | null {
  const { x402Version, paymentPayload, paymentRequirements: offer } = ask;
  if (x402Version !== 2 || paymentPayload.x402Version !== 2) return "invalid_x402_version";
  if (offer.scheme !== "exact" || paymentPayload.accepted.scheme !== "exact") return "unsupported_scheme";
  if (networkOf(offer.network) !== network || networkOf(paymentPayload.accepted.network) !== network) {
    return REASONS.network;
  }
  // A real ledger is asked at our expense, and so only for payments to us.
  return isSandbox || offer.payTo === payTo ? null : REASONS.requirements;
}

const closed = (cause: unknown): never => {
  throw fault("upstream_unavailable", "Payments cannot be checked just now.", { retryAfterS: AWAY_S, cause });
};

/** Opens the desk. */
export function openDesk({ till, redis, facilitator, clock, random }: DeskOptions): Desk {
  let running = 0;

  /** The end is told again for the same transaction; one that was sent is only looked for. */
  async function settleHeld(ask: DeskAsk, id: string): Promise<Settled> {
    const { paymentPayload: payment, paymentRequirements: offer } = ask;
    const failed = (errorReason: string): Settled => ({
      success: false,
      transaction: id,
      network: offer.network,
      errorReason,
    });
    const key = KEYS.deskPayment(id);
    const state = await redis.get(key).catch(closed);
    if (state === "rejected") return failed(REJECTED);
    if (state === null) {
      const verdict = await facilitator.verify(payment, offer).catch(closed);
      if (!verdict.isValid) return failed(verdict.invalidReason ?? REASONS.payload);
      await redis.set(key, "sent", "EX", SENT_S).catch(closed);
    }
    const outcome = await facilitator.settle(payment, offer, state !== null);
    if (outcome.errorReason === REJECTED || outcome.errorReason === FAILED) {
      await redis.set(key, "rejected", "EX", SENT_S).catch(() => undefined);
    }
    return outcome;
  }

  return {
    async verify(ask) {
      const refused = refusalOf(till, ask);
      if (refused !== null) return { isValid: false, invalidReason: refused };
      return facilitator.verify(ask.paymentPayload, ask.paymentRequirements).catch(closed);
    },
    async settle(ask) {
      const { network } = ask.paymentRequirements;
      const refused = refusalOf(till, ask) ?? readPayment(ask.paymentPayload);
      if (typeof refused === "string") return { success: false, transaction: "", network, errorReason: refused };
      const { id } = refused.transaction;
      if (running >= SETTLEMENTS_MAX)
        throw fault("overloaded", "Too many settlements at once.", { retryAfterS: AWAY_S });
      const owner = random.id(clock.now());
      const isOurs = await redis.set(KEYS.deskLock(id), owner, "PX", HELD_MS, "NX").catch(closed);
      if (isOurs === null) return { success: false, transaction: id, network, errorReason: DUPLICATE };
      running += 1;
      try {
        return await settleHeld(ask, id);
      } finally {
        running -= 1;
        await runScript(redis, RELEASE, [KEYS.deskLock(id)], [owner]).catch(() => undefined);
      }
    },
  };
}
