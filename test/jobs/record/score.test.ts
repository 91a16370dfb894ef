// What was issued is in the published record within a minute, by the timetable; looking costs next to nothing.
import t from "tap";
import { timetable } from "../../../jobs/clock.ts";
import { readFrames } from "../../../jobs/publish.ts";
import { scoreOutcomes } from "../../../jobs/record/score.ts";
import { DAY_MS } from "../../../schema/duration.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const AT = Math.floor(BASE / 900_000) * 900_000 - 3_600_000;
const quiet = new AbortController().signal;

t.test("a call that was just issued", async (t) => {
  const [{ store }, redis] = [await startTestStore(t), await startTestRedis(t)];
  const asked: string[] = [];
  const counted: Store = {
    ...store,
    query: (query, params) => {
      asked.push(query.name);
      return store.query(query, params);
    },
  };
  const clock = { at: AT, now: () => clock.at };
  const opened = openTestDeps(redis.url, { store: counted, clock });
  t.teardown(() => opened.close());
  const line = timetable([]).find(({ key }) => key === "outcome.score");
  if (!line) throw new Error("the record is on no timetable");
  /** Instants after `from` at which the clock asks for it, up to a minute later. */
  const dueAfter = (from: number): number[] => {
    const first = Math.ceil((from - line.offsetMs) / line.everyMs) * line.everyMs + line.offsetMs;
    return Array.from({ length: 60 }, (_, n) => first + n * line.everyMs).filter((at) => at <= from + 60_000);
  };
  const recordAt = async () => {
    const [frame] = await readFrames(opened.redis, [SNAPSHOTS.record]);
    const items = frame?.parts.get("items")?.toString() ?? "";
    return { issued: (frame?.meta as { issued?: number } | undefined)?.issued, isIn: items.includes("price_move") };
  };
  const life = { status: "open", closed_at: null, rules: "sig-1" };
  for (const [n, issuedAt] of [AT + 1_000, AT + 62_000, AT + 7 * 60_000, AT + 31 * 60_000].entries()) {
    const fired = {
      token: "bitcoin",
      at: issuedAt,
      key: `k${n}`,
      id: n + 1,
      kind: "price_move",
      severity: 2,
      value: 4,
    };
    await store.insert(
      "signal",
      [
        {
          ...fired,
          ...life,
          direction: "bullish",
          ratio: 2,
          details: "{}",
          expires_at: issuedAt + DAY_MS,
          changed_at: issuedAt,
        },
      ],
      `signal~${n}`,
    );
    const due = dueAfter(issuedAt);
    t.ok(due.length > 0, "the clock asks within a minute");
    for (const at of due.slice(0, 1)) {
      clock.at = at;
      await scoreOutcomes(opened.deps, quiet);
    }
    t.same(await recordAt(), { issued: n + 1, isIn: true });
  }
  asked.length = 0;
  t.same(await scoreOutcomes(opened.deps, quiet), { taken: 0, settled: 0, corrected: 0 });
  t.same(asked, ["record-mark", "record-issued", "record-fired"], "a look at which nothing is new asks three things");
});
