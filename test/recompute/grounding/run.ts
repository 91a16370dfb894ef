// Has objects worded by every writer and by every manner of the simulated model server, and reads each as a stranger would.
import { openBreaker } from "../../../jobs/model/breaker.ts";
import { openBudget } from "../../../jobs/model/budget.ts";
import type { Model } from "../../../jobs/model/model.ts";
import { openModel } from "../../../jobs/model/openai-model.ts";
import { type Wording, wordSentences } from "../../../jobs/model/word-sentences.ts";
import { asDrafted, DETERMINISTIC, type WordRequest } from "../../../jobs/model/worded.ts";
import type { Clock } from "../../../schema/io/clock.ts";
import { openHttp } from "../../../schema/io/http.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import type { Redis } from "../../../schema/io/redis.ts";
import { leafAt, leavesOf } from "../../../schema/statement/leaf.ts";
import { MANNERS, type Manner } from "../../../scripts/sandbox/chat/manner.ts";
import { createOpenai } from "../../../scripts/sandbox/chat/openai.ts";
import { createBudget } from "../../../scripts/sandbox/limit.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import { type Origin, openOrigin } from "../../../scripts/sandbox/origin.ts";
import type { Draw } from "../causes/world.ts";
import { countNumbers, type Published, readPublished } from "./reader.ts";
import type { Subject } from "./subject.ts";

/** Longer than any rest of the breaker: each object meets the server as it is. */
const STEP_MS = 16 * 60_000;
const SLOW_MS = 40;
const USUAL_MS = 30_000;
const DAY_MAX = 1e12;

export const WRITERS = ["none", ...MANNERS] as const;
export type Writer = (typeof WRITERS)[number];

export type Models = { readonly of: (manner: Manner) => Model; step(): void; close(): Promise<void> };

/** The simulated server, and a model of ours for each of its manners, under a clock of their own. */
export async function openModels(redis: Redis, start: number): Promise<Models> {
  const origin: Origin = await openOrigin({
    provider: createOpenai(createModel(1), createBudget()),
    ...{ port: 0, now: () => start, gzip: false },
  });
  let now = start;
  const clock: Clock = { now: () => now };
  const http = openHttp({ clock, random: systemRandom });
  const budget = openBudget({ redis, clock, dayMax: DAY_MAX });
  const models = new Map(
    MANNERS.map((manner) => [
      manner,
      openModel({
        ...{ url: `${origin.url}/v1`, name: `sim-${manner}`, key: "sk-test", prices: { prompt: 1, reply: 1 } },
        ...{ http, clock, budget, breaker: openBreaker(clock) },
      }),
    ]),
  );
  return {
    of: (manner) => models.get(manner) as Model,
    step() {
      now += STEP_MS;
    },
    async close() {
      await http.close();
      await origin.close();
    },
  };
}

type Row = {
  objects: number;
  readonly sentences: Record<"worded" | "repaired" | "dropped" | "drafted", number>;
  readonly fellBack: Map<string, number>;
  numbers: number;
  reached: number;
};
const emptyRow = (): Row => ({
  ...{ objects: 0, numbers: 0, reached: 0, fellBack: new Map() },
  sentences: { worded: 0, repaired: 0, dropped: 0, drafted: 0 },
});

export type Tally = {
  readonly rows: ReadonlyMap<Writer, Row>;
  readonly exceptions: readonly string[];
  readonly flips: { tried: number; stood: number; unread: number };
};

/** In this writer's words. */
export async function wordBy(writer: Writer, request: WordRequest, models: Models): Promise<Wording> {
  const { sentences } = request;
  if (writer === "none")
    return { ...asDrafted(sentences), fellBack: null, outcomes: new Map(sentences.map(({ key }) => [key, "drafted"])) };
  return wordSentences(models.of(writer), request, {
    ...{ timeoutMs: writer === "slow" ? SLOW_MS : USUAL_MS, signal: new AbortController().signal },
    ...{ drawTag: () => systemRandom.id(0), leftMs: () => USUAL_MS },
  });
}

