// Takes payments: offer, verification, claim before the work, settlement after it and before the answer.
import { canonicalDigest } from "../../schema/canonical.ts";
import { type Fault, fault } from "../../schema/fault.ts";
import { type ClaimState, LEASE_MS, openClaims } from "../../schema/io/claim.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { readPayment } from "../../schema/io/facilitator.ts";
import type { Log } from "../../schema/io/log.ts";
import type { Random } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { type PreparedText, pendingReceipt, settlePrepared } from "../../schema/io/settlement.ts";
import { type Facilitator, LOOKUP_FAILED } from "../../schema/pay/facilitator.ts";
import { networkOf } from "../../schema/pay/network.ts";
import { isOffered, makeTerms, PAYMENT_ID, requirementsOf, type Till } from "../../schema/pay/offer.ts";
import { packAnswer, unpackAnswer } from "../../schema/pay/stored-answer.ts";
import { decodePayment, encodeHeader, type PaymentPayload, type Settled } from "../../schema/pay/wire.ts";
import { PRICES } from "../../schema/tier.ts";
import type { PaidRequest, Payments, StoredAnswer, Taken } from "./payment.ts";

export type PaymentsOptions = {
  readonly till: Till;
  readonly redis: Redis;
  readonly facilitator: Facilitator;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly wait: (ms: number) => Promise<void>;
  /** How long a call waits for another that has the same payment. */
  readonly patienceMs: number;
};

const RETRY_S = 20;
const LOOK_MS = 200;
const RENEW_MS = LEASE_MS / 3;
const ID = /^[A-Za-z0-9_-]{16,128}$/;
const PRIVATE: readonly [string, string] = ["cache-control", "private, no-store"];

const requestDigest = (paid: PaidRequest): string =>
  canonicalDigest([paid.method, paid.path, paid.query, paid.bodyDigest, paid.tier]);

/** The payer's own id for the payment; empty where there is none. Throws where it is no valid id. */
function paymentIdOf(payment: PaymentPayload): string {
  const entry = payment.extensions?.[PAYMENT_ID];
  const info = typeof entry === "object" && entry !== null ? (entry as { info?: unknown }).info : undefined;
  const id = typeof info === "object" && info !== null ? (info as { id?: unknown }).id : undefined;
  if (id === undefined) return "";
  if (typeof id !== "string" || !ID.test(id)) {
    throw fault("payment_malformed", "The payment id must be 16 to 128 letters, digits, _ or -.");
  }
  return id;
}

type Read = { readonly payment: PaymentPayload; readonly paymentId: string; readonly transaction: string };

