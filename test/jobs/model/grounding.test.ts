// A few of what `npm run soak grounding` has by the thousand: every writer and manner, read with nothing but what is published.
import t from "tap";
import { openRedis } from "../../../schema/io/redis.ts";
import { HOSTILE } from "../../injection/corpus.ts";
import { drawFrom, TO, type World } from "../../recompute/causes/world.ts";
import { drawAnswer } from "../../recompute/grounding/answer.ts";
import { askingOf } from "../../recompute/grounding/asked.ts";
import { type Published, readPublished } from "../../recompute/grounding/reader.ts";
import { ground, openModels, rowId, WRITERS } from "../../recompute/grounding/run.ts";
import { drawBrief, groundOf } from "../../recompute/grounding/subject.ts";
import { startTestRedis } from "../../support/redis.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { windowOf } from "../../support/rows/window.ts";

const SEED = 11;
/** A brief or an answer of each writer, three times each. */
const NUMBER = WRITERS.length * 6;

const world = (token: string): World => ({
  ...{ token, beta: 1.1, openInterest: { hour: 0.4, four: -0.7 }, change24hPct: -1.3 },
  window: windowOf(TO, { hours: 2, changePct: 0.4 }),
});

t.test("each number, word of direction and citation holds, by every writer and manner", async (t) => {
  const server = await startTestRedis(t);
  const redis = openRedis(server.url, "patient", "test");
  t.teardown(() => redis.disconnect());
  const models = await openModels(redis, AS_OF);
  t.teardown(() => models.close());
  const draw = drawFrom(SEED);
  const given = groundOf(["aave", "ethereum"].map(world), factsOf(wholeRows()), HOSTILE);
  const asking = askingOf(given.states, HOSTILE, SEED);
  let drawn = 0;
  const drawSubject = () =>
    Math.floor(drawn++ / WRITERS.length) % 2 === 0 ? drawBrief(given, draw) : drawAnswer(given, asking, draw);
  const { rows, exceptions, flips, taken, cited } = await ground(NUMBER, draw, drawSubject, models);
  t.same(exceptions, []);
  for (const change of [flips, taken]) {
    t.match(change, { stood: 0, unread: 0 });
    t.ok(change.tried > 3, `${change.tried} tried`);
  }
  t.ok(cited.all > 100 && cited.needed >= cited.all * 0.9, JSON.stringify(cited));
  const of = (outcome: "worded" | "repaired" | "dropped" | "drafted") =>
    [...rows.values()].reduce((sum, { sentences }) => sum + sentences[outcome], 0);
  for (const outcome of ["worded", "repaired", "dropped", "drafted"] as const) t.ok(of(outcome) > 0, outcome);
  for (const manner of ["slow", "limited", "broken"] as const)
    t.equal(rows.get(rowId("brief", manner))?.fellBack.size, 1, manner);
  t.equal(rows.get(rowId("brief", "good"))?.fellBack.size, 0);
});

t.test("the reader finds what does not hold", async (t) => {
  const said = (text: string, change = -3.24, more: object = {}): Published => ({
    token: { symbol: "1INCH", name: "1inch" },
    evidence: [
      {
        ...{ id: "E1", kind: "price" },
        data: { price: 64_120.5, window_h: 2, window_return_pct: change, as_of: "2026-11-20T12:05:00.000Z" },
      },
      { id: "E2", kind: "headline", data: { title: "Up 99 %, rose 5 %", source: "decrypt" } },
    ],
    ...{ what_happened: [{ text, evidence: ["E1", "E2"] }], ...more },
  });
  for (const good of [
    "1INCH fell 3.2 % in 2 hours to $64,120.50 by 12:05 UTC.",
    "1INCH moved -3.24 % within four hours.",
    "At $64.1K, decrypt wrote “Up 99 %, rose 5 %”.",
  ])
    t.same(readPublished(said(good)), [], good);
  for (const bad of [
    ..."1INCH fell 3.3 %.|1INCH rose 3.2 %.|1INCH moved 3.2 %.|It fell 3.2 % by 12:06 UTC.|It stands at $64,122.|It stands at 64120.5 %.".split(
      "|",
    ),
    ..."It is up two million.|It is ½ of it.|It is ٣.|It wrote “Up 98 %”.|It wrote that it rose 5 %.|Buy it at $64.1K.".split(
      "|",
    ),
    ..."See https://evil.example at $64.1K.|It is сейф at $64.1K.|It fell 3.2 times.|It fell twice.|XIV of it.".split(
      "|",
    ),
  ])
    t.not(readPublished(said(bad)).length, 0, bad);
  t.not(readPublished(said("1INCH fell 3.2 %.", 3.24)).length, 0, "the sign of its evidence");
  t.not(readPublished(said("Quiet.", 1, { what_happened: [{ text: "Quiet.", evidence: [] }] })).length, 0);
  t.not(readPublished(said("Quiet.", 1, { onchain: [{ text: "Quiet.", evidence: ["E9"] }] })).length, 0);
});