const PLACE = /\{\{(E\d+)\.([A-Za-z0-9_.]+)\|(\w+)\}\}/g;
/** Two changes of the same size in one piece of evidence tell nobody which of them a sentence means. */
const APART = 0.11;
const LISTS = ["what_happened", "likely_causes", "onchain", "market_context", "key_points", "reasoning"];

type Stated = { readonly text?: string; readonly cause?: string };
const listOf = (said: Published, name: string): readonly Stated[] =>
  LISTS.includes(name) && Array.isArray(said[name]) ? (said[name] as readonly Stated[]) : [];
const textOf = ({ text, cause }: Stated): string => text ?? cause ?? "";

/** Places of statements whose value has a sign that a reader sees. */
function signedPlaces({ request }: Subject) {
  return request.sentences.flatMap(({ key, text }) => {
    if (!LISTS.includes(key.split("/")[0] ?? "")) return [];
    return [...text.matchAll(PLACE)].flatMap(([, id = "", path = ""]) => {
      const cited = request.evidence.find((one) => one.id === id);
      const leaf = cited ? leafAt(cited, path) : null;
      if (!cited || !leaf?.isSigned || Math.abs(Number(leaf.value)) < APART) return [];
      const size = Math.abs(Number(leaf.value));
      const same = leavesOf(cited).filter(
        (one) => one.unit === leaf.unit && Math.abs(Math.abs(Number(one.value)) - size) <= APART + size / 100,
      );
      return same.length > 1 ? [] : [{ id, path, key }];
    });
  });
}

/** The same evidence but for one sign: the old words contradict it, and what is written of it has others. */
function flip(subject: Subject, draw: Draw, flips: Tally["flips"]): void {
  const places = signedPlaces(subject);
  const place = places[Math.floor(draw() * places.length)];
  if (!place) return;
  const before = subject.finish(asDrafted(subject.request.sentences));
  const [name = "", at = ""] = place.key.split("/");
  const asked = subject.request.sentences.filter(({ key }) => key.startsWith(`${name}/`));
  const old = textOf(listOf(before, name)[Number(at)] ?? {});
  // Where one was left out the places of the others are not theirs.
  if (old === "" || listOf(before, name).length !== asked.length) return;
  flips.tried += 1;
  const after = subject.flipped(place.id, place.path);
  if (LISTS.some((list) => listOf(after, list).some((one) => textOf(one) === old))) flips.stood += 1;
  if (readPublished({ ...before, evidence: after.evidence }).length === 0) flips.unread += 1;
}

/** `number` objects by all writers in turn. */
export async function ground(
  number: number,
  draw: Draw,
  drawSubject: () => Subject | null,
  models: Models,
): Promise<Tally> {
  const rows = new Map<Writer, Row>(WRITERS.map((writer) => [writer, emptyRow()]));
  const exceptions: string[] = [];
  const flips = { tried: 0, stood: 0, unread: 0 };
  for (let done = 0; done < number; ) {
    const subject = drawSubject();
    if (subject === null) continue;
    const writer = WRITERS[done % WRITERS.length] as Writer;
    const row = rows.get(writer) as Row;
    models.step();
    const worded = await wordBy(writer, subject.request, models);
    const published = subject.finish(worded);
    for (const outcome of worded.outcomes.values()) row.sentences[outcome] += 1;
    if (worded.fellBack !== null) row.fellBack.set(worded.fellBack, (row.fellBack.get(worded.fellBack) ?? 0) + 1);
    const faults = readPublished(published);
    if (published.model !== (worded.fellBack === null && writer !== "none" ? `sim-${writer}` : DETERMINISTIC))
      faults.push("the model's name is not who wrote it");
    if (worded.caveats.some((caveat) => !(published.caveats as string[]).includes(caveat)))
      faults.push("a caveat of the writer's is missing");
    row.objects += 1;
    row.numbers += countNumbers(published);
    if (faults.length > 0) row.reached += 1;
    for (const fault of faults) exceptions.push(`${writer}: ${fault}`);
    if (done % 4 === 0) flip(subject, draw, flips);
    done += 1;
  }
  return { rows, exceptions, flips };
}
