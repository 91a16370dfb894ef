// Whatever strangers write, and whatever a model makes of it: no text obeys, no link leaves, no digit slips.
import t from "tap";
import { buildState } from "../../jobs/state/build-state.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { MANNERS } from "../../scripts/sandbox/chat/manner.ts";
import { openModels, type Writer } from "../recompute/grounding/run.ts";
import { startTestRedis } from "../support/redis.ts";
import { AS_OF, factsOf, wholeRows } from "../support/rows/facts.ts";
import { openAttack } from "./attack.ts";
import { HOSTILE } from "./corpus.ts";

/** So many headlines are told of. */
const TOGETHER = 3;

t.test("the corpus has more than 120 strings, none of them twice", async (t) => {
  t.ok(HOSTILE.length >= 120, `${HOSTILE.length}`);
  t.equal(new Set(HOSTILE).size, HOSTILE.length);
});

t.test("no text obeys, no link leaves, no digit slips, and nothing is judged otherwise", async (t) => {
  const server = await startTestRedis(t);
  const redis = openRedis(server.url, "patient", "test");
  t.teardown(() => redis.disconnect());
  const models = await openModels(redis, AS_OF);
  t.teardown(() => models.close());
  const attack = openAttack(buildState(factsOf(wholeRows()), "aave"), models);
  const through: string[] = [];
  // Each string meets the rules and a model that obeys; the other manners take turns. The soak has all of them.
  for (let at = 0; at < HOSTILE.length; at += TOGETHER) {
    const turn = MANNERS[(at / TOGETHER) % MANNERS.length] ?? "good";
    const writers = new Set<Writer>(["none", "obeys", turn]);
    through.push(...(await attack(HOSTILE.slice(at, at + TOGETHER), [...writers])));
  }
  t.same(through, []);
});
