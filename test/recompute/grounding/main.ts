// npm run soak grounding [seed] [number]: briefs and answers of simulated weeks by every writer, read with nothing but what is published.
import { buildState } from "../../../jobs/state/build-state.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { openAskAttack, waysOf } from "../../injection/ask-attack.ts";
import { openAttack } from "../../injection/attack.ts";
import { HOSTILE } from "../../injection/corpus.ts";
import { startTestRedis } from "../../support/redis.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { drawFrom, makeWorlds } from "../causes/world.ts";
import { drawAnswer } from "./answer.ts";
import { askingOf } from "./asked.ts";
import { ground, openModels, rowId, WRITERS } from "./run.ts";
import { drawBrief, groundOf } from "./subject.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [seed, number] = [Number(process.argv[2] ?? 7), Number(process.argv[3] ?? 10_000)];
if (!Number.isInteger(seed) || !Number.isInteger(number) || number < 1) {
  say("usage: npm run soak grounding [seed] [number]");
  process.exit(2);
}
const WORLDS = 32;
const SHOWN = 20;
const NEEDED_LEAST = 0.9;

const from = Date.now();
const closing: (() => unknown)[] = [];
const server = await startTestRedis({ teardown: (close) => closing.unshift(close) });
const redis = openRedis(server.url, "patient", "soak");
closing.unshift(() => redis.disconnect());
const models = await openModels(redis, AS_OF);
closing.unshift(() => models.close());
const draw = drawFrom(seed);
const given = groundOf(makeWorlds(seed, Math.min(WORLDS, number)), factsOf(wholeRows()), HOSTILE);
const asking = askingOf(given.states, HOSTILE, seed);
const drawSubject = () => (draw() < 0.5 ? drawBrief(given, draw) : drawAnswer(given, asking, draw));
const { rows, exceptions, flips, taken, cited } = await ground(number, draw, drawSubject, models);

const cell = (value: number | string, width: number) => String(value).padStart(width);
say("writer                objects   numbers    worded  repaired   dropped   drafted  fell back  reached the reader");
for (const writer of (["brief", "answer"] as const).flatMap((kind) => WRITERS.map((one) => rowId(kind, one)))) {
  const row = rows.get(writer);
  if (!row) continue;
  const { worded, repaired, dropped, drafted } = row.sentences;
  const fell = [...row.fellBack].map(([why, count]) => `${why} ${count}`).join(", ");
  const counts = [row.objects, row.numbers, worded, repaired, dropped, drafted]
    .map((count) => cell(count, 10))
    .join("");
  say(`${writer.padEnd(19)}${counts}  ${fell === "" ? "-" : fell}  ${row.reached}`);
}
for (const one of [...exceptions, ...flips.examples, ...taken.examples].slice(0, SHOWN)) say(`  ${one}`);
say(`${exceptions.length} exceptions in ${number} objects; seed ${seed}`);
say(
  `signs flipped: ${flips.tried}; the old statement stood ${flips.stood} times, and was not seen through ${flips.unread} times`,
);
say(
  `evidence taken away: ${taken.tried}; the old statement stood ${taken.stood} times, and it was not said ${taken.unread} times`,
);
say(`citations: ${cited.all}, needed ${((100 * cited.needed) / Math.max(1, cited.all)).toFixed(1)} %`);
const aave = given.states.get("aave") ?? buildState(factsOf(wholeRows()), "aave");
const [attack, askAttack] = [openAttack(aave, models), openAskAttack(aave, models)];
const through: string[] = [];
for (const hostile of number < HOSTILE.length ? [] : HOSTILE) {
  through.push(...(await attack([hostile], WRITERS)));
  for (const way of waysOf(hostile)) through.push(...(await askAttack(way, WRITERS)));
}
for (const one of through.slice(0, SHOWN)) say(`  ${one}`);
say(
  `hostile texts: ${number < HOSTILE.length ? 0 : HOSTILE.length} by ${WRITERS.length} writers each, as headline, label, question and claim; ${through.length} came through`,
);
say(`took ${((Date.now() - from) / 1_000).toFixed(0)} s`);
for (const close of closing) await close();
const wrong = [flips, taken].reduce((sum, { stood, unread }) => sum + stood + unread, exceptions.length);
const isPrecise = cited.needed >= cited.all * NEEDED_LEAST;
process.exit(wrong + through.length === 0 && isPrecise ? 0 : 1);
