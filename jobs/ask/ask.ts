// An answer from the job to the issued object: reads the state, other tokens, prices of the time, the record; composes, has it worded, issues.
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../schema/duration.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import type { JobPayload } from "../../schema/job.ts";
import { originOf } from "../../schema/link.ts";
import type { Answer } from "../../schema/object/answer.ts";
import { issuedById } from "../../schema/query/issued/issued-by-id.ts";
import { recordPage } from "../../schema/query/record/record-item.ts";
import { recordMinute } from "../../schema/query/record/record-minute.ts";
import { windowPrice } from "../../schema/query/trade/window-price.ts";
import { CALL_KINDS } from "../../schema/record/rule.ts";
import type { Deps } from "../deps.ts";
import { keptState } from "../evaluate/inputs.ts";
import { loadWindow, readWindowCalls } from "../evidence/load-window.ts";
import type { CallsBehind } from "../fact/read-behind.ts";
import { readVerdicts } from "../issued/verdicts.ts";
import { word } from "../model/word.ts";
import { issue } from "../proof/issue.ts";
import { readStates, stateAmong } from "../state/read-state.ts";
import { WHY_HOURS } from "./answer-intent.ts";
import { TOKENS_MAX } from "./claim.ts";
import { draftAnswer, finishAnswer, readInput, wantedByInput } from "./compose-answer.ts";
import type { Outcome, Prices } from "./draft-asked.ts";
import { pricesKey, type Readings, spanOf, spansWanted, type Wanted } from "./evidence.ts";
import { MARKET } from "./place.ts";

/** Up to here minutes are read, and hours beyond. */
const MINUTES_MAX_H = 48;

type Doors = Pick<Deps, "store" | "redis" | "clock">;

async function readWanted(deps: Doors, own: string, wanted: readonly Wanted[]) {
  const others = [
    ...new Set(wanted.flatMap(({ token }) => (token === null || token === own || token === MARKET ? [] : [token]))),
  ].slice(0, TOKENS_MAX);
  const states = await readStates(deps, [own, ...others]);
  const state = stateAmong(states, own, "answer from");
  states.delete(own);
  return { state, others: states };
}

/** The closes of a time: by the minute where it is short, else by the hour, the newest by quarters of one. */
async function readPrices(
  { store }: Pick<Doors, "store">,
  token: string,
  span: { readonly from: number; readonly to: number },
): Promise<Prices> {
  const { from, to } = span;
  if (to - from <= MINUTES_MAX_H * HOUR_MS) {
    const [row] = await store.query(recordMinute, { tokens: [token], from: from - 10 * MINUTE_MS, to });
    const closes = (row?.at ?? []).map((at, place) => ({ at, price: row?.price[place] ?? 0 }));
    return { from, to, closes, stepMs: MINUTE_MS };
  }
  const rows = await store.query(windowPrice, { tokens: [token], from: from - 2 * HOUR_MS, to });
  const closes = new Map<number, number>();
  for (const { at, step_s, price } of rows.toSorted((a, b) => b.step_s - a.step_s)) {
    const end = at + step_s * 1_000;
    if (end <= to) closes.set(end, price);
  }
  return {
    from,
    to,
    closes: [...closes].map(([at, price]) => ({ at, price })).toSorted((a, b) => a.at - b.at),
    stepMs: QUARTER_MS,
  };
}

const CALLS_MAX = 500;
const DAY_H = 24;
const RECORD_MS = 30 * DAY_H * HOUR_MS;

/** What came of our calls of the token within thirty days, by kind, a day after each. */
async function readOutcomes({ store }: Pick<Doors, "store">, token: string, now: number): Promise<Outcome[]> {
  const params = {
    since: now - RECORD_MS,
    beforeMs: now + HOUR_MS,
    beforeKind: "",
    beforeId: "",
    token,
    kind: "",
    limit: CALLS_MAX,
  };
  const rows = await store.query(recordPage, params);
  return CALL_KINDS.flatMap((kind): Outcome[] => {
    const results = rows.flatMap((row) =>
      (row.kind === kind ? row.outcomes : []).flatMap(([horizon, , , , , , , result]) =>
        horizon === DAY_H ? [result] : [],
      ),
    );
    const right = results.filter((result) => result === "right").length;
    const n = right + results.filter((result) => result === "wrong").length;
    return n === 0 ? [] : [{ name: kind, horizonH: DAY_H, n, right, base: null }];
  });
}

/** Everything that the evidence is made of. Throws the fault not_ready. */
export async function readReadings(
  deps: Doors,
  own: string,
  wanted: readonly Wanted[],
  hours: number | null,
): Promise<{ readonly readings: Readings; readonly behind: CallsBehind }> {
  const { state, others } = await readWanted(deps, own, wanted);
  const kinds = new Set(wanted.map(({ kind }) => kind));
  const isWhy = kinds.has("price");
  const whyHours = Math.min(WHY_HOURS.most, Math.max(WHY_HOURS.least, hours ?? WHY_HOURS.usual));
  // However many tokens are named, prices are read of those alone that are told of.
  const spans = spansWanted(wanted, own).filter(({ token }) => token === own || others.has(token));
  const now = deps.clock.now();
  const [prices, window, outcomes, verdicts] = await Promise.all([
    Promise.all(
      spans.map(
        async ({ token, time }) =>
          [pricesKey(token, time), await readPrices(deps, token, spanOf(time, state.build))] as const,
      ),
    ),
    isWhy ? loadWindow(deps.store as Deps["store"], state, whyHours) : null,
    kinds.has("record") ? readOutcomes(deps, own, now) : [],
    kinds.has("standing") ? readVerdicts(deps.redis, now) : null,
  ]);
  const behind = window === null ? new Map() : await readWindowCalls(deps.store, window, state.build);
  const verdict = verdicts?.get(own)?.verdict ?? "unassessed";
  return { readings: { state, others, prices: new Map(prices), window, outcomes, verdict }, behind };
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
  const { state, others, prices, window, outcomes, verdict } = readings;
  const inputs = {
    state: keptState(state),
    ...{ others: [...others.values()].map(keptState), prices: [...prices], window, outcomes, verdict, asked: input },
  };
  const basis = { judgedAt: createdAt, build: state.build, odds: "", inputs };
  const issued = await issue(deps, "answer", { id, asOf, data, sources, calls, basis });
  return issued.wire;
}
