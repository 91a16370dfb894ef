// Claims in Redis: one payment does one piece of work; what it paid for is kept a day.
import { canonicalDigest } from "../../canonical.ts";
import { KEYS } from "../../key.ts";
import { type Redis, reachesReplica } from "../redis.ts";
import { restoredMark } from "../restored.ts";
import { runScript, script } from "../script.ts";

type ClaimAsk = {
  readonly transaction: string;
  /** Of method, target, body and price. */
  readonly request: string;
  /** Of the whole payment as decoded. */
  readonly payment: string;
  /** Empty where the payer sent none. */
  readonly paymentId: string;
  /** Who asks, as the gate knows callers; the facilitator for other servers is one. */
  readonly caller: string;
  /** Who works: new for every attempt. */
  readonly owner: string;
};

/**
 * claimed: the work is ours. running: somebody else's. other: it paid for another request, or for another caller who
 * named no id or another one: a transaction is public once it is in a block, the id never is. conflict: the payment id
 * belongs to another payment. prepared: the answer is kept, its settlement has no end yet. settled, rejected: ended.
 * unanswered: settled, but its answer was lost with Redis; the work is ours once more, and costs nothing.
 */
export type ClaimState =
  | "claimed"
  | "running"
  | "other"
  | "conflict"
  | "prepared"
  | "settled"
  | "rejected"
  | "unanswered";
/** A claim without a sign of life ends by itself. */
export const LEASE_MS = 15_000;
export const PAYMENT_KEPT_S = 86_400;
/** Receipts can be asked for so long; the payments ledger keeps them for good. */
export const RECEIPT_KEPT_S = 400 * 86_400;

const NOW = `local at = redis.call("TIME") local now = at[1] * 1000 + math.floor(at[2] / 1000)`;

/** What is kept of who brought a payment: nothing that opens anything, and the same for one transaction alone. */
export type PaidMark = { readonly caller: string; readonly payment_id: string };

/** No caller and no payment id reads like this, so that who brings a digest brings neither. */
const digestOf = (...parts: readonly string[]) => `sha256:${canonicalDigest(parts)}`;

/** The mark of a payment; an id that was not sent has none. */
export const markOf = ({
  transaction,
  caller,
  paymentId,
}: Omit<ClaimAsk, "request" | "payment" | "owner">): PaidMark => ({
  caller: digestOf("caller", transaction, caller),
  payment_id: paymentId === "" ? "" : digestOf("payment id", transaction, paymentId),
});

/**
 * Claims that an earlier version wrote have the caller and the id as they are. What came back from the store has no
 * answer. KEYS: transaction, payment id or the same. ARGV: request, payment, payment id, owner, lease, caller, digest of
 * the payment id, of the caller.
 */
const CLAIM = script(`${NOW}
if ARGV[3] ~= "" then
  local bound = redis.call("GET", KEYS[2])
  if bound and bound ~= ARGV[2] then return "conflict" end
end
local held = redis.call("HMGET", KEYS[1], "state", "request", "lease", "id", "caller")
if held[1] then
  if held[2] ~= ARGV[1] then return "other" end
  local named = ARGV[3] ~= "" and (held[4] == ARGV[3] or held[4] == ARGV[7])
  if not named and held[5] ~= ARGV[6] and held[5] ~= ARGV[8] then return "other" end
  local open = held[1] == "claimed"
  if held[1] == "settled" and redis.call("HEXISTS", KEYS[1], "answer") == 0 then open = true end
  if not open then return held[1] end
  if tonumber(held[3] or 0) > now then return "running" end
  if held[1] == "settled" then
    redis.call("HSET", KEYS[1], "owner", ARGV[4], "lease", now + tonumber(ARGV[5]))
    return "unanswered"
  end
end
redis.call("DEL", KEYS[1])
redis.call("HSET", KEYS[1], "state", "claimed", "request", ARGV[1], "payment", ARGV[2], "id", ARGV[7], "owner", ARGV[4], "lease", now + tonumber(ARGV[5]), "caller", ARGV[8])
redis.call("PEXPIRE", KEYS[1], ARGV[5])
if ARGV[3] ~= "" then redis.call("SET", KEYS[2], ARGV[2], "EX", ${PAYMENT_KEPT_S}) end
return "claimed"`);

