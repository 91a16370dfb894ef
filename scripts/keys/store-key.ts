// Makes, changes and revokes design partners' keys: in Redis, which every api process follows, and in the store for good.
import { createHash, randomBytes } from "node:crypto";
import type { Store } from "../../schema/io/clickhouse.ts";
import { explainRedis, type Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { KEY_LIMITS } from "../../schema/limit.ts";
import type { PartnerKey } from "../../schema/partner-key.ts";
import { type ApiKeyRow, apiKey } from "../../schema/row/api-key.ts";
import { sanitiseText } from "../../schema/sanitise.ts";
import { KEY_NAME_MAX } from "./show-key.ts";

export type KeyDoors = {
  readonly redis: Redis;
  readonly store: Store;
  readonly now: () => number;
  readonly patienceMs?: number;
};
/** The whole key is shown once and kept nowhere. */
export type MadeKey = { readonly key: PartnerKey; readonly secret: string };
export type KeyLimits = { readonly read?: number; readonly llm?: number };

const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const makeId = () => [...randomBytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
const digestOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
const makeSecret = (id: string) => `assay_${id}_${randomBytes(32).toString("base64url")}`;

const toRow = (key: PartnerKey): ApiKeyRow => ({
  id: key.id,
  name: key.name,
  digest: key.digest,
  read_per_minute: key.read,
  llm_per_minute: key.llm,
  created_at: key.createdAt,
  revoked_at: key.revokedAt,
  changed_at: key.changedAt,
});

/** Longer than either takes; shorter than anybody waits for a command that says nothing. */
const PATIENCE_MS = 5_000;

/** Rejects with `otherwise` where the work has no end in time; whether it is done is not known then. */
async function within<T>({ patienceMs = PATIENCE_MS }: KeyDoors, work: Promise<T>, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const LIST = "`npm run keys -- list` says what is so";
const SILENT = `Redis does not answer, so whether it was done is not known; once it does, ${LIST}.`;

const explain = (redis: Redis, work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    throw new Error(`Nothing was changed: ${explainRedis(redis, error)}.`, { cause: error });
  });

/** First in force, then for good: a store that is away delays no revocation, and the caller hears of it. */
async function write(doors: KeyDoors, key: PartnerKey): Promise<void> {
  const { redis, store } = doors;
  const changed = redis
    .multi()
    .hset(KEYS.partnerKeys, key.id, JSON.stringify(key))
    .incr(KEYS.partnerKeyVersion)
    .publish(KEYS.partnerKeyChannel, key.id)
    .exec();
  await within(doors, explain(redis, changed), SILENT);
  const kept = `The store does not answer; ${LIST}. What is listed of ${key.id} is in force, and only in Redis until it is changed again; \`npm run keys -- rotate ${key.id}\` does that and gives a new secret.`;
  await within(doors, store.insert(apiKey.name, [toRow(key)], `api_key~${key.id}~${key.changedAt}`), kept);
}

export async function listKeys(doors: KeyDoors): Promise<PartnerKey[]> {
  const texts = Object.values(await within(doors, doors.redis.hgetall(KEYS.partnerKeys), "Redis does not answer."));
  return texts.map((text) => JSON.parse(text) as PartnerKey).sort((a, b) => a.createdAt - b.createdAt);
}

async function need(doors: KeyDoors, id: string): Promise<PartnerKey> {
  const text = await within(doors, doors.redis.hget(KEYS.partnerKeys, id), "Redis does not answer.");
  if (text === null) throw new Error(`there is no key ${JSON.stringify(id)}`);
  return JSON.parse(text) as PartnerKey;
}

/** Throws where the name has what nobody can see, or is too long. */
export async function createKey(doors: KeyDoors, name: string, limits: KeyLimits = {}): Promise<MadeKey> {
  if (name === "" || sanitiseText(name, KEY_NAME_MAX) !== name) {
    throw new Error(`a name has 1 to ${KEY_NAME_MAX} visible characters, with single blanks between words`);
  }
  const id = makeId();
  const secret = makeSecret(id);
  const at = doors.now();
  const { read = KEY_LIMITS.read, llm = KEY_LIMITS.llm } = limits;
  const key = { id, name, digest: digestOf(secret), read, llm, createdAt: at, changedAt: at, revokedAt: null };
  await write(doors, key);
  return { key, secret };
}

/** Sets how much the key may do from now on. */
export async function limitKey(doors: KeyDoors, id: string, limits: KeyLimits): Promise<PartnerKey> {
  const key = { ...(await need(doors, id)), ...limits, changedAt: doors.now() };
  await write(doors, key);
  return key;
}

/** A new secret under the same id and limits; the old one ends at once. */
export async function rotateKey(doors: KeyDoors, id: string): Promise<MadeKey> {
  const held = await need(doors, id);
  if (held.revokedAt !== null) throw new Error(`the key ${id} was revoked`);
  const secret = makeSecret(id);
  const key = { ...held, digest: digestOf(secret), changedAt: doors.now() };
  await write(doors, key);
  return { key, secret };
}

export async function revokeKey(doors: KeyDoors, id: string): Promise<PartnerKey> {
  const at = doors.now();
  const key = { ...(await need(doors, id)), changedAt: at, revokedAt: at };
  await write(doors, key);
  return key;
}
