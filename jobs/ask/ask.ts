// An answer from the job to the issued object: reads the state, other tokens, prices of the time, the record; composes, has it worded, issues.
import { HOUR_MS, MINUTE_MS, minuteOf, QUARTER_MS } from "../../schema/duration.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import type { JobPayload } from "../../schema/job.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { originOf } from "../../schema/link.ts";
import type { Answer } from "../../schema/object/answer.ts";
import { issuedById } from "../../schema/query/issued/issued-by-id.ts";
import { recordMinute } from "../../schema/query/record/record-minute.ts";
import { windowPrice } from "../../schema/query/trade/window-price.ts";
import { windowVolume } from "../../schema/query/trade/window-volume.ts";
import { HORIZONS } from "../../schema/record/rule.ts";
import type { Scorecard } from "../../schema/record/scorecard.ts";
import type { RecordMeta } from "../../schema/snapshot.ts";
import type { Deps } from "../deps.ts";
import { recordUsed, type UsedCalls } from "../evidence/kept-calls.ts";
import { loadWindow, readWindowCalls } from "../evidence/load-window.ts";
import { readTogether } from "../fact/read-together.ts";
import { readVerdicts } from "../issued/verdicts.ts";
import { word } from "../model/word.ts";
import { issue } from "../proof/issue.ts";
import { readFrames } from "../publish.ts";
import { citeBrief } from "../state/cite-brief.ts";
import { readStates, stateAmong } from "../state/read-state.ts";
import { WHY_HOURS } from "./answer-intent.ts";
import { TOKENS_MAX } from "./claim/claim.ts";
import { draftAnswer, finishAnswer, readInput, wantedByInput } from "./compose-answer.ts";
import { NO_VERDICT_YET, type Outcome, type Prices } from "./draft-asked.ts";
import {
  MARKET,
  marketHoursWanted,
  pricesKey,
  type Readings,
  spanOf,
  spansWanted,
  volumesWanted,
  type Wanted,
} from "./evidence.ts";
import { inputsOf } from "./inputs.ts";
import { readMarketChange } from "./read-market.ts";

/** Up to here minutes are read, and hours beyond. */
const MINUTES_MAX_H = 48;

type Doors = Pick<Deps, "store" | "redis" | "clock" | "env">;
type Reads = { readonly store: Pick<Deps["store"], "query"> };

async function readWanted(deps: Doors, own: string, wanted: readonly Wanted[]) {
  const others = [
    ...new Set(wanted.flatMap(({ token }) => (token === null || token === own || token === MARKET ? [] : [token]))),
  ].slice(0, TOKENS_MAX);
  const states = await readStates(deps, [own, ...others]);
  const state = stateAmong(states, own, "answer from");
  states.delete(own);
  return { state, others: states };
}

/** The closes of a time: by the minute where it is short, else by the hour, the newest by quarters of one and then by the minute. */
export async function readPrices(
  { store }: Reads,
  token: string,
  span: { readonly from: number; readonly to: number },
): Promise<Prices> {
  const { from, to } = span;
  if (to - from <= MINUTES_MAX_H * HOUR_MS) {
    const [row] = await store.query(recordMinute, { tokens: [token], from: from - 10 * MINUTE_MS, to });
    const closes = (row?.at ?? []).map((at, place) => ({ at, price: row?.price[place] ?? 0 }));
    return { from, to, closes, stepMs: MINUTE_MS };
  }
  const [rows, [newest]] = await Promise.all([
    store.query(windowPrice, { tokens: [token], from: from - 2 * HOUR_MS, to }),
    store.query(recordMinute, { tokens: [token], from: to - QUARTER_MS, to }),
  ]);
  const closes = new Map<number, number>();
  for (const { at, step_s, price } of rows.toSorted((a, b) => b.step_s - a.step_s)) {
    const end = at + step_s * 1_000;
    if (end <= to) closes.set(end, price);
  }
  // It ends where the price is by now, not at the last full quarter.
  const last = Math.max(...closes.keys(), from);
  for (const [place, at] of (newest?.at ?? []).entries()) if (at > last) closes.set(at, newest?.price[place] ?? 0);
  return {
    from,
    to,
    closes: [...closes].map(([at, price]) => ({ at, price })).toSorted((a, b) => a.at - b.at),
    stepMs: QUARTER_MS,
  };
}

/** Up to here minutes are summed, and hours beyond; of longer times not all is kept. */
const VOLUME_MINUTES_MAX_H = 24;
const VOLUME_MAX_H = 14 * 24;
const LATE_STEPS = 15;

/** What was traded in the last hours and in as many before them; nothing where that is not kept. */
async function readVolumes({ store }: Reads, token: string, hours: number, build: number) {
  const stepMs = hours <= VOLUME_MINUTES_MAX_H ? MINUTE_MS : HOUR_MS;
  const windowMs = Math.round((hours * HOUR_MS) / stepMs) * stepMs;
  if (windowMs < HOUR_MS || hours > VOLUME_MAX_H) return { windowMs, stepMs, venues: [] };
  const lateMs = stepMs === MINUTE_MS ? LATE_STEPS * MINUTE_MS : 2 * HOUR_MS;
  const asked = { token, to: minuteOf(build), windowMs, step_s: stepMs / 1_000, lateMs };
  return { windowMs, stepMs, venues: await store.query(windowVolume, asked) };
}

