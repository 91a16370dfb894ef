// Calls are counted exactly, whichever way they come: by a caller that is known, again and again, or by strangers.
import t from "tap";
import { accessOf } from "../../../api/gate/access-of.ts";
import { type Counted, openUsage } from "../../../api/gate/usage.ts";
import { rowsOf } from "../../../jobs/handler/usage-store.ts";
import { compile } from "../../../schema/check.ts";
import { openLog } from "../../../schema/io/log.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { KEYS } from "../../../schema/key.ts";
import { UsageBlock } from "../../../schema/usage.ts";
import { readTest } from "../../support/api/gate-route.ts";
import { startTestRedis } from "../../support/redis.ts";

const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "test");
t.teardown(() => redis.disconnect());
const access = accessOf(readTest, {});
const isBlock = compile(UsageBlock);

t.test("every call is counted once, also across what was handed on", async (t) => {
  const usage = openUsage({ redis, clock: { now: () => 0 }, log: openLog("test", "silent"), holder: "one" });
  const known: { counted: Counted | null } = { counted: null };
  const again = (status: number, paidBy: "key" | "none") => usage.countAgain(known, "key:a", access, status, paidBy);
  for (let round = 0; round < 3; round++) {
    for (let call = 0; call < 4; call++) again(200, "key");
    again(304, "key");
    again(200, "none");
    usage.count("key:a", access, 200, "key");
    usage.count("ip:192.0.2.1", access, 402, "none");
    for (const id of ["ip:192.0.2.1", "ip:2001:db8::/64", "ip:192.0.2.1"])
      usage.countStranger(id, access, 200, "allowance");
    await usage.flush();
  }
  await usage.flush();
  const blocks = (await redis.lrange(KEYS.usage, 0, -1)).map((text): unknown => JSON.parse(text));
  t.equal(blocks.length, 3, "what is nothing is not handed on");
  const sums = new Map<string, number>();
  for (const block of blocks) {
    if (!isBlock(block)) return t.fail(isBlock.describe());
    for (const { caller, status, paid_by, calls } of rowsOf(block)) {
      const what = `${caller} ${status} ${paid_by}`;
      sums.set(what, (sums.get(what) ?? 0) + calls);
    }
    t.equal(block.once?.length, 1, "strangers of a kind stand together");
  }
  t.same(Object.fromEntries(sums), {
    "key:a 200 key": 15,
    "key:a 304 key": 3,
    "key:a 200 none": 3,
    "ip:192.0.2.1 402 none": 3,
    "ip:192.0.2.1 200 allowance": 6,
    "ip:2001:db8::/64 200 allowance": 3,
  });
});
