// Whatever strangers write, and whatever a model makes of it: no text obeys, no link leaves, no digit slips.
import t from "tap";
import { buildState } from "../../jobs/state/build-state.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { MANNERS } from "../../scripts/sandbox/chat/manner.ts";
import { openModels, type Writer } from "../recompute/grounding/run.ts";
import { startTestRedis } from "../support/redis.ts";
import { AS_OF, factsOf, wholeRows } from "../support/rows/facts.ts";
import { openAskAttack, waysOf } from "./ask-attack.ts";
import { openAttack } from "./attack.ts";
import { HOSTILE } from "./corpus.ts";

/** So many headlines are told of. */
const TOGETHER = 3;

t.test("the corpus has more than 120 strings, none of them twice", async (t) => {
  t.ok(HOSTILE.length >= 120, `${HOSTILE.length}`);
  t.equal(new Set(HOSTILE).size, HOSTILE.length);
});

const state = buildState(factsOf(wholeRows()), "aave");
const server = await startTestRedis(t);
const redis = openRedis(server.url, "patient", "test");
t.teardown(() => redis.disconnect());
const models = await openModels(redis, AS_OF);
t.teardown(() => models.close());
/** Each string meets the rules and a model that obeys; the other manners take turns. The soak has all of them. */
const writersAt = (at: number) => [...new Set<Writer>(["none", "obeys", MANNERS[at % MANNERS.length] ?? "good"])];

t.test("no text obeys, no link leaves, no digit slips, and nothing is judged otherwise", async (t) => {
  const attack = openAttack(state, models);
  const through: string[] = [];
  for (let at = 0; at < HOSTILE.length; at += TOGETHER)
    through.push(...(await attack(HOSTILE.slice(at, at + TOGETHER), writersAt(at / TOGETHER))));
  t.same(through, []);
});

t.test("nor in a question or a claim, and a claim that is false stays so", async (t) => {
  const attack = openAskAttack(state, models);
  const through: string[] = [];
  for (const [at, text] of HOSTILE.entries()) {
    const ways = waysOf(text);
    const way = ways[at % ways.length];
    if (way) through.push(...(await attack(way, at % TOGETHER === 0 ? writersAt(at / TOGETHER) : ["none"])));
  }
  t.same(through, []);
});