/** KEYS: transaction. ARGV: owner, lease. */
const RENEW = script(`${NOW}
local held = redis.call("HMGET", KEYS[1], "owner", "state", "lease")
if held[1] ~= ARGV[1] then return 0 end
if held[2] == "claimed" then
  redis.call("HSET", KEYS[1], "lease", now + tonumber(ARGV[2]))
  return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
if held[2] ~= "settled" or not held[3] then return 0 end
redis.call("HSET", KEYS[1], "lease", now + tonumber(ARGV[2]))
return 1`);

/** KEYS: transaction, payment id or the same. ARGV: owner. */
const RELEASE = script(`
local held = redis.call("HMGET", KEYS[1], "owner", "state", "lease")
if held[1] ~= ARGV[1] then return 0 end
if held[2] == "settled" and held[3] then
  redis.call("HDEL", KEYS[1], "owner", "lease")
  return 1
end
if held[2] ~= "claimed" then return 0 end
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

/** The lost answer of a settled payment, made once more. KEYS: transaction. ARGV: owner, answer. */
const RENEW_ANSWER = script(`
local held = redis.call("HMGET", KEYS[1], "owner", "state", "lease")
if held[1] ~= ARGV[1] or held[2] ~= "settled" or not held[3] then return 0 end
redis.call("HSET", KEYS[1], "answer", ARGV[2])
redis.call("HDEL", KEYS[1], "lease")
return 1`);

/** KEYS: transaction, pending, ledger, receipt. ARGV: state, receipt, transaction id, row. */
const FINISH = script(`
if redis.call("HGET", KEYS[1], "state") ~= "prepared" then return 0 end
redis.call("HSET", KEYS[1], "state", ARGV[1], "receipt", ARGV[2])
redis.call("HDEL", KEYS[1], "lease")
if ARGV[1] == "rejected" then redis.call("HDEL", KEYS[1], "answer") end
redis.call("EXPIRE", KEYS[1], ${PAYMENT_KEPT_S})
redis.call("ZREM", KEYS[2], ARGV[3])
redis.call("RPUSH", KEYS[3], ARGV[4])
redis.call("SET", KEYS[4], ARGV[4], "EX", ${RECEIPT_KEPT_S})
return 1`);

type Finished = { readonly state: "settled" | "rejected"; readonly receipt: string; readonly row: string };

export type Claims = {
  /** Throws where Redis has replicas and none of them has the claim: nothing is held then. */
  take(ask: ClaimAsk): Promise<ClaimState>;
  /** False where the claim is not the owner's any more. */
  renew(transaction: string, owner: string): Promise<boolean>;
  release(transaction: string, paymentId: string, owner: string): Promise<boolean>;
  /** Keeps the finished work before anything is charged; false where the claim was lost. */
  prepare(transaction: string, owner: string, answer: Buffer, text: string, at: number): Promise<boolean>;
  /** Whether what was prepared or renewed outlives the death of a primary; nothing is settled or given before. */
  isKept(transaction: string): Promise<boolean>;
  /** Keeps the answer of an unanswered payment; false where the work was lost to somebody else. */
  renewAnswer(transaction: string, owner: string, answer: Buffer): Promise<boolean>;
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
    async take(ask) {
      const { transaction, request, payment, paymentId, owner, caller } = ask;
      const keys = [key(transaction), idKey(transaction, paymentId)];
      const mark = markOf(ask);
      const args = [request, payment, paymentId, owner, leaseMs, caller, mark.payment_id, mark.caller];
      const state = (await runScript(redis, CLAIM, keys, args)) as ClaimState;
      if (state !== "claimed" || (await reachesReplica(redis, key(transaction), leaseMs))) return state;
      // A failover could forget it and let the payment buy once more.
      await runScript(redis, RELEASE, keys, [owner]).catch(() => undefined);
      throw new Error("no replica of Redis has the claim of this payment");
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
    isKept: (transaction) => reachesReplica(redis, key(transaction), PAYMENT_KEPT_S * 1_000),
    renewAnswer: async (transaction, owner, answer) =>
      (await runScript(redis, RENEW_ANSWER, [key(transaction)], [owner, answer])) === 1,
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
      if ((await restoredMark(redis)) === null) return null;
      return (await redis.exists(KEYS.paymentReceipt(transaction))) === 1;
    },
    pending: (before) => redis.zrangebyscore(KEYS.paymentsPending, "-inf", before, "LIMIT", 0, 500),
  };
}
