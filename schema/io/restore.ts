// Brings back into a Redis that lost its data what the store holds and callers depend on: partners' keys, the day's used
// allowances, and the claims and receipts of payments. What Redis holds by then is newer and stays.

import type { ApiKeyRow } from "../dataset/service/api-key.ts";
import type { PaymentRow } from "../dataset/service/payment.ts";
import { KEYS } from "../key.ts";
import { ALLOWANCES, LIMITS, RATE_POLICIES } from "../limit.ts";
import type { PartnerKey } from "../partner-key.ts";
import type { Settled } from "../pay/x402.ts";
import { allowanceUsed } from "../query/service/allowance-used.ts";
import { apiKeyAll } from "../query/service/api-key-all.ts";
import { paymentEnd } from "../query/service/payment-end.ts";
import type { Tier } from "../tier.ts";
import type { Store } from "./clickhouse.ts";
import type { Clock } from "./clock.ts";
import { keepLock, takeLock } from "./lock.ts";
import { PAYMENT_KEPT_S, RECEIPT_KEPT_S } from "./pay/claim.ts";
import { PERMIT_LUA } from "./permit.ts";
import type { Redis } from "./redis.ts";
import { markRestored } from "./restored.ts";
import { runScript, script } from "./script.ts";

export type RestoreDeps = { readonly redis: Redis; readonly store: Store; readonly clock: Clock };

const LOCK = "restore";
/** Kept for as long as it takes; who dies in the middle delays the others by as much. */
const LOCK_MS = 4_000;
const BLOCK = 500;

/** KEYS: keys. ARGV: id, key, when it was changed; for each. */
const KEEP_KEYS = script(`
for i = 1, #ARGV, 3 do
  local held = redis.call("HGET", KEYS[1], ARGV[i])
  if not held or tonumber(cjson.decode(held).changedAt) < tonumber(ARGV[i + 2]) then
    redis.call("HSET", KEYS[1], ARGV[i], ARGV[i + 1])
  end
end
return 0`);

/**
 * What each process used in all of a day's allowance. KEYS: permits of the day, batches that used the window. ARGV: caller;
 * name of the window and how long it is kept; process, uses, for each.
 */
const KEEP_USES = script(`${PERMIT_LUA}
local windows, expiries = open(textOf(KEYS[1], redis.call("HGET", KEYS[1], ARGV[1])))
local window = windows[ARGV[2]]
for i = 4, #ARGV, 2 do
  local used, others, mine, seen, rest, till = read(window, ARGV[i], "journalled", KEYS[2])
  local more = tonumber(ARGV[i + 1]) - seen
  if more > 0 then window = form(used + more, rest, ARGV[i], mine, till, seen + more) end
end
windows[ARGV[2]], expiries[ARGV[2]] = window, after(ARGV[3])
close(KEYS[1], ARGV[1], windows, expiries, ARGV[3])
return 0`);

/**
 * The answer is gone, so the claim says that the payment was used, by whom and for what: only that caller gets an answer
 * to that request once more. A claim that was begun meanwhile knew nothing of this end.
 * KEYS: transaction, receipt. ARGV: state, row, seconds the claim and the receipt are kept (a claim of none is over);
 * digests of the request, the caller and the payment id, the receipt of the settlement.
 */
const KEEP_END = script(`
local state = redis.call("HGET", KEYS[1], "state")
if tonumber(ARGV[3]) > 0 and (not state or state == "claimed") then
  redis.call("DEL", KEYS[1])
  redis.call("HSET", KEYS[1], "state", ARGV[1], "request", ARGV[5], "caller", ARGV[6], "id", ARGV[7], "receipt", ARGV[8])
  redis.call("EXPIRE", KEYS[1], ARGV[3])
end
redis.call("SET", KEYS[2], ARGV[2], "EX", ARGV[4], "NX")
return 0`);

const partnerKeyOf = (row: ApiKeyRow): PartnerKey => ({
  id: row.id,
  name: row.name,
  digest: row.digest,
  read: row.read_per_minute,
  llm: row.llm_per_minute,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  revokedAt: row.revoked_at,
});

