// The partner keys in memory: found without asking Redis, and forgotten within a second of being revoked.
import { digestOf } from "../../schema/canonical.ts";
import { compile } from "../../schema/check.ts";
import type { Log } from "../../schema/io/log.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { restoredMark } from "../../schema/io/restored.ts";
import { KEYS } from "../../schema/key.ts";
import { PARTNER_KEY, PartnerKey } from "../../schema/partner-key.ts";

export type KeyRing = {
  /** The key an Authorization header carries, or null. */
  find(authorization: string): PartnerKey | null;
  /** Whether all keys were read at some time. */
  isRead(): boolean;
  /** Calls back when keys changed. */
  onChange(listener: () => void): void;
  start(): Promise<void>;
  stop(): void;
};

/** How often the number of changes is compared, should an announcement be lost. */
const HEAL_EVERY_MS = 400;
const REMEMBERED_MAX = 4_096;

const isPartnerKey = compile(PartnerKey);

export function openKeyRing({ redis, subscriber, log }: { redis: Redis; subscriber: Redis; log: Log }): KeyRing {
  let byId = new Map<string, PartnerKey>();
  let byDigest = new Map<string, PartnerKey>();
  let version = "";
  let isWhole = false;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | null = null;
  const listeners: (() => void)[] = [];
  /** By header text: a digest for each call would cost more than the answer. Only what was found is remembered. */
  const remembered = new Map<string, PartnerKey>();

  const readAll = async () => {
    const [mark, changes] = await Promise.all([restoredMark(redis), redis.get(KEYS.partnerKeyVersion)]);
    const newest = `${mark} ${changes ?? 0}`;
    if (newest === version) return;
    const rows = Object.values(await redis.hgetall(KEYS.partnerKeys)).map((text): unknown => JSON.parse(text));
    const found = rows.filter(isPartnerKey).map((key) => [key.id, key] as const);
    // Redis lost its data and knows less than there is: until that is back, what is held here stands.
    byId = new Map(mark === null ? [...byId, ...found] : found);
    isWhole ||= mark !== null;
    const standing = [...byId.values()].filter(({ revokedAt }) => revokedAt === null);
    byDigest = new Map(standing.map((key) => [key.digest, key]));
    remembered.clear();
    version = newest;
    for (const listener of listeners) listener();
  };
  const read = () => {
    // A change that comes while we read is seen by the next comparison.
    reading ??= readAll()
      .catch((error: Error) => log.debug({ err: error.message }, "partner keys not compared"))
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const onMessage = (channel: string) => {
    if (channel === KEYS.partnerKeyChannel) void read();
  };
  return {
    find(authorization) {
      const known = remembered.get(authorization);
      if (known !== undefined) return known;
      const text = authorization.replace(/^bearer +/i, "");
      if (text === authorization || !PARTNER_KEY.test(text)) return null;
      const key = byDigest.get(digestOf(text)) ?? null;
      if (key === null) return null;
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(authorization, key);
      return key;
    },
    isRead: () => isWhole,
    onChange: (listener) => void listeners.push(listener),
    async start() {
      subscriber.on("message", onMessage);
      subscriber.subscribe(KEYS.partnerKeyChannel).catch(() => undefined);
      await read();
      timer = setInterval(read, HEAL_EVERY_MS);
    },
    stop: () => clearInterval(timer),
  };
}
