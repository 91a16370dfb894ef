// A sample of `npm run soak pay`: payments whose processes are killed and whose connections break at any step.
import t from "tap";
import { openRedis } from "../../schema/io/redis.ts";
import { startTestRedis } from "../support/redis.ts";
import { soakPayments } from "./pay/soak.ts";

t.test(
  "200 randomised payments: charged once, never without an answer, never answered unpaid, nothing leaks",
  async (t) => {
    const server = await startTestRedis(t);
    const redis = openRedis(server.url, "fast", "soak");
    t.teardown(() => redis.disconnect());
    await new Promise((resolve) => redis.once("ready", resolve));
    const soak = await soakPayments(redis, 200, 402);
    t.same(soak.findings, []);
    t.equal(soak.runs.length, 200);
    t.ok(soak.charged > 100, `${soak.charged} were charged`);
    const kills = [...soak.counts].filter(([name]) => name.startsWith("killed"));
    t.ok(kills.length >= 15, `killed at ${kills.length} places`);
    t.comment(JSON.stringify(Object.fromEntries([...soak.counts].sort())));
  },
);
