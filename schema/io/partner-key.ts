// How a design partner's key changes: in force in Redis at once, and waiting there for as long as the store has it not.

import { type ApiKeyRow, apiKey } from "../dataset/service/api-key.ts";
import { KEYS } from "../key.ts";
import type { PartnerKey } from "../partner-key.ts";
import type { Store } from "./clickhouse.ts";
import type { Redis } from "./redis.ts";
import { runScript, script } from "./script.ts";

type PartnerKeyDeps = { readonly redis: Redis; readonly store: Store };

/** KEYS: keys, number of changes, not stored. ARGV: id, what is held of it (empty for none), what comes in its place, channel. */
const CHANGE = script(`
local held = redis.call("HGET", KEYS[1], ARGV[1]) or ""
if held == ARGV[3] then return 1 end
if held ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
redis.call("HSET", KEYS[3], ARGV[1], ARGV[3])
redis.call("INCR", KEYS[2])
redis.call("PUBLISH", ARGV[4], ARGV[1])
return 1`);

/** KEYS: not stored. ARGV: id, what was stored: a change that came meanwhile stays. */
const STORED = script(`
if redis.call("HGET", KEYS[1], ARGV[1]) == ARGV[2] then redis.call("HDEL", KEYS[1], ARGV[1]) end
return 0`);

const rowOf = (key: PartnerKey): ApiKeyRow => ({
  id: key.id,
  name: key.name,
  digest: key.digest,
  read_per_minute: key.read,
  llm_per_minute: key.llm,
  created_at: key.createdAt,
  revoked_at: key.revokedAt,
  changed_at: key.changedAt,
});

/**
 * Puts a key in the place of what is held of it. @returns false where something else is held by now. Asked twice, since
 * a connection was lost, it is done once.
 */
export async function changePartnerKey(redis: Redis, held: string, id: string, text: string): Promise<boolean> {
  const keys = [KEYS.partnerKeys, KEYS.partnerKeyVersion, KEYS.partnerKeysUnstored];
  return (await runScript(redis, CHANGE, keys, [id, held, text, KEYS.partnerKeyChannel])) === 1;
}

/** Stores a state of a key, and ends its waiting; a death in between stores it again, once. */
export async function storePartnerKey({ redis, store }: PartnerKeyDeps, key: PartnerKey, text: string): Promise<void> {
  await store.insert(apiKey.name, [rowOf(key)], `api_key~${key.id}~${key.changedAt}`);
  await runScript(redis, STORED, [KEYS.partnerKeysUnstored], [key.id, text]);
}
