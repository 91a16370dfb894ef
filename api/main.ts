// The api process: settings, doors, server; stops in reverse under one deadline.
import { type Env, setHeaderLimit } from "../schema/env.ts";
import { openStore } from "../schema/io/clickhouse.ts";
import { systemClock } from "../schema/io/clock.ts";
import { openHttp } from "../schema/io/http.ts";
import { openLog } from "../schema/io/log.ts";
import { answerParent, sayReady } from "../schema/io/parent.ts";
import { openEnds } from "../schema/io/pay/payment-end.ts";
import { openSeller } from "../schema/io/pay/seller.ts";
import { openProducer } from "../schema/io/queue.ts";
import { systemRandom } from "../schema/io/random.ts";
import { openRedis } from "../schema/io/redis.ts";
import { openReplies } from "../schema/io/reply.ts";
import { KEYS } from "../schema/key.ts";
import { LIMITS } from "../schema/limit.ts";
import { originOf } from "../schema/link.ts";
import { parseEnv } from "../schema/setting/read-settings.ts";
import { openApp } from "./app.ts";
import type { Route } from "./contract.ts";
import type { Deps } from "./deps.ts";
import { openTrust } from "./gate/address.ts";
import { openGate } from "./gate/gate.ts";
import { openUnmetered } from "./gate/unmetered.ts";
import { openJobCalls } from "./job-call.ts";
import { withMcp } from "./mcp/endpoint.ts";
import { facilitatorRoutes } from "./pay/facilitator-route.ts";
import { openPayments } from "./pay/payments.ts";
import { openPublicFacilitator } from "./pay/public-facilitator.ts";
import { openReceipts } from "./pay/receipts.ts";
import { openRecovery, partsOf } from "./recovery.ts";
import { ROUTES } from "./route/index.ts";
import { openSight } from "./seen/sight.ts";
import type { ServerOptions } from "./server.ts";
import { openSnapshots } from "./snapshot/feed.ts";
import { openSourcePart } from "./surface/source-part.ts";

/** What stops the process before anything was opened is a log line too. */
const fail = (error: unknown): never => {
  openLog("api", "info").fatal({ err: error }, "the api did not start");
  return process.exit(1);
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What the settings say about TLS. Throws where they do not fit together. */
function tlsOf(env: Env): Pick<ServerOptions, "tls" | "redirectTo"> {
  const { TLS_PORT: port, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env;
  const redirects = env.TLS_REDIRECT === "on";
  if (redirects && !originOf(env).startsWith("https://")) throw new Error("TLS_REDIRECT needs a PUBLIC_URL of https");
  if (port > 0 && (certFile === "" || keyFile === "")) throw new Error("TLS_PORT needs TLS_CERT_FILE and TLS_KEY_FILE");
  return {
    ...(port > 0 ? { tls: { port, certFile, keyFile } } : {}),
    ...(redirects ? { redirectTo: originOf(env) } : {}),
  };
}

/** The calls of the API as tools are the same ones; the facilitator's are no tools. */
const appOf = (deps: Deps, routes: readonly Route[]) => withMcp(openApp(deps, routes), deps, ROUTES);

async function main(): Promise<void> {
  answerParent();
  const env = parseEnv();
  if (!env.REDIS_URL || !env.CLICKHOUSE_URL) throw new Error("REDIS_URL and CLICKHOUSE_URL are needed");
  // uWebSockets.js reads the limit when it is loaded, so the server is imported afterwards.
  setHeaderLimit(LIMITS.headerBytesMax);
  const { startServer } = await import("./server.ts");
  const log = openLog("api", env.LOG_LEVEL);
  const redis = openRedis(env.REDIS_URL, "fast", "api");
  const subscriber = openRedis(env.REDIS_URL, "patient", "api-subscriber");
  const store = openStore({
    url: env.CLICKHOUSE_URL,
    user: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database: env.CLICKHOUSE_DATABASE,
    cluster: env.CLICKHOUSE_CLUSTER,
    process: "api",
  });
  const snapshots = openSnapshots({ redis, subscriber, log });
  const gateSubscriber = openRedis(env.REDIS_URL, "patient", "api-gate-subscriber");
  const http = openHttp({ clock: systemClock, random: systemRandom });
  const open = env.METERING === "off" ? null : openSeller({ env, clock: systemClock, http });
  const storeEnd = openEnds({ redis, store, log });
  const doors = { redis, clock: systemClock, random: systemRandom, log, wait, storeEnd, patienceMs: LIMITS.workMs };
  const payments = open === null ? null : openPayments({ ...open, ...doors });
  const gate =
    env.METERING === "off"
      ? undefined
      : openGate({ env, redis, subscriber: gateSubscriber, clock: systemClock, log, payments });
  const alarm = (id: string, problem: string) => {
    redis.hset(KEYS.proofHealth, "read", `${id}: ${problem}`).catch((err: unknown) => log.warn({ err }, "no alarm"));
  };
  const receipts = openReceipts({ redis, clock: systemClock, store, open });
  const replySubscriber = openRedis(env.REDIS_URL, "patient", "api-reply-subscriber");
  const producer = openProducer(redis);
  const replies = openReplies(redis, replySubscriber);
  const jobCalls = openJobCalls({ producer, replies });
  const recovery = openRecovery({ redis, store, clock: systemClock, log }, () => gate?.restored());
  const parts = { ...partsOf({ redis, snapshots, recovery, store, producer }), sources: openSourcePart(redis) };
  const deps = { env, clock: systemClock, log, store, snapshots, receipts, jobCalls, alarm, parts };
  // A remote facilitator is not served on: whoever wants it can reach it.
  const own = open === null || open.isRemote ? null : openPublicFacilitator({ ...open, ...doors });
  const routes = open === null || own === null ? ROUTES : [...ROUTES, ...facilitatorRoutes(own, open.seller)];
  const passing = gate === undefined ? { unmetered: openUnmetered({ redis, clock: systemClock }) } : { gate };
  const app = appOf({ ...deps, ...passing }, routes);
  await Promise.all([snapshots.start(), recovery.start()]);
  await gate?.start();
  await replies.start();
  for (const { isInput } of routes) isInput.ready();
  const sight = await openSight({ env, log, clock: systemClock, snapshots });
  const opened = startServer({
    ...{ app, log, seen: sight.seen, host: env.HOST, port: env.PORT, shared: env.API_PROCESSES > 1 },
    ...{ isTrusted: openTrust(env.TRUSTED_PROXIES), ...tlsOf(env) },
  });
  const server = sight.serves(await opened);
  log.info({ port: server.port, tlsPort: server.tlsPort, market: env.MARKET }, "the api answers");
  // Several processes may share the port, and an answer does not say which of them gave it: each reports for itself.
  sayReady();

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "the api stops");
    setTimeout(() => process.exit(1), LIMITS.drainGraceMs + 2_000).unref();
    await server.stop(LIMITS.drainGraceMs);
    snapshots.stop();
    recovery.stop();
    await gate?.stop();
    replies.stop();
    await producer.close();
    await Promise.all([http.close(), store.close(), sight.close()]);
    for (const door of [replySubscriber, gateSubscriber, subscriber, redis]) door.disconnect();
    log.info("the api stopped");
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error nobody expected");
    process.exit(1);
  });
}

main().catch(fail);
