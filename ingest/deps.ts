// What the ingest side needs from its process.
import type { Env } from "../schema/env.ts";
import type { Store } from "../schema/io/clickhouse.ts";
import type { Clock } from "../schema/io/clock.ts";
import type { Log } from "../schema/io/log.ts";
import type { Random } from "../schema/io/random.ts";
import type { Redis } from "../schema/io/redis.ts";

export type IngestDeps = {
  readonly env: Env;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly redis: Redis;
  /** The system's where it is left out. */
  readonly random?: Random;
};
