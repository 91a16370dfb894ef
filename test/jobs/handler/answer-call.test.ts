// A call that waits hears of the end of its work, not of a stop.
import t from "tap";
import { answerCall } from "../../../jobs/handler/answer-call.ts";
import { fault } from "../../../schema/fault.ts";
import { openStore } from "../../../schema/io/clickhouse.ts";
import { KEYS } from "../../../schema/key.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";

t.test("what a call that waits is left, and what is thrown", async (t) => {
  const { url } = await startTestRedis(t);
  const { deps, close } = openTestDeps(url, { clock: { now: () => BASE } });
  t.teardown(close);
  const left = (job: string) => deps.redis.get(KEYS.reply(job));
  const call = (job: string, signal: AbortSignal, work: () => Promise<object | null>) =>
    answerCall(deps, { job, until: BASE + 1, signal }, "It failed.", work);
  const live = new AbortController().signal;
  await call("a", live, async () => ({ is: 1 }));
  t.equal(await left("a"), '{"answer":{"is":1}}');
  await call("b", live, async () => Promise.reject(fault("not_ready", "Later.")));
  t.match(await left("b"), /"code":"not_ready","detail":"Later\."/);
  await t.rejects(
    call("c", live, () => Promise.reject(new Error("no"))),
    /no/,
  );
  t.match(await left("c"), /internal_error.*It failed\./);

  const store = openStore({ url: "http://127.0.0.1:1", user: "u", password: "", database: "d", process: "test" });
  t.teardown(() => store.close());
  const asked = { name: "asked", sql: "SELECT 1" };
  await t.rejects(
    call("e", live, async () => store.query(asked, {})),
    /ClickHouse: connect/,
  );
  t.match(await left("e"), /"upstream_unavailable".*"retryAfterS":5/, "a store that is away is no fault of ours");

  for (const error of [new Error("stopping"), fault("upstream_unavailable", "The node was cut off.")]) {
    const stop = new AbortController();
    const cut = call("d", stop.signal, async () => {
      stop.abort();
      throw error;
    });
    await t.rejects(cut, error);
    t.equal(await left("d"), null, "whoever runs it next answers");
  }
});
