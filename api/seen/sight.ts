// What operators see of an api process: counts, the access log and the listener that tells, opened and closed as one.
import type { Env } from "../../schema/env.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import { openAccessLog } from "../../schema/io/seen/access-log.ts";
import { openAdmin } from "../../schema/io/seen/admin.ts";
import { buildInfo } from "../../schema/io/seen/build-info.ts";
import type { Server } from "../server.ts";
import type { Snapshots } from "../snapshot/feed.ts";
import { apiLooks } from "./looks.ts";
import { openSeen, type Seen } from "./seen.ts";

type SightDeps = { readonly env: Env; readonly log: Log; readonly clock: Clock; readonly snapshots: Snapshots };
type Sight = {
  readonly seen: Seen;
  /** From now on it tells of that server too; gives it back. */
  serves<S extends Pick<Server, "load">>(server: S): S;
  close(): Promise<void>;
};

export async function openSight({ env, log, clock, snapshots }: SightDeps): Promise<Sight> {
  const accessLog = await openAccessLog(env.ACCESS_LOG, { process: "api", clock, log });
  let served: Pick<Server, "load"> | null = null;
  const looks = [buildInfo("api"), ...apiLooks({ snapshots, clock, server: () => served })];
  const admin = openAdmin({ env, log, process: "api", looks });
  return {
    seen: openSeen({ log: accessLog, sample: env.ACCESS_LOG_SAMPLE }),
    serves(server) {
      served = server;
      return server;
    },
    async close() {
      await admin.stop();
      await accessLog?.close();
    },
  };
}
