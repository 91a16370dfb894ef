// An api process for tests of the gate: the real server and gate over test endpoints, settings from the environment.
import { openApp } from "../../../api/app.ts";
import { openGate } from "../../../api/gate/gate.ts";
import { facilitatorRoutes } from "../../../api/pay/facilitator-route.ts";
import { openPayments } from "../../../api/pay/payments.ts";
import { openPublicFacilitator } from "../../../api/pay/public-facilitator.ts";
import { openReceipts } from "../../../api/pay/receipts.ts";
import { getPayment } from "../../../api/route/get-payment.ts";
import { openSnapshots } from "../../../api/snapshot/feed.ts";
import { setHeaderLimit } from "../../../schema/env.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openLog } from "../../../schema/io/log.ts";
import { openSeller } from "../../../schema/io/pay/seller.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { absentStore } from "./api.ts";
import { TEST_ROUTES } from "./gate-route.ts";

const env = parseEnv();
const url = env.REDIS_URL ?? "";
const log = openLog("gated", env.LOG_LEVEL);
setHeaderLimit(LIMITS.headerBytesMax);
const { startServer } = await import("../../../api/server.ts");
const redis = openRedis(url, "fast", "gated");
const subscriber = openRedis(url, "patient", "gated-subscriber");
await new Promise((resolve) => redis.once("ready", resolve));
const snapshots = openSnapshots({ redis, subscriber, log });
const http = openHttp({ clock: systemClock, random: systemRandom });
const seller = openSeller({ env, clock: systemClock, http });
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const doors = { redis, clock: systemClock, random: systemRandom, log, wait, patienceMs: LIMITS.workMs };
const payments = seller === null ? null : openPayments({ ...seller, ...doors });
const gate = openGate({ env, redis, subscriber, clock: systemClock, log, payments });
const desk =
  seller === null || seller.isRemote
    ? []
    : facilitatorRoutes(openPublicFacilitator({ ...seller, ...doors }), seller.seller);
const receipts = openReceipts({ redis, clock: systemClock, store: absentStore, open: seller });
const deps = { env, clock: systemClock, log, store: absentStore, snapshots, gate, receipts };
const app = openApp(deps, [...TEST_ROUTES, getPayment, ...desk]);
// There is no store to bring anything back from: what this Redis holds is all there is.
await redis.set(KEYS.restored, "test", "NX");
await gate.start();
const server = await startServer({ app, log, host: "127.0.0.1", port: env.PORT, shared: true });
process.stdout.write(`port ${server.port}\n`);
process.on("SIGTERM", async () => {
  await server.stop(LIMITS.drainGraceMs);
  await gate.stop();
  process.exit(0);
});
