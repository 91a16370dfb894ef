// Claims in Redis: one payment does one piece of work; what it paid for is kept a day.

import { KEYS } from "../key.ts";
import type { Redis } from "./redis.ts";
import { runScript, script } from "./script.ts";

export type ClaimAsk = {
  readonly transaction: string;
  /** Of method, target, body and price. */
  readonly request: string;
  /** Of the whole payment as decoded. */
  readonly payment: string;
  /** Empty where the payer sent none. */
  readonly paymentId: string;
  /** Who asks, as the gate knows callers; the desk for other servers is one. */
  readonly caller: string;
  /** Who works: new for every attempt. */
  readonly owner: string;
};

/**
 * claimed: the work is ours. running: somebody else's. other: it paid for another request, or for another caller who
 * named no id or another one: a transaction is public once it is in a block, the id never is. conflict: the payment id
 * belongs to another payment. prepared: the answer is kept, its settlement has no end yet. settled, rejected: ended.
 */
export type ClaimState = "claimed" | "running" | "other" | "conflict" | "prepared" | "settled" | "rejected";
/** A claim without a sign of life ends by itself. */
export const LEASE_MS = 15_000;
export const PAYMENT_KEPT_S = 86_400;
/** Receipts can be asked for so long; the payments ledger keeps them for good. */
export const RECEIPT_KEPT_S = 400 * 86_400;

const NOW = `local at = redis.call("TIME") local now = at[1] * 1000 + math.floor(at[2] / 1000)`;

/** KEYS: transaction, payment id or the same. ARGV: request, payment, payment id, owner, lease, caller. */
const CLAIM = script(`${NOW}
if ARGV[3] ~= "" then
  local bound = redis.call("GET", KEYS[2])
  if bound and bound ~= ARGV[2] then return "conflict" end
end
local held = redis.call("HMGET", KEYS[1], "state", "request", "lease", "id", "caller")
if held[1] then
  if held[2] ~= ARGV[1] then return "other" end
  local named = ARGV[3] ~= "" and held[4] == ARGV[3]
  if not named and held[5] ~= ARGV[6] then return "other" end
  if held[1] ~= "claimed" then return held[1] end
  if tonumber(held[3]) > now then return "running" end
end
redis.call("DEL", KEYS[1])
redis.call("HSET", KEYS[1], "state", "claimed", "request", ARGV[1], "payment", ARGV[2], "id", ARGV[3], "owner", ARGV[4], "lease", now + tonumber(ARGV[5]), "caller", ARGV[6])
redis.call("PEXPIRE", KEYS[1], ARGV[5])
if ARGV[3] ~= "" then redis.call("SET", KEYS[2], ARGV[2], "EX", ${PAYMENT_KEPT_S}) end
return "claimed"`);

/** KEYS: transaction. ARGV: owner, lease. */
const RENEW = script(`${NOW}
if redis.call("HGET", KEYS[1], "owner") ~= ARGV[1] or redis.call("HGET", KEYS[1], "state") ~= "claimed" then return 0 end
redis.call("HSET", KEYS[1], "lease", now + tonumber(ARGV[2]))
return redis.call("PEXPIRE", KEYS[1], ARGV[2])`);

/** KEYS: transaction, payment id or the same. ARGV: owner. */
const RELEASE = script(`
if redis.call("HGET", KEYS[1], "owner") ~= ARGV[1] or redis.call("HGET", KEYS[1], "state") ~= "claimed" then return 0 end
redis.call("DEL", KEYS[1])
if KEYS[2] ~= KEYS[1] then redis.call("DEL", KEYS[2]) end
return 1`);

/** KEYS: transaction, pending. ARGV: owner, answer, payment as text, transaction id, time. */
const PREPARE = script(`
if redis.call("HGET", KEYS[1], "owner") ~= ARGV[1] or redis.call("HGET", KEYS[1], "state") ~= "claimed" then return 0 end
redis.call("HSET", KEYS[1], "state", "prepared", "answer", ARGV[2], "text", ARGV[3])
redis.call("EXPIRE", KEYS[1], ${PAYMENT_KEPT_S})
redis.call("ZADD", KEYS[2], ARGV[5], ARGV[4])
return 1`);

