// Makes, changes and revokes design partners' keys: in Redis, which every api process follows, and in the store for good.
import { randomBytes } from "node:crypto";
import { digestOf } from "../../schema/canonical.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { endsWithin } from "../../schema/io/deadline.ts";
import { changePartnerKey, storePartnerKey } from "../../schema/io/partner-key.ts";
import { explainRedis, type Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { KEY_LIMITS } from "../../schema/limit.ts";
import type { PartnerKey } from "../../schema/partner-key.ts";
import { sanitiseText } from "../../schema/sanitise.ts";
import { KEY_NAME_MAX } from "./show-key.ts";

export type KeyDoors = {
  readonly redis: Redis;
  readonly store: Store;
  readonly now: () => number;
  readonly patienceMs?: number;
};
/** In force; why the store has it not yet, or null. The running service stores it then. */
export type ChangedKey = { readonly key: PartnerKey; readonly unstored: string | null };
/** The whole key is shown once and kept nowhere. */
type MadeKey = ChangedKey & { readonly secret: string };
type KeyLimits = { readonly read?: number; readonly llm?: number };

const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const makeId = () => [...randomBytes(8)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
const makeSecret = (id: string) => `assay_${id}_${randomBytes(32).toString("base64url")}`;

/** Longer than either takes; shorter than anybody waits for a command that says nothing. */
const PATIENCE_MS = 5_000;

const within = <T>({ patienceMs = PATIENCE_MS }: KeyDoors, work: Promise<T>, otherwise: string): Promise<T> =>
  endsWithin(patienceMs, work, otherwise);

const LIST = "`npm run keys -- list` says what is so";
const SILENT = `Redis does not answer, so whether it was done is not known; once it does, ${LIST}.`;
/** How often a change begins anew because another came before it. */
const ATTEMPTS = 10;

const explain = <T>(redis: Redis, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new Error(`Nothing was changed: ${explainRedis(redis, error)}.`, { cause: error });
  });

/**
 * First in force, then for good: a store that is away delays no change, and a job of the running service stores it later.
 * @returns null where something else than `held` is kept of the key by now.
 */
async function write(doors: KeyDoors, held: string, key: PartnerKey): Promise<ChangedKey | null> {
  const text = JSON.stringify(key);
  const changed = changePartnerKey(doors.redis, held, key.id, text);
  if (!(await within(doors, explain(doors.redis, changed), SILENT))) return null;
  const unstored = await within(doors, storePartnerKey(doors, key, text), "the store does not answer").then(
    () => null,
    ({ message }: Error) => message,
  );
  return { key, unstored };
}

export async function listKeys(doors: KeyDoors): Promise<PartnerKey[]> {
  const texts = Object.values(await within(doors, doors.redis.hgetall(KEYS.partnerKeys), "Redis does not answer."));
  return texts.map((text) => JSON.parse(text) as PartnerKey).sort((a, b) => a.createdAt - b.createdAt);
}

/**
 * Changes what is held of a key by now. A clock that went back makes no state older than the one before it: the store
 * takes the latest.
 */
async function change(
  doors: KeyDoors,
  id: string,
  to: (held: PartnerKey, at: number) => PartnerKey,
): Promise<ChangedKey> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const text = await within(doors, doors.redis.hget(KEYS.partnerKeys, id), "Redis does not answer.");
    if (text === null) throw new Error(`there is no key ${JSON.stringify(id)}`);
    const held = JSON.parse(text) as PartnerKey;
    const at = Math.max(doors.now(), held.changedAt + 1);
    const changed = await write(doors, text, { ...to(held, at), changedAt: at });
    if (changed !== null) return changed;
  }
  throw new Error(`Nothing was changed: others change the key ${id} all the while.`);
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
  const made = await write(doors, "", key);
  if (made === null) throw new Error(`Nothing was changed: there is a key ${id} already.`);
  return { ...made, secret };
}

/** Sets how much the key may do from now on. */
export const limitKey = (doors: KeyDoors, id: string, limits: KeyLimits): Promise<ChangedKey> =>
  change(doors, id, (held) => ({ ...held, ...limits }));

/** A new secret under the same id and limits; the old one ends at once. */
export async function rotateKey(doors: KeyDoors, id: string): Promise<MadeKey> {
  const secret = makeSecret(id);
  const changed = await change(doors, id, (held) => {
    if (held.revokedAt !== null) throw new Error(`the key ${id} was revoked`);
    return { ...held, digest: digestOf(secret) };
  });
  return { ...changed, secret };
}

export const revokeKey = (doors: KeyDoors, id: string): Promise<ChangedKey> =>
  change(doors, id, (held, at) => ({ ...held, revokedAt: at }));
