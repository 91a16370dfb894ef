// A running service with monitors, and the events that a soak makes: whatever dies, each is asked for until it is there.
import { setTimeout as sleep } from "node:timers/promises";
import { appendEvents } from "../../../jobs/event/append-events.ts";
import { digestOf } from "../../../schema/canonical.ts";
import type { SignalRow } from "../../../schema/dataset/signal/signal.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import { openStore, type Store } from "../../../schema/io/clickhouse.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openRedis, type Redis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import type { MonitorReadRow } from "../../../schema/query/watch/monitor-row.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import { makeSecret, readSealKeys, seal } from "../../../schema/webhook/secret.ts";
import { type RunningService, startService } from "../../../scripts/bench/service.ts";
import { type Receivers, startReceivers } from "./receivers.ts";

const MONITOR_KEY = Buffer.alloc(32, 7).toString("base64");
const SECRET = makeSecret(Buffer.alloc(32, 9));
const SEALED = seal(readSealKeys(MONITOR_KEY), "secret", SECRET, Buffer.alloc(12, 1));
const OWNED = LIMITS.monitorsPerSecretMax;
const AGAIN_MS = 200;
const GIVEN_UP_MS = 120_000;

export type Stack = {
  readonly service: RunningService;
  readonly receivers: Receivers;
  /** Does it until it does not fail: parts of the service come and go. */
  insist<T>(work: (doors: { store: Store; redis: Redis }) => Promise<T>): Promise<T>;
  /** Monitors from 0 on, each at a receiver of its own; `tokens` says what each watches. */
  watch(count: number, tokens: (monitor: number) => readonly string[]): Promise<void>;
  /** A signal of each of these tokens, numbered as events. @returns the number of the last. */
  fire(tokens: readonly string[]): Promise<number>;
  stop(): Promise<void>;
};

export const idOf = (monitor: number) => `mon_${String(monitor).padStart(26, "0")}`;

export async function startStack(settings: Record<string, string> = {}): Promise<Stack> {
  const service = await startService({
    ...{ TRACKED_TOKENS: "bitcoin,ethereum", BACKFILL_DAYS: "1", MONITOR_KEY, WEBHOOK_LOOPBACK: "true" },
    ...{ LOG_LEVEL: "warn", ...settings },
  });
  const receivers = await startReceivers();
  const place = await service.place();
  const store = openStore({
    ...{ url: place.clickhouseUrl, user: place.clickhouseUser, password: place.clickhousePassword },
    ...{ database: place.clickhouseDatabase, process: "soak" },
  });
  const redis = openRedis(place.redisUrl, "patient", "soak");
  // What is tried again needs no word of each time.
  redis.on("error", () => undefined);
  const insist: Stack["insist"] = async (work) => {
    for (const until = systemClock.now() + GIVEN_UP_MS; ; await sleep(AGAIN_MS)) {
      try {
        return await work({ store, redis });
      } catch (error) {
        if (systemClock.now() > until) throw error;
      }
    }
  };
  let fired = 0;
  return {
    service,
    receivers,
    insist,
    async watch(count, tokens) {
      const now = systemClock.now();
      const rows = Array.from({ length: count }, (_, at): MonitorReadRow => {
        // Fifty of an owner, as many as a secret has.
        const owner = digestOf(`${SECRET} ${Math.floor(at / OWNED)}`);
        const held = { secret_digest: owner, secret_sealed: SEALED, tokens: [...tokens(at)] };
        return {
          ...{ id: idOf(at), ...held, kinds: [...SIGNAL_KINDS], min_severity: 1, verdict_changes: 1, new_briefs: 1 },
          ...{
            webhook_url: receivers.url(at),
            since_event: 1,
            caller: "",
            payment: "",
            created_at: now,
            begun_at: now,
          },
          ...{ stopped_at: null, suspended_at: null, resumed_at: null, changed_at: now },
        };
      });
      await insist(async (doors) => {
        await doors.store.insert("monitor", rows, "soak~monitors");
        await doors.redis.set(KEYS.monitorsMark, `soak ${now}`);
      });
    },
    async fire(tokens) {
      const now = systemClock.now();
      const rows = tokens.map((token): SignalRow => {
        fired += 1;
        return {
          ...{ token, at: now, key: `soak ${fired}`, id: 1_000_000 + fired, kind: "price_move", direction: "bearish" },
          ...{ severity: 2, value: -4.2, ratio: 2.1, details: "{}", status: "open", expires_at: now + DAY_MS },
          ...{ closed_at: null, rules: "sig-1", changed_at: now },
        };
      });
      await insist((doors) => doors.store.insert("signal", rows, `soak~${fired}`));
      await insist((doors) => appendEvents({ ...doors, clock: systemClock }));
      return 1_000_000 + fired;
    },
    async stop() {
      redis.disconnect();
      await store.close();
      await receivers.close();
      await service.stop();
    },
  };
}