/** KEYS: transaction, pending, ledger, receipt. ARGV: state, receipt, transaction id, row. */
const FINISH = script(`
if redis.call("HGET", KEYS[1], "state") ~= "prepared" then return 0 end
redis.call("HSET", KEYS[1], "state", ARGV[1], "receipt", ARGV[2])
if ARGV[1] == "rejected" then redis.call("HDEL", KEYS[1], "answer") end
redis.call("EXPIRE", KEYS[1], ${PAYMENT_KEPT_S})
redis.call("ZREM", KEYS[2], ARGV[3])
redis.call("RPUSH", KEYS[3], ARGV[4])
redis.call("SET", KEYS[4], ARGV[4], "EX", ${RECEIPT_KEPT_S})
return 1`);

export type Finished = { readonly state: "settled" | "rejected"; readonly receipt: string; readonly row: string };

export type Claims = {
  take(ask: ClaimAsk): Promise<ClaimState>;
  /** False where the claim is not the owner's any more. */
  renew(transaction: string, owner: string): Promise<boolean>;
  release(transaction: string, paymentId: string, owner: string): Promise<boolean>;
  /** Keeps the finished work before anything is charged; false where the claim was lost. */
  prepare(transaction: string, owner: string, answer: Buffer, text: string, at: number): Promise<boolean>;
  /** The end of a settlement, once; false where somebody else wrote it. */
  finish(transaction: string, finished: Finished): Promise<boolean>;
  markDelivered(transaction: string): Promise<void>;
  read(transaction: string): Promise<ReadonlyMap<string, Buffer>>;
  /** Whether its end is known from before, also where its claim is gone; null while lost data are not back. */
  hasEnded(transaction: string): Promise<boolean | null>;
  /** Transactions whose settlement has no end yet and began before the time. */
  pending(before: number): Promise<readonly string[]>;
};

/** Opens the claims; `leaseMs` is how long one lasts without a sign of life. */
export function openClaims(redis: Redis, leaseMs = LEASE_MS): Claims {
  const key = KEYS.payment;
  const idKey = (transaction: string, id: string) => (id === "" ? key(transaction) : KEYS.paymentId(id));
  return {
    async take({ transaction, request, payment, paymentId, owner, caller }) {
      const keys = [key(transaction), idKey(transaction, paymentId)];
      const said = await runScript(redis, CLAIM, keys, [request, payment, paymentId, owner, leaseMs, caller]);
      return said as ClaimState;
    },
    renew: async (transaction, owner) => (await runScript(redis, RENEW, [key(transaction)], [owner, leaseMs])) === 1,
    release: async (transaction, paymentId, owner) =>
      (await runScript(redis, RELEASE, [key(transaction), idKey(transaction, paymentId)], [owner])) === 1,
    prepare: async (transaction, owner, answer, text, at) =>
      (await runScript(
        redis,
        PREPARE,
        [key(transaction), KEYS.paymentsPending],
        [owner, answer, text, transaction, at],
      )) === 1,
    finish: async (transaction, { state, receipt, row }) =>
      (await runScript(
        redis,
        FINISH,
        [key(transaction), KEYS.paymentsPending, KEYS.paymentLedger, KEYS.paymentReceipt(transaction)],
        [state, receipt, transaction, row],
      )) === 1,
    async markDelivered(transaction) {
      await redis.hset(key(transaction), "delivered", "1");
    },
    async read(transaction) {
      return new Map(Object.entries(await redis.hgetallBuffer(key(transaction))));
    },
    async hasEnded(transaction) {
      // The mark comes last when lost data come back, so it is looked at first.
      if ((await redis.get(KEYS.restored)) === null) return null;
      return (await redis.exists(KEYS.paymentReceipt(transaction))) === 1;
    },
    pending: (before) => redis.zrangebyscore(KEYS.paymentsPending, "-inf", before, "LIMIT", 0, 500),
  };
}
