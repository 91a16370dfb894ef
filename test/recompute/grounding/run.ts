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
import { admits, citationsOf, countNumbers, type Published, readPublished, textAt } from "./reader.ts";
import { opposite, type Subject, unmeasured } from "./subject.ts";

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

export const rowId = (kind: "brief" | "answer", writer: Writer): string => `${kind} ${writer}`;

type Tally = {
  /** By kind and writer. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly exceptions: readonly string[];
  readonly flips: Change;
  readonly taken: Change;
  /** Of pieces that statements cite, those that they need. */
  readonly cited: { all: number; needed: number };
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

/** What was counted of one change of the evidence: how often it was tried, the old statement stood, and nothing said so. */
type Change = { tried: number; stood: number; unread: number; readonly examples: string[] };

const PLACE = /\{\{(E\d+)\.([A-Za-z0-9_.]+)\|(\w+)\}\}/g;
/** Two changes of the same size in one piece of evidence tell nobody which of them a sentence means. */
const APART = 0.11;
const LISTS = ["what_happened", "likely_causes", "onchain", "market_context", "key_points", "reasoning"];

type Stated = { readonly text?: string; readonly cause?: string };
const statedIn = (said: Published): string[] =>
  LISTS.flatMap((name) => (Array.isArray(said[name]) ? (said[name] as readonly Stated[]) : [])).map(
    ({ text, cause }) => text ?? cause ?? "",
  );

type Spot = {
  readonly key: string;
  readonly id: string;
  readonly path: string;
  readonly isSigned: boolean;
  readonly isVital: boolean;
};

/** Where sentences show numbers: the piece and the member. A sign counts where a reader sees whose it is. */
function spotsOf({ request }: Subject): Spot[] {
  return request.sentences.flatMap(({ key, text }) =>
    [...text.matchAll(PLACE)].flatMap(([, id = "", path = ""]) => {
      const cited = request.evidence.find((one) => one.id === id);
      const leaf = cited ? leafAt(cited, path) : null;
      if (!cited || typeof leaf?.value !== "number") return [];
      const size = Math.abs(leaf.value);
      const same = leavesOf(cited).filter(
        (one) => one.unit === leaf.unit && Math.abs(Math.abs(Number(one.value)) - size) <= APART + size / 100,
      );
      const isSigned = leaf.isSigned && size >= APART && same.length === 1;
      // Without a price no brief is written.
      return [{ key, id, path, isSigned, isVital: request.kind === "brief" && cited.kind === "price" }];
    }),
  );
}

/** The statement that a sentence became; null where it became none, or says what another says. */
function statementOf({ request, finish }: Subject, key: string): string | null {
  const all = statedIn(finish(asDrafted(request.sentences)));
  const others = new Set(statedIn(finish(asDrafted(request.sentences.filter((one) => one.key !== key)))));
  const own = all.filter((text) => !others.has(text));
  return own.length === 1 ? (own[0] ?? null) : null;
}

function count(change: Change, { isStanding, isUnread }: Record<"isStanding" | "isUnread", boolean>, what: string) {
  change.tried += 1;
  if (isStanding) change.stood += 1;
  if (isUnread) change.unread += 1;
  if (isStanding || isUnread) change.examples.push(what);
}

/** The same evidence but for one sign: the old words contradict it, and what is written of it has others. */
function flip(subject: Subject, spots: readonly Spot[], draw: Draw, flips: Change): void {
  const signed = spots.filter((one) => one.isSigned);
  const spot = signed[Math.floor(draw() * signed.length)];
  const old = spot ? statementOf(subject, spot.key) : null;
  if (!spot || old === null) return;
  const after = subject.changed(spot.id, (item) => opposite(item, spot.path));
  const before = subject.finish(asDrafted(subject.request.sentences));
  const isStanding = statedIn(after).includes(old);
  const isUnread = readPublished({ ...before, evidence: after.evidence }).length === 0;
  count(flips, { isStanding, isUnread }, `${spot.id}.${spot.path}: ${old}`);
}

/** The same evidence but for one piece of which nothing was measured: what rested on it is gone, and that it is, is said. */
function takeAway(subject: Subject, spots: readonly Spot[], draw: Draw, taken: Change): void {
  const others = spots.filter((one) => !one.isVital);
  const spot = others[Math.floor(draw() * others.length)];
  const old = spot ? statementOf(subject, spot.key) : null;
  if (!spot || old === null) return;
  const after = subject.changed(spot.id, unmeasured);
  const isStanding = statedIn(after).includes(old);
  const isUnread = readPublished(after).length > 0 || !admits(after, spot.id);
  count(taken, { isStanding, isUnread }, `${spot.id}: ${old}`);
}
/** One of so many is also read with other evidence than it was written from. */
const CHANGED_EVERY = 4;

/** `number` objects by all writers in turn. */
export async function ground(number: number, draw: Draw, drawSubject: () => Subject, models: Models): Promise<Tally> {
  const rows = new Map<string, Row>();
  const exceptions: string[] = [];
  const none = (): Change => ({ tried: 0, stood: 0, unread: 0, examples: [] });
  const [flips, taken, cited] = [none(), none(), { all: 0, needed: 0 }];
  for (let done = 0; done < number; done += 1) {
    const subject = drawSubject();
    const writer = WRITERS[done % WRITERS.length] as Writer;
    const id = rowId(subject.request.kind, writer);
    const row = rows.get(id) ?? emptyRow();
    rows.set(id, row);
    models.step();
    const worded = await wordBy(writer, subject.request, models);
    const published = subject.finish(worded);
    for (const outcome of worded.outcomes.values()) row.sentences[outcome] += 1;
    if (worded.fellBack !== null) row.fellBack.set(worded.fellBack, (row.fellBack.get(worded.fellBack) ?? 0) + 1);
    const faults = readPublished(published);
    const isModels = writer !== "none" && worded.fellBack === null && worded.replies.length > 0;
    if (published.model !== (isModels ? `sim-${writer}` : DETERMINISTIC))
      faults.push("the model's name is not who wrote it");
    if (worded.caveats.some((caveat) => !(published.caveats as string[]).includes(caveat)))
      faults.push("a caveat of the writer's is missing");
    row.objects += 1;
    row.numbers += countNumbers(published);
    if (faults.length > 0) row.reached += 1;
    for (const fault of faults) exceptions.push(`${id}: ${fault}: ${textAt(published, fault)}`);
    if (done % CHANGED_EVERY > 0) continue;
    const spots = spotsOf(subject);
    flip(subject, spots, draw, flips);
    takeAway(subject, spots, draw, taken);
    const { all, needed } = citationsOf(published);
    cited.all += all;
    cited.needed += needed;
  }
  return { rows, exceptions, flips, taken, cited };
}