/** What the payer was told of the settlement, as far as its row says. */
const receiptOf = ({ transaction, network, amount, payer, ledger, state, reason }: PaymentRow): Settled =>
  state === "settled"
    ? {
        ...{ success: true, transaction, network, amount, payer },
        extra: { status: "confirmed", ...(ledger === "chain" ? {} : { ledger }) },
      }
    : { success: false, transaction, network, errorReason: reason };

function* blocksOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += BLOCK) yield rows.slice(at, at + BLOCK);
}

/** Brings the stored keys back; every process reads them anew. @returns how many. */
export async function restoreKeys({ redis, store }: Pick<RestoreDeps, "redis" | "store">): Promise<number> {
  const keys = (await store.query(apiKeyAll, {})).map(partnerKeyOf);
  for (const block of blocksOf(keys)) {
    const args = block.flatMap((key) => [key.id, JSON.stringify(key), key.changedAt]);
    await runScript(redis, KEEP_KEYS, [KEYS.partnerKeys], args);
  }
  await redis.multi().incr(KEYS.partnerKeyVersion).publish(KEYS.partnerKeyChannel, "all").exec();
  return keys.length;
}

/**
 * Tells Redis what each process used of the day's allowances as far as the store knows: what Redis knows better stays.
 * @returns of how many.
 */
export async function restoreAllowances({ redis, store, clock }: RestoreDeps): Promise<number> {
  const windowMs = RATE_POLICIES["data-free"].windowS * 1_000;
  const now = clock.now();
  const window = Math.floor(now / windowMs);
  const keptMs = (window + 1) * windowMs + LIMITS.permitsAfterWindowMs - now;
  const uses = new Map<string, { batches: string; args: (string | number)[] }>();
  for (const { caller, tier, process, calls } of await store.query(allowanceUsed, { from: window * windowMs })) {
    const policy = ALLOWANCES[tier as Tier];
    if (policy === undefined) continue;
    const name = KEYS.permitsEnd(policy, window);
    const of = uses.get(caller + name) ?? { batches: KEYS.batchesUsed(name), args: [caller, name, keptMs] };
    of.args.push(process, calls);
    uses.set(caller + name, of);
  }
  for (const block of blocksOf([...uses.values()])) {
    await Promise.all(
      block.map(({ batches, args }) => runScript(redis, KEEP_USES, [KEYS.permits(window), batches], args)),
    );
  }
  return uses.size;
}

/** Whoever's end is missing could pay once more, so none is left out; read in blocks, as calls are answered meanwhile. */
async function restorePayments({ redis, store, clock }: RestoreDeps): Promise<number> {
  const now = clock.now();
  const secondsLeft = (at: number, keptS: number) => Math.max(0, Math.ceil((at - now) / 1_000) + keptS);
  const keepEnd = (row: PaymentRow) => {
    const keys = [KEYS.payment(row.transaction), KEYS.paymentReceipt(row.transaction)];
    const kept = [secondsLeft(row.at, PAYMENT_KEPT_S), Math.max(1, secondsLeft(row.at, RECEIPT_KEPT_S))];
    const asked = [row.request, row.caller, row.payment_id, JSON.stringify(receiptOf(row))];
    return runScript(redis, KEEP_END, keys, [row.state, JSON.stringify(row), ...kept, ...asked]);
  };
  let count = 0;
  for await (const rows of store.stream(paymentEnd, { from: now - RECEIPT_KEPT_S * 1_000 })) {
    for (const block of blocksOf(rows)) await Promise.all(block.map(keepEnd));
    count += rows.length;
  }
  return count;
}

/**
 * Brings back what is missing and marks that it is back. @returns the mark, and of how many keys, allowances and payments
 * the store knew (none at a first start); null where another process is about it.
 * Throws what the store or Redis threw: nothing is marked then.
 */
export async function restoreRedis(deps: RestoreDeps): Promise<{ mark: string; count: number } | null> {
  const lock = await takeLock(deps.redis, LOCK, LOCK_MS, deps.clock.now());
  if (lock === null) return null;
  const letGo = keepLock(lock, LOCK_MS);
  try {
    const count = (await restoreKeys(deps)) + (await restoreAllowances(deps)) + (await restorePayments(deps));
    // Redis may have lost it all again meanwhile, and with it the lock.
    await lock.extend();
    const mark = String(deps.clock.now());
    await markRestored(deps.redis, mark);
    return { mark, count };
  } finally {
    letGo();
    await lock.release();
  }
}
