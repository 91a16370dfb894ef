// A process that sells one answer a path, to be killed: payments over the Redis and the ledger it is told.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openPayments } from "../../../api/pay/payments.ts";
import { isFault } from "../../../schema/fault.ts";
import { systemClock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { openLog } from "../../../schema/io/log.ts";
import { openBlockfrost } from "../../../schema/io/pay/blockfrost.ts";
import { openFacilitator } from "../../../schema/io/pay/facilitator.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { seller } from "./world.ts";

const [redisUrl = "", ledgerUrl = "", leaseMs = "1000"] = process.argv.slice(2);
const redis = openRedis(redisUrl, "fast", "soak-child");
await new Promise((resolve) => redis.once("ready", resolve));
const http = openHttp({ clock: systemClock, random: systemRandom });
const chain = openBlockfrost({ http, url: `${ledgerUrl}/api/v0`, projectId: "" });
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const doors = { redis, clock: systemClock, random: systemRandom, log: openLog("soak", "silent"), wait };
const facilitator = openFacilitator({ chain, clock: systemClock, wait, patienceMs: 5_000, pollMs: 40 });
const payments = openPayments({ seller, facilitator, ...doors, patienceMs: 2_000, leaseMs: Number(leaseMs) });

const server = createServer(async (request, response) => {
  const paid = {
    method: "GET",
    path: request.url ?? "",
    query: "",
    bodyDigest: "",
    tier: "data",
    description: "",
  } as const;
  try {
    const taken = await payments.take(paid, String(request.headers["payment-signature"]), "ip:192.0.2.1");
    if (taken.kind === "claimed") await wait(30);
    const body = Buffer.from(`${paid.path} ${systemRandom.id(systemClock.now())}`);
    const answer = taken.kind === "replay" ? taken.answer : await taken.settle({ status: 200, headers: [], body });
    response.writeHead(200).end(answer.body);
  } catch (error) {
    response.writeHead(500).end(isFault(error) ? error.code : "lost");
  }
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`));