/** So long after a call it is looked at what came of it. */
const LOOKED_AT = "24h";

/** What came of our calls of the token, by kind: the rates of its published scorecard. */
async function readOutcomes({ redis }: Pick<Doors, "redis">, token: string): Promise<Outcome[]> {
  const [frame] = await readFrames(redis, [SNAPSHOTS.tokenRecord(token)]);
  const text = frame?.parts.get("card")?.toString("utf8");
  if (!frame || text === undefined) return [];
  const { asOf } = frame.meta as RecordMeta;
  const { summary } = JSON.parse(text) as Scorecard;
  return summary.flatMap(({ kind, horizon, right, wrong, base_rate: base }): Outcome[] => {
    const n = right + wrong;
    return horizon !== LOOKED_AT || n === 0 ? [] : [{ name: kind, horizonH: HORIZONS[horizon], n, right, base, asOf }];
  });
}

/** Everything that the evidence is made of. Throws the fault not_ready. */
export async function readReadings(
  deps: Doors,
  own: string,
  wanted: readonly Wanted[],
  hours: number | null,
): Promise<{ readonly readings: Readings; readonly behind: UsedCalls }> {
  const { state: published, others } = await readWanted(deps, own, wanted);
  const reads: Reads = { store: readTogether(deps.store, published.build) };
  const kinds = new Set(wanted.map(({ kind }) => kind));
  const isWhy = kinds.has("price");
  const whyHours = Math.min(WHY_HOURS.most, Math.max(WHY_HOURS.least, hours ?? WHY_HOURS.usual));
  // However many tokens are named, prices are read of those alone that are told of.
  const spans = spansWanted(wanted, own).filter(({ token }) => token === own || others.has(token));
  const now = deps.clock.now();
  const traded = volumesWanted(wanted, own).filter(({ token }) => token === own || others.has(token));
  const [state, volumes, market, prices, window, outcomes, verdicts] = await Promise.all([
    kinds.has("standing") ? citeBrief(deps, published) : published,
    Promise.all(
      traded.map(
        async ({ token, time }) =>
          [pricesKey(token, time), await readVolumes(reads, token, time.hours, published.build)] as const,
      ),
    ),
    Promise.all(marketHoursWanted(wanted).map(async (hours) => [hours, await readMarketChange(deps, hours)] as const)),
    Promise.all(
      spans.map(
        async ({ token, time }) =>
          [pricesKey(token, time), await readPrices(reads, token, spanOf(time, published.build))] as const,
      ),
    ),
    isWhy ? loadWindow(reads.store, published, whyHours) : null,
    kinds.has("record") ? readOutcomes(deps, own) : [],
    kinds.has("standing") ? readVerdicts(deps.redis, now) : null,
  ]);
  const behind = window === null ? new Map() : await readWindowCalls(deps.store, window, state.build);
  const verdict = verdicts?.get(own)?.verdict ?? NO_VERDICT_YET;
  const kept = { prices: new Map(prices), volumes: new Map(volumes), market: new Map(market) };
  return { readings: { state, others, ...kept, window, outcomes, verdict }, behind: recordUsed(behind) };
}

/** The answer of a run that was killed after it was issued. */
async function answeredBefore(deps: Deps, id: string): Promise<Answer | null> {
  const [row] = await deps.store.query(issuedById, { id });
  return row ? (wireOf("answer", row, originOf(deps.env)) as Answer) : null;
}

/** The answer of a run, issued once however often it is run; null where nobody waits for it any longer. Throws not_ready. */
export async function answerAsked(
  deps: Deps,
  payload: JobPayload<"answer.write">,
  signal: AbortSignal,
): Promise<Answer | null> {
  const { id, token, mode, text, until } = payload;
  const input = { mode, text };
  const now = deps.clock.now();
  const read = readInput(input, token, now);
  const wanted = wantedByInput(read, token);
  const time = read.mode === "question" ? read.question.time : null;
  const before = answeredBefore(deps, id);
  before.catch(() => undefined);
  const { readings, behind } = await readReadings(
    deps,
    token,
    wanted,
    time === null ? null : "hours" in time ? time.hours : WHY_HOURS.most,
  );
  const known = await before;
  if (known !== null) return known;
  const createdAt = deps.clock.now();
  const draft = draftAnswer(read, readings, behind, createdAt);
  const names = [readings.state.token, ...[...readings.others.values()].map((other) => other.token)].flatMap(
    ({ symbol, name }) => [symbol, name],
  );
  const evidence = draft.gathered.items;
  const worded = await word(
    deps,
    { kind: "answer", sentences: draft.sentences, evidence, names, question: text, until },
    signal,
  );
  const finished = finishAnswer({ id, input, createdAt, readings }, draft, worded);
  const { asOf, data, sources, calls, dropped } = finished;
  if (dropped.length > 0) deps.log.warn({ token, id, dropped }, "sentences of an answer were left out");
  signal.throwIfAborted();
  if (deps.clock.now() >= until) return null;
  const inputs = inputsOf(readings, { asked: input, readAt: now, behind, worded });
  const basis = { judgedAt: createdAt, build: readings.state.build, odds: "", inputs };
  const issued = await issue(deps, "answer", { id, asOf, data, sources, calls, basis });
  return issued.wire;
}
