// The facilitator for other servers: verifies and settles their payments, each transaction for one call at a time.
import { canonicalDigest } from "../../schema/canonical.ts";
import { fault } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { RELEASE } from "../../schema/io/lock.ts";
import { type ClaimState, markOf, openClaims } from "../../schema/io/pay/claim.ts";
import { readPayment } from "../../schema/io/pay/facilitator.ts";
import {
  type PreparedText,
  pendingReceipt,
  type SettlementDeps,
  settlePrepared,
} from "../../schema/io/pay/settlement.ts";
import type { Random } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { DUPLICATE, type Facilitator } from "../../schema/pay/facilitator.ts";
import { networkOf } from "../../schema/pay/network.ts";
import type { Seller } from "../../schema/pay/offer.ts";
import { checkWitnesses, REASONS } from "../../schema/pay/rule.ts";
import {
  encodeHeader,
  type PaymentPayload,
  type Requirements,
  type Settled,
  type Verified,
} from "../../schema/pay/x402.ts";
import { acceptPayment } from "./accept.ts";

type FacilitatorCall = {
  readonly x402Version: number;
  readonly paymentPayload: PaymentPayload;
  readonly paymentRequirements: Requirements;
};

/** A payment that is refused is an answer; faults say that it cannot be told. */
export type PublicFacilitator = {
  verify(ask: FacilitatorCall): Promise<Verified>;
  settle(ask: FacilitatorCall): Promise<Settled>;
};

type PublicFacilitatorOptions = {
  readonly seller: Seller;
  readonly redis: Redis;
  readonly facilitator: Facilitator;
  readonly clock: Clock;
  readonly random: Random;
  readonly storeEnd?: SettlementDeps["storeEnd"];
};

/** Settlements of a process at once: each is held until its block comes. */
const SETTLEMENTS_MAX = 32;
/** Longer than a settlement is waited for. */
const HELD_MS = 100_000;
const AWAY_S = 5;
/** Who claims here, as rows of the ledger have it; calls of the API have other names, so a transaction pays at one of both. */
const CALLER = "desk";

function refusalOf({ network, payTo, isSandbox }: Seller, ask: FacilitatorCall): string | null {
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

type Held = {
  readonly payment: PaymentPayload;
  readonly offer: Requirements;
  readonly id: string;
  readonly owner: string;
};

/** Claims of which there is an end to tell, or one to come. */
const TOLD: ReadonlySet<ClaimState> = new Set<ClaimState>(["prepared", "settled", "rejected", "unanswered"]);
const byFacilitator = (transaction: string) => ({ transaction, paymentId: "", caller: CALLER });

/** What is sent of a payload. */
const sentOf = ({ transaction, nonce }: PaymentPayload["payload"]) => ({ transaction, nonce });

const failed = (transaction: string, { network }: Requirements, errorReason: string): Settled => ({
  success: false,
  transaction,
  network,
  errorReason,
});

/** Opens it. */
export function openPublicFacilitator({
  seller,
  redis,
  facilitator,
  clock,
  random,
  storeEnd,
}: PublicFacilitatorOptions): PublicFacilitator {
  const claims = openClaims(redis, HELD_MS);
  let running = 0;

  /** Checks what was claimed, keeps it, and sends it. What is refused is forgotten: it was not sent. */
  async function settleClaimed({ payment, offer, id, owner }: Held, request: string): Promise<Settled> {
    const release = () => claims.release(id, "", owner).catch(() => undefined);
    const accepted = await acceptPayment(facilitator, payment, offer, clock.now()).catch(async (cause: unknown) => {
      await release();
      return closed(cause);
    });
    const hasEnded = accepted.kind === "made" ? await claims.hasEnded(id).catch(() => null) : false;
    if (accepted.kind === "untold" || hasEnded === null) {
      await release();
      return pendingReceipt(id, offer.network);
    }
    if (accepted.kind === "refused" || hasEnded) {
      await release();
      return failed(id, offer, accepted.kind === "refused" ? accepted.reason : DUPLICATE);
    }
    const { payload, x402Version } = payment;
    const kept = { x402Version, accepted: { ...offer, extra: null }, payload: { ...sentOf(payload) } };
    const about = {
      method: "POST",
      target: "/facilitator/settle",
      tier: "free",
      request,
      mark: markOf(byFacilitator(id)),
    };
    const prepared: PreparedText = { header: encodeHeader(kept), offer, payer: accepted.payer, ...about };
    const text = JSON.stringify(prepared);
    const isKept = await claims.prepare(id, owner, Buffer.alloc(0), text, clock.now()).catch(closed);
    if (!isKept) return pendingReceipt(id, offer.network);
    return end(id, prepared, accepted.kind === "made");
  }

  const end = (id: string, prepared: PreparedText, isResumed: boolean): Promise<Settled> =>
    settlePrepared({ claims, facilitator, clock, storeEnd }, id, prepared, isResumed).catch(() =>
      pendingReceipt(id, prepared.offer.network),
    );

  /** The end is told again for the same bytes and terms; what was sent is gone on with as it was kept. */
  async function settleHeld(held: Held): Promise<Settled> {
    const { payment, offer, id, owner } = held;
    const request = canonicalDigest([CALLER, offer, sentOf(payment.payload)]);
    const state = await claims.take({ ...byFacilitator(id), request, payment: request, owner }).catch(closed);
    if (state === "claimed") return settleClaimed(held, request);
    if (!TOLD.has(state)) return failed(id, offer, DUPLICATE);
    // Nothing is answered here but the end.
    if (state === "unanswered") await claims.release(id, "", owner).catch(closed);
    const known = await claims.read(id).catch(closed);
    const [text, receipt] = [known.get("text"), known.get("receipt")];
    if (receipt !== undefined) return JSON.parse(receipt.toString("utf8")) as Settled;
    if (text === undefined) return pendingReceipt(id, offer.network);
    return end(id, JSON.parse(text.toString("utf8")) as PreparedText, true);
  }

  async function settleAlone(held: Held): Promise<Settled> {
    const { id, offer, owner } = held;
    const isOurs = await redis.set(KEYS.facilitatorLock(id), owner, "PX", HELD_MS, "NX").catch(closed);
    if (isOurs === null) return failed(id, offer, DUPLICATE);
    try {
      return await settleHeld(held);
    } finally {
      await runScript(redis, RELEASE, [KEYS.facilitatorLock(id)], [owner]).catch(() => undefined);
    }
  }

  return {
    async verify(ask) {
      const refused = refusalOf(seller, ask);
      if (refused !== null) return { isValid: false, invalidReason: refused };
      return facilitator.verify(ask.paymentPayload, ask.paymentRequirements).catch(closed);
    },
    async settle(ask) {
      const { paymentPayload: payment, paymentRequirements: offer } = ask;
      const read = refusalOf(seller, ask) ?? readPayment(payment);
      if (typeof read === "string") return failed("", offer, read);
      const { id } = read.transaction;
      // The id says nothing of the signatures: nothing is kept or told under it for who forges them.
      const forged = checkWitnesses(read.transaction);
      if (forged !== null) return failed(id, offer, forged);
      if (running >= SETTLEMENTS_MAX)
        throw fault("overloaded", "Too many settlements at once.", { retryAfterS: AWAY_S });
      running += 1;
      try {
        return await settleAlone({ payment, offer, id, owner: random.id(clock.now()) });
      } finally {
        running -= 1;
      }
    },
  };
}
