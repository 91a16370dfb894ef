// An api process for tests of the gate: the real server and gate over test endpoints, settings from the environment.
import { openApp } from "../../api/app.ts";
import { openGate } from "../../api/gate/gate.ts";
import { openSnapshots } from "../../api/snapshot/feed.ts";
import { parseEnv, setHeaderLimit } from "../../schema/env.ts";
import { systemClock } from "../../schema/io/clock.ts";
import { openLog } from "../../schema/io/log.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { LIMITS } from "../../schema/limit.ts";
import { absentStore } from "./api.ts";
import { TEST_ROUTES } from "./gate-route.ts";

const env = parseEnv();
const url = env.REDIS_URL ?? "";
const log = openLog("gated", env.LOG_LEVEL);
setHeaderLimit(LIMITS.headerBytesMax);
const { startServer } = await import("../../api/server.ts");
const redis = openRedis(url, "fast", "gated");
const subscriber = openRedis(url, "patient", "gated-subscriber");
await new Promise((resolve) => redis.once("ready", resolve));
const snapshots = openSnapshots({ redis, subscriber, log });
const gate = openGate({ env, redis, subscriber, clock: systemClock, log, payments: null });
const app = openApp({ env, clock: systemClock, log, store: absentStore, snapshots, gate }, TEST_ROUTES);
await gate.start();
const server = await startServer({ app, log, host: "127.0.0.1", port: env.PORT, shared: true });
process.stdout.write(`port ${server.port}\n`);
process.on("SIGTERM", async () => {
  await server.stop(LIMITS.drainGraceMs);
  await gate.stop();
  process.exit(0);
});
