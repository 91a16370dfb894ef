// Finds the calls that rows came with: a row was received at the very instant at which its call was answered.
import { HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { type CallBehindRow, callBehind } from "../../schema/query/service/call-behind.ts";

/** A row as far as its call is concerned; `name` says what it is a row of, and of which token. */
export type Received = { readonly name: string; readonly provider: string; readonly retrieved_ms: number };

type Found = {
  readonly calls: readonly CallBehindRow[];
  readonly names: ReadonlySet<string>;
  /** What was stored by then was read last, epoch milliseconds. */
  readonly known: number;
};

/** Calls by provider and the instant of their answer; those about other tokens than one that is named may be left out. */
export type CallsBehind = {
  readonly get: (key: string, token?: string | undefined) => readonly CallBehindRow[] | undefined;
};

export const behindKey = (provider: string, ms: number): string => `${provider} ${ms}`;

/** What was received lately is looked up for all providers at once: nearly every call of the span is wanted. */
const LATELY_MS = 5 * MINUTE_MS;
/** A call that is not there by now never comes. */
const LOST_MS = HOUR_MS;
/** By then all calls of an instant are stored, those that waited as well; one that is stored later is not taken for another. */
const STORED_MS = 12_000;
/** Instants named in one question; their text travels in its address. */
const INSTANTS_MAX = 300;
/** What lies further apart is asked for by itself: closes of a day and of a week ago are wanted in every build. */
const APART_MS = 6 * HOUR_MS;
/** What several providers answered within such a time is asked for at once: a question costs more than the calls of an hour. */
const TOGETHER_MS = HOUR_MS;
const KEPT_MAX = 20_000;

type Wanted = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Calls never change: what a process found once for a row it need not look up again. Another row may have come with
 * another call of the same instant, stored since.
 */
const FOUND = new WeakMap<object, Map<string, Found>>();
/** The same of those that name an instant: for them nothing is there that was stored after it. */
const FOUND_BY = new WeakMap<object, Map<string, Found>>();

function missingOf(rows: readonly Received[], found: ReadonlyMap<string, Found>): Wanted {
  const missing = new Map<string, Set<number>>();
  for (const { name, provider, retrieved_ms: ms } of rows) {
    const before = found.get(behindKey(provider, ms));
    if (ms === 0 || (before?.names.has(name) && before.known >= ms + STORED_MS)) continue;
    const instants = missing.get(provider);
    if (instants) instants.add(ms);
    else missing.set(provider, new Set([ms]));
  }
  return missing;
}

const spanOf = (instants: readonly number[]) => ({
  from: instants.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER),
  to: instants.reduce((a, b) => Math.max(a, b), 0),
});

/** Ascending instants in lists of those that lie close together: a question reads all calls of its span. */
function near(instants: readonly number[]): number[][] {
  const lists: number[][] = [];
  for (const ms of instants) {
    const last = lists.at(-1);
    const isNear = last !== undefined && last.length < INSTANTS_MAX && ms - (last.at(-1) ?? 0) <= APART_MS;
    if (isNear) last.push(ms);
    else lists.push([ms]);
  }
  return lists;
}

type Asked = { readonly providers: readonly string[]; readonly instants: readonly number[] };

/** Questions of one provider each, joined where all that they ask for was answered within a short time. */
function joined(questions: readonly Asked[]): Asked[] {
  const groups: Asked[] = [];
  for (const one of questions.toSorted((a, b) => spanOf(a.instants).from - spanOf(b.instants).from)) {
    const last = groups.at(-1);
    const instants = [...new Set([...(last?.instants ?? []), ...one.instants])];
    const { from, to } = spanOf(instants);
    if (last === undefined || to - from > TOGETHER_MS || instants.length > INSTANTS_MAX) groups.push(one);
    else groups.splice(-1, 1, { providers: [...last.providers, ...one.providers], instants });
  }
  return groups;
}

/** Questions that cover the wanted instants: one for the last minutes, and a few for what is older. */
function questionsOf(wanted: Wanted, { asOf, known }: BehindRequest) {
  const lately = [...wanted].map(([provider, all]) => ({
    provider,
    at: [...all].filter((ms) => ms > asOf - LATELY_MS),
  }));
  const now = lately.flatMap(({ at }) => at);
  const first =
    now.length === 0
      ? []
      : [
          {
            providers: lately.filter(({ at }) => at.length > 0).map(({ provider }) => provider),
            ...spanOf(now),
            instants: now.length > INSTANTS_MAX ? [] : now,
          },
        ];
  const older = [...wanted].flatMap(([provider, all]) => {
    const instants = [...all].filter((ms) => ms <= asOf - LATELY_MS).sort((a, b) => a - b);
    return near(instants).map((chunk) => ({ providers: [provider], instants: chunk }));
  });
  const past = joined(older).map((question) => ({ ...question, ...spanOf(question.instants) }));
  return [...first, ...past].map((question) => (known === undefined ? question : { ...question, known }));
}

function groupByAnswer(calls: readonly CallBehindRow[], wanted: Wanted): Map<string, CallBehindRow[]> {
  const groups = new Map<string, CallBehindRow[]>();
  for (const row of calls) {
    if (wanted.get(row.provider)?.has(row.responded_at) !== true) continue;
    const key = behindKey(row.provider, row.responded_at);
    const same = groups.get(key);
    if (same) same.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

type BehindRequest = {
  /** Epoch milliseconds. */
  readonly asOf: number;
  /** Nothing that was stored later is read, epoch milliseconds; whatever is stored where it is left out. */
  readonly known?: number | undefined;
  /** Whether it is of the past: what was found since counts for nothing. */
  readonly isPast?: boolean;
};

/** Reads the calls behind the rows, which were read before. */
export async function readBehind(
  store: Pick<Store, "query">,
  rows: readonly Received[],
  request: BehindRequest,
): Promise<CallsBehind> {
  const { asOf, known = asOf, isPast = false } = request;
  const kept = request.known === undefined ? FOUND : FOUND_BY;
  const found = (isPast ? undefined : kept.get(store)) ?? new Map<string, Found>();
  if (!isPast) kept.set(store, found);
  if (found.size > KEPT_MAX) for (const key of [...found.keys()].slice(0, KEPT_MAX / 2)) found.delete(key);
  const wanted = missingOf(rows, found);
  const answers = await Promise.all(questionsOf(wanted, request).map((question) => store.query(callBehind, question)));
  const groups = groupByAnswer(answers.flat(), wanted);
  const behind = new Map<string, readonly CallBehindRow[]>();
  const names = new Map<string, Set<string>>();
  for (const { name, provider, retrieved_ms: ms } of rows) {
    const key = behindKey(provider, ms);
    if (wanted.get(provider)?.has(ms) === true) {
      const all = names.get(key) ?? new Set(found.get(key)?.names);
      names.set(key, all.add(name));
      const calls = groups.get(key) ?? [];
      if (calls.length > 0 || ms < known - LOST_MS) found.set(key, { calls, names: all, known });
    }
    const { calls = [] } = found.get(key) ?? {};
    if (calls.length > 0) behind.set(key, calls);
  }
  return behind;
}
