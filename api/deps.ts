// What the api process gives its routes.
import type { Env } from "../schema/env.ts";
import type { Store } from "../schema/io/clickhouse.ts";
import type { Clock } from "../schema/io/clock.ts";
import type { Log } from "../schema/io/log.ts";
import type { Gate } from "./gate/gate.ts";
import type { JobCalls } from "./job-call.ts";
import type { Receipts } from "./pay/receipts.ts";
import type { Snapshots } from "./snapshot/feed.ts";
import type { PartCheck } from "./surface/part.ts";

export type Deps = {
  readonly env: Env;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly snapshots: Snapshots;
  /** Absent where no payments are looked up. */
  readonly receipts?: Receipts;
  /** Says in the status that an issued object was found not to hold; never throws. */
  readonly alarm?: (id: string, problem: string) => void;
  /** Absent where no worker can be asked. */
  readonly jobCalls?: JobCalls;
  /** What /readyz tells of beside snapshots and Redis, by name; one of the same name says it better. */
  readonly parts?: Readonly<Record<string, PartCheck>>;
  /** Absent where calls are not metered. */
  readonly gate?: Gate;
  /** What named calls pass there. */
  readonly unmetered?: Pick<Gate, "pass">;
};