/** Opens the till. Redis away: taking fails closed with upstream_unavailable. */
export function openPayments(options: PaymentsOptions): Payments {
  const { till, redis, facilitator, clock, random, log, wait } = options;
  const claims = openClaims(redis);
  const deps = { claims, facilitator, clock };

  const challenge = (
    code: "payment_invalid" | "payment_replayed" | "settlement_failed",
    paid: PaidRequest,
    x: Said,
  ) => {
    const headers: Record<string, string> = { "payment-required": makeTerms(till, paid, x.error).header };
    if (x.receipt !== undefined) headers["payment-response"] = encodeHeader(x.receipt);
    const price = PRICES.tiers[paid.tier];
    const payment = { price, unit: PRICES.unit, header: "PAYMENT-REQUIRED" };
    return fault(code, x.detail ?? `The payment was refused: ${x.error}.`, { headers, payment });
  };
  const pending = (transaction: string): Fault =>
    fault(
      "settlement_pending",
      `Send the same PAYMENT-SIGNATURE again; do not pay again. Transaction ${transaction}.`,
      {
        headers: { "payment-response": encodeHeader(pendingReceipt(transaction, till.network)) },
        retryAfterS: RETRY_S,
      },
    );
  const guard = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      throw fault("upstream_unavailable", "Payments cannot be taken just now; nothing was charged.", {
        retryAfterS: 5,
        cause,
      });
    });

  function read(paid: PaidRequest, header: string): Read {
    const payment = decodePayment(header);
    if (payment === null) throw fault("payment_malformed", "PAYMENT-SIGNATURE must be base64 of an x402 payment.");
    if (payment.x402Version !== 2) throw fault("payment_version_unsupported", "Only x402 version 2 is spoken here.");
    const paymentId = paymentIdOf(payment);
    const { accepted } = payment;
    if (accepted.scheme !== "exact") throw challenge("payment_invalid", paid, { error: "unsupported_scheme" });
    if (networkOf(accepted.network) !== till.network) {
      throw challenge("payment_invalid", paid, { error: "network_mismatch" });
    }
    if (!isOffered(accepted, requirementsOf(till, paid.tier))) {
      throw challenge("payment_invalid", paid, { error: "no_matching_payment_requirements" });
    }
    const url = makeTerms(till, paid).required.resource.url;
    if (payment.resource !== undefined && payment.resource.url !== url) {
      throw challenge("payment_invalid", paid, { error: "resource_mismatch" });
    }
    const inside = readPayment(payment);
    if (typeof inside === "string") throw challenge("payment_invalid", paid, { error: inside });
    return { payment, paymentId, transaction: inside.transaction.id };
  }

  /** The kept answer of a payment that has an end; throws where there is none to give. */
  async function replay(paid: PaidRequest, { transaction }: Read): Promise<StoredAnswer> {
    const held = await guard(claims.read(transaction));
    const [answer, receipt] = [held.get("answer"), held.get("receipt")];
    const settled = receipt === undefined ? undefined : (JSON.parse(receipt.toString("utf8")) as Settled);
    if (answer === undefined || settled === undefined) {
      throw challenge("payment_replayed", paid, { error: "duplicate_settlement" });
    }
    const isRepeated = held.get("delivered")?.toString() === "1";
    await guard(claims.markDelivered(transaction));
    return receive(unpackAnswer(answer), settled, isRepeated);
  }

  async function resume(paid: PaidRequest, asked: Read): Promise<StoredAnswer> {
    const text = (await guard(claims.read(asked.transaction))).get("text")?.toString("utf8");
    if (text === undefined) throw pending(asked.transaction);
    const receipt = await guard(settlePrepared(deps, asked.transaction, JSON.parse(text) as PreparedText, true));
    if (receipt.success) return replay(paid, asked);
    if (receipt.errorReason === "settlement_pending") throw pending(asked.transaction);
    throw challenge("settlement_failed", paid, { error: receipt.errorReason ?? "settlement_failed", receipt });
  }

  async function answerEnded(state: ClaimState, paid: PaidRequest, asked: Read, x: Ended): Promise<StoredAnswer> {
    if (state === "conflict") throw fault("payment_id_conflict", "This payment id was used with another payment.");
    if (state === "prepared") return resume(paid, asked);
    if (state === "settled") {
      // Once sent, a transaction is public: only who also knows the payer's own id gets the answer again.
      const mayRepeat = !x.isDelivered || (asked.paymentId !== "" && asked.paymentId === x.paymentId);
      if (mayRepeat) return replay(paid, asked);
    }
    throw challenge("payment_replayed", paid, { error: "duplicate_settlement" });
  }

  async function verify(paid: PaidRequest, { payment }: Read): Promise<string> {
    const verdict = await facilitator.verify(payment, requirementsOf(till, paid.tier)).catch((cause: unknown) => {
      log.warn({ err: cause }, "the ledger could not be asked");
      throw fault("upstream_unavailable", `The payment cannot be checked just now (${LOOKUP_FAILED}).`, {
        retryAfterS: 5,
        cause,
      });
    });
    if (verdict.isValid !== true || !verdict.payer) {
      throw challenge("payment_invalid", paid, { error: verdict.invalidReason ?? "unexpected_verify_error" });
    }
    return verdict.payer;
  }

  function claimed(paid: PaidRequest, header: string, asked: Read, owner: string, payer: string): Taken {
    const { transaction, paymentId } = asked;
    const timer = setInterval(() => void claims.renew(transaction, owner).catch(() => undefined), RENEW_MS);
    timer.unref();
    const target = paid.query === "" ? paid.path : `${paid.path}?${paid.query}`;
    const offer = requirementsOf(till, paid.tier);
    const prepared: PreparedText = { header, offer, payer, method: paid.method, target, tier: paid.tier };
    return {
      kind: "claimed",
      payer,
      transaction,
      async settle(answer) {
        clearInterval(timer);
        const text = JSON.stringify(prepared);
        // Nothing was sent yet: where the answer cannot be kept, nothing is charged.
        const isKept = await guard(claims.prepare(transaction, owner, packAnswer(answer), text, clock.now()));
        if (!isKept) throw pending(transaction);
        const receipt = await settlePrepared(deps, transaction, prepared, false).catch(() => null);
        if (receipt === null || receipt.errorReason === "settlement_pending") throw pending(transaction);
        if (!receipt.success) {
          throw challenge("settlement_failed", paid, { error: receipt.errorReason ?? "settlement_failed", receipt });
        }
        await claims.markDelivered(transaction).catch(() => undefined);
        return receive(answer, receipt, false);
      },
      async release() {
        clearInterval(timer);
        await claims.release(transaction, paymentId, owner).catch(() => undefined);
      },
    };
  }

  return {
    terms: (paid) => makeTerms(till, paid),
    async take(paid, header) {
      const asked = read(paid, header);
      const { transaction, paymentId } = asked;
      const payment = canonicalDigest(asked.payment);
      const request = requestDigest(paid);
      const owner = random.id(clock.now());
      const until = clock.now() + options.patienceMs;
      // A payment that was sent is spent on the ledger: what is held of it is looked at before it is verified.
      const isKnown = (await guard(claims.read(transaction))).size > 0;
      let payer = isKnown ? "" : await verify(paid, asked);
      for (;;) {
        const held = await guard(claims.take({ transaction, request, payment, paymentId, owner }));
        if (held.state === "claimed") {
          const taken = { payer };
          try {
            if (payer === "") taken.payer = await verify(paid, asked);
          } catch (error) {
            await claims.release(transaction, paymentId, owner).catch(() => undefined);
            throw error;
          }
          payer = taken.payer;
          return claimed(paid, header, asked, owner, payer);
        }
        if (held.state !== "running") {
          return { kind: "replay", answer: await answerEnded(held.state, paid, asked, held) };
        }
        if (clock.now() >= until) throw pending(transaction);
        await wait(LOOK_MS);
      }
    },
  };
}

type Said = { readonly error: string; readonly detail?: string; readonly receipt?: Settled };
type Ended = { readonly isDelivered: boolean; readonly paymentId: string };

function receive(answer: StoredAnswer, receipt: Settled, isRepeated: boolean): StoredAnswer {
  const headers = answer.headers.filter(([name]) => name !== "cache-control");
  const repeated: readonly [string, string][] = isRepeated ? [["idempotent-replayed", "true"]] : [];
  return { ...answer, headers: [...headers, PRIVATE, ["payment-response", encodeHeader(receipt)], ...repeated] };
}
