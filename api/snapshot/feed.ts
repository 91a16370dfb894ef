// Brings snapshots from Redis into memory: all at start, each when it is announced, and by comparison what was missed; those
// of tokens far down a long list when they are asked for.
import { fault } from "../../schema/fault.ts";
import type { Log } from "../../schema/io/log.ts";
import { explainRedis, type Redis } from "../../schema/io/redis.ts";
import { snapshotBytes, snapshotKey } from "../../schema/io/snapshot-key.ts";
import { KEYS } from "../../schema/key.ts";
import { type FrameKind, type FrameOf, openFrameTable } from "./frame-table.ts";
import { openHeard } from "./heard.ts";

export type Snapshots = {
  /** What is held now. */
  get<K extends FrameKind>(kind: K, name: string): FrameOf<K> | undefined;
  /** What is held, else what Redis has; null where it was never built. Throws upstream_unavailable without Redis. */
  load<K extends FrameKind>(kind: K, name: string): Promise<FrameOf<K> | null>;
  /** Version held; -1 where none is. */
  version(name: string): number;
  names(): string[];
  /** Calls back with the name of every snapshot that is replaced. */
  onSwap(listener: (name: string) => void): void;
  /** Whether announcements can reach this process now. */
  isConnected(): boolean;
  /** Why Redis does not take a write and give it back; null where it does. */
  probe(): Promise<string | null>;
  start(): Promise<void>;
  stop(): void;
};

type FeedOptions = {
  /** Fails fast: loads. */
  readonly redis: Redis;
  /** Patient, for the subscription alone. */
  readonly subscriber: Redis;
  readonly log: Log;
  readonly healEveryMs?: number;
};

const HEAL_EVERY_MS = 2_000;
const FIRST_WAIT_MS = 2_000;
const FRAMES_PER_READ = 16;

/** Waits a little for the first connection: an API that starts beside Redis should start with data. */
const whenReady = (redis: Redis): Promise<void> =>
  new Promise((resolve) => {
    if (redis.status === "ready") return resolve();
    const timer = setTimeout(resolve, FIRST_WAIT_MS);
    redis.once("ready", () => {
      clearTimeout(timer);
      resolve();
    });
  });

const countOf = async (redis: Redis): Promise<number> => Number((await redis.get(KEYS.snapshotCount)) ?? 0);

async function fetchFrame(redis: Redis, name: string): Promise<Buffer | null> {
  try {
    return await redis.getBuffer(snapshotKey(redis, name));
  } catch (cause) {
    throw fault("upstream_unavailable", "What is stored cannot be reached; try again.", { retryAfterS: 2, cause });
  }
}

async function probe(redis: Redis): Promise<string | null> {
  try {
    await redis.set(KEYS.readiness, "1", "EX", 60);
    return (await redis.get(KEYS.readiness)) === "1" ? null : "Redis does not keep what is written";
  } catch (error) {
    return explainRedis(redis, error);
  }
}

/** Opens the feed; nothing is read before `start`. */
export function openSnapshots({ redis, subscriber, log, healEveryMs = HEAL_EVERY_MS }: FeedOptions): Snapshots {
  const listeners: ((name: string) => void)[] = [];
  const table = openFrameTable((name) => {
    for (const listener of listeners) listener(name);
  });
  /** Newest versions Redis is known to have; outlives Redis. */
  const known = new Map<string, number>();
  const wanted = new Set<string>();
  /** Versions that could not be read: not asked for again and again. */
  const broken = new Map<string, number>();
  const heard = openHeard();
  let reading: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const isWanted = (name: string, version: number) =>
    version > table.version(name) && version !== broken.get(name) && table.isFollowed(name);

  const take = (name: string, bytes: Buffer | null) => {
    if (bytes === null || table.accept(name, bytes) !== "broken") return;
    broken.set(name, known.get(name) ?? -1);
    log.warn({ snapshot: name }, "refused a snapshot that does not decode; the last good one stays");
  };
  const readWanted = async () => {
    while (wanted.size > 0) {
      const names = [...wanted].slice(0, FRAMES_PER_READ);
      for (const name of names) wanted.delete(name);
      const values = await snapshotBytes(redis, names);
      for (const [at, name] of names.entries()) take(name, values[at] ?? null);
    }
  };
  const read = (): Promise<void> => {
    reading ??= readWanted().finally(() => {
      reading = null;
    });
    return reading;
  };
  const heal = async (count: number) => {
    heard.compared(count);
    for (const [name, text] of Object.entries(await redis.hgetall(KEYS.snapshotVersions))) {
      known.set(name, Number(text));
      if (isWanted(name, Number(text))) wanted.add(name);
    }
    await read();
  };
  /** All versions are compared only where an announcement is missing: their list is long and seldom needed. */
  const look = async () => {
    const count = await countOf(redis);
    if (heard.isMissing(count)) await heal(count);
  };
  const quietly = (done: Promise<void>) =>
    done.catch(({ message }: Error) => {
      heard.compared(-1);
      log.debug({ err: message }, "snapshots not compared");
    });
  const healQuietly = () => quietly(countOf(redis).then(heal));

  const onMessage = (_channel: string, message: string) => {
    const [number = "", stamp = "", name = ""] = message.split(" ", 3);
    const [count, version] = [Number(number), Number(stamp)];
    if (!Number.isFinite(version) || name === "") return;
    heard.hear(count);
    known.set(name, Math.max(version, known.get(name) ?? -1));
    if (!isWanted(name, version)) return;
    wanted.add(name);
    read().catch(() => heard.compared(-1));
  };
  return {
    get: table.get,
    async load<K extends FrameKind>(kind: K, name: string) {
      const held = table.get(kind, name);
      if (held) return held;
      take(name, await fetchFrame(redis, name));
      return table.get(kind, name) ?? null;
    },
    version: table.version,
    names: table.names,
    onSwap: (listener) => void listeners.push(listener),
    // A Redis that hangs keeps the connection that only listens: what is asked finds out.
    isConnected: () => subscriber.status === "ready" && redis.status === "ready",
    probe: () => probe(redis),
    async start() {
      subscriber.on("message", onMessage);
      subscriber.on("ready", healQuietly);
      // Waits for Redis by itself when it is away; the API starts without.
      subscriber.subscribe(KEYS.snapshotChannel).catch(() => undefined);
      await whenReady(redis);
      await healQuietly();
      timer = setInterval(() => quietly(look()), healEveryMs);
    },
    stop: () => clearInterval(timer),
  };
}
