// One run of one source: its calls, its refusals, its errors by token and its writers, settled together at the end.
import { TABLES, type TableName } from "../../schema/dataset/index.ts";
import type { RejectRow } from "../../schema/dataset/service/reject.ts";
import { MINUTE_MS } from "../../schema/duration.ts";
import { providerName } from "../../schema/env.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import { httpError, isHttpError } from "../../schema/io/http.ts";
import { tellInsert } from "../../schema/io/in-flight.ts";
import { whileAlone } from "../../schema/io/lock.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { BAD_BODY, healthField, isOfAnswer, ROWS_REFUSED } from "../../schema/source/source-health.ts";
import type { CallContext } from "../client/client.ts";
import type { IngestDeps } from "../deps.ts";
import type { SourceBase, SourceRow } from "../source/source-base.ts";
import { type AdmitContext, admit, type Refused } from "./admit.ts";
import { type CallLog, type CallRecord, openCallLog, tellOutcome } from "./call.ts";
import { type Connections, connectionsOf } from "./connection.ts";
import type { HearOdd } from "./odd.ts";
import { type Alone, openWriter, type Tell, type Writer } from "./writer.ts";

type TokenError = { readonly token: string; readonly outcome: string; readonly message: string };

export type RunResult = {
  /** Rows written. */
  readonly rows: number;
  /** Tokens that rows came in for. */
  readonly tokens: readonly string[];
  readonly refused: number;
  readonly errors: readonly TokenError[];
  /** Whether it stopped for its time before it had read everything that it could: another run would go on. */
  readonly unfinished: boolean;
};

type TakeContext = Partial<Pick<AdmitContext, "grid" | "ageMsMax" | "reference" | "asked">> & {
  readonly now: number;
  readonly order?: number;
  readonly record?: CallRecord | undefined;
  readonly stored?: (kept: readonly SourceRow[]) => void;
};

export type Run = {
  readonly deps: IngestDeps;
  readonly connections: Connections;
  readonly source: SourceBase;
  /** The public name. */
  readonly provider: string;
  readonly context: CallContext;
  readonly signal: AbortSignal | undefined;
  /** Admits rows of the source's table and hands them to the writer; gives back those admitted. */
  take(rows: readonly SourceRow[], context: TakeContext): Promise<readonly SourceRow[]>;
  /** Writes rows that are derived, not received, to a table. */
  write(table: TableName, rows: readonly object[]): Promise<void>;
  /** Throws bad_body when the provider has repeated this update for too long. */
  refuseFrozen(token: string, nonce: string | number): void;
  fail(token: string, error: unknown): void;
  /** Counts members of an answer's list that are no rows. */
  readonly odd: HearOdd;
  /** Says that another run would go on where this one stops. */
  leave(): void;
  /** True when going on would only repeat the failure: the provider asked for a pause, or nothing answers. */
  halted(): boolean;
  /** Waits until every row taken so far is stored, after the calls that brought it. Throws what the store threw. */
  flush(): Promise<void>;
  /** Writes the calls and refusals so far. */
  notes(): Promise<void>;
  /**
   * Writes what is left, with the notes of the run; "later" leaves its calls to the next write of this process,
   * since thousands of fills would make thousands of small blocks. Throws only what the store threw.
   */
  finish(notes?: "now" | "later"): Promise<RunResult>;
};

const FAILURES_IN_A_ROW_MAX = 6;
/** What a provider says to one call and means for all. */
const FOR_ALL: ReadonlySet<string> = new Set(["rate_limited", "blocked_country", "not_configured"]);
/** An update that stays the same over so many pulls is not the state of a market. */
const FROZEN_PERIODS = 3;
const REJECT_ROWS_MAX = 2_000;
const REASONS_SAID_MAX = 3;
/** A member of a list of rows that is none. */
const NO_ROW = "no_row";
const COUNTS_KEPT_S = 7_200;

/** What an error is called; errors that are not the provider's are bugs or the store's and are thrown on. */
function outcomeOf(error: unknown): { outcome: string; message: string } {
  if (!isHttpError(error)) throw error;
  return { outcome: error.kind, message: error.message.slice(0, 300) };
}

/** What the run adds to what is told of its source. */
function healthOf({ deps, source }: Run, result: RunResult): Promise<unknown> {
  const now = deps.clock.now();
  const last = result.errors.at(-1);
  const pipeline = deps.redis.pipeline();
  const set = (member: Parameters<typeof healthField>[1], value: string | number) =>
    pipeline.hset(KEYS.sourceHealth, healthField(source.id, member), value);
  if (!last || result.tokens.length > 0) {
    set("success_at", now);
    set("refused_runs", 0);
    set("refused_rows", 0);
  }
  if (last) {
    set("error_at", now);
    set("error", last.message);
    set("outcome", last.outcome);
  }
  if (last && isOfAnswer(last.outcome) && result.tokens.length === 0) {
    pipeline.hincrby(KEYS.sourceHealth, healthField(source.id, "refused_runs"), 1);
    pipeline.hincrby(KEYS.sourceHealth, healthField(source.id, "refused_rows"), result.refused);
  }
  return pipeline.exec();
}

/** What the run adds to the counts of this minute. */
function countsOf({ deps, source }: Run, result: RunResult): Promise<unknown> {
  const key = KEYS.sourceCount(Math.floor(deps.clock.now() / MINUTE_MS));
  const isError = result.errors.length > 0;
  const counts = { ok: isError ? 0 : 1, error: isError ? 1 : 0, rows: result.rows, refused: result.refused };
  const pipeline = deps.redis.pipeline();
  for (const [name, count] of Object.entries(counts)) {
    if (count > 0) pipeline.hincrby(key, `${source.id}:${name}`, count);
  }
  return pipeline.expire(key, COUNTS_KEPT_S).exec();
}

/** Health is an observation: a run does not fail for it. */
async function recordHealth(run: Run, result: RunResult): Promise<void> {
  const { log } = run.deps;
  const { id } = run.source;
  await Promise.all([healthOf(run, result), countsOf(run, result)]).catch((error: unknown) =>
    log.warn({ err: error, source: id }, "health not kept"),
  );
}

/** Rows about the whole market name a token to admission only. */
const storable = (table: TableName, rows: readonly SourceRow[]): readonly object[] =>
  "token" in TABLES[table].columns ? rows : rows.map(({ token: _, ...row }) => row);
/** Refused rows as they are kept: bounded in number and size. */
function openRefusals(deps: IngestDeps, source: SourceBase, provider: string) {
  const rows: RejectRow[] = [];
  const counts = new Map<string, number>();
  let count = 0;
  let nothings = 0;
  return {
    add(refused: readonly Refused[]): void {
      count += refused.length;
      for (const { reason } of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      const { dataset, id } = source;
      for (const { row, reason } of refused.slice(0, Math.max(0, REJECT_ROWS_MAX - rows.length))) {
        const text = JSON.stringify(row).slice(0, 4_000);
        rows.push({ dataset, provider, source: id, token: row.token, reason, row: text, at: deps.clock.now() });
      }
    },
    odd(members: readonly unknown[], isAll: boolean): void {
      if (!isAll) nothings += members.filter((member) => member === null).length;
      this.add(members.map((member) => ({ row: { token: "", member }, reason: NO_ROW })));
    },
    take: (): RejectRow[] => rows.splice(0),
    count: (): number => count,
    /** Those that were to tell something: beside rows vendors put a null where they have none. */
    rows: (): number => count - nothings,
    /** The most frequent reasons with how often each was met. */
    reasons: (): string =>
      [...counts]
        .sort(([, a], [, b]) => b - a)
        .slice(0, REASONS_SAID_MAX)
        .map(([reason, times]) => `${reason} (${times})`)
        .join(", "),
  };
}

/** Errors by token, and whether going on makes sense. */
function openErrors(deps: IngestDeps, signal: AbortSignal | undefined, log: CallLog) {
  const startedAt = deps.clock.now();
  const errors: TokenError[] = [];
  let inARow = 0;
  let stopped = false;
  return {
    errors,
    fail(token: string, error: unknown): void {
      signal?.throwIfAborted();
      const { outcome, message } = outcomeOf(error);
      errors.push({ token, outcome, message });
      if (outcome === BAD_BODY) log.blame(token, outcome);
      inARow = outcome === BAD_BODY ? 0 : inARow + 1;
      stopped ||= FOR_ALL.has(outcome) || inARow >= FAILURES_IN_A_ROW_MAX;
    },
    succeeded(): void {
      inARow = 0;
    },
    halted: (): boolean => stopped || deps.clock.now() - startedAt > LIMITS.runMs,
  };
}

type WritersAbout = { readonly key: string; readonly tell: Tell; readonly before: () => Promise<void> };

const aloneIn =
  (deps: IngestDeps, table: TableName): Alone =>
  (work) =>
    whileAlone(deps, `replace~${table}`, work);

/** One writer a table, all under the run's key. */
function openWriters(deps: IngestDeps, { key, tell, before }: WritersAbout) {
  const { store } = deps;
  const writers = new Map<TableName, Writer>();
  return {
    of(table: TableName): Writer {
      const alone = aloneIn(deps, table);
      const writer = writers.get(table) ?? openWriter({ store, table, key: `${key}~${table}`, tell, alone, before });
      writers.set(table, writer);
      return writer;
    },
    async flush(): Promise<void> {
      for (const writer of writers.values()) await writer.flush();
    },
  };
}

function refuseFrozen(connections: Connections, deps: IngestDeps, source: SourceBase): Run["refuseFrozen"] {
  return (token, nonce) => {
    const key = `${source.id}~${token}`;
    const now = deps.clock.now();
    const known = connections.nonces.get(key);
    if (known?.nonce !== nonce) connections.nonces.set(key, { nonce, since: now });
    else if (now - known.since > FROZEN_PERIODS * source.everyS * 1_000) {
      throw httpError("bad_body", "the provider repeats an old update");
    }
  };
}

/** Opens a run; `key` is its natural key. */
export async function openRun(
  deps: IngestDeps,
  source: SourceBase,
  key: string,
  signal: AbortSignal | undefined,
): Promise<Run> {
  const connections = connectionsOf(deps);
  const provider = providerName(deps.env, source.provider);
  const log = openCallLog(connections.random);
  const references = await connections.references();
  const refusals = openRefusals(deps, source, provider);
  const { errors, fail, succeeded, halted } = openErrors(deps, signal, log);
  const tokens = new Set<string>();
  let rows = 0;
  let unfinished = false;

  const keepCalls = (calls: readonly CallRecord[]) => connections.calls.write(deps, `${key}~source_call`, calls);
  const notes = async (): Promise<void> => {
    await keepCalls(log.take());
    const refused = refusals.take();
    if (refused.length > 0) await deps.store.insert("reject", refused, `${key}~reject`);
  };
  // Who reads a row finds the call that brought it.
  const { redis, clock } = deps;
  const tell: Tell = (insert) => tellInsert({ redis, clock, random: connections.random }, source.id, insert);
  const writers = openWriters(deps, { key, tell, before: () => keepCalls(log.take("told")) });

  const run: Run = {
    deps,
    connections,
    source,
    provider,
    context: { about: { source: source.id, provider }, log, signal },
    signal,
    async take(candidates, { order = 0, record, stored, ...given }) {
      succeeded();
      const { kept, refused } = admit(candidates, {
        table: source.table,
        isPast: source.isPast === true,
        ageMsMax: FRESHNESS[source.dataset].hardTtlS * 1_000,
        grid: null,
        reference: (token) => references.get(token),
        ...given,
      });
      if (record) {
        record.rows += kept.length;
        if (kept.length === 0 && refused.length > 0) tellOutcome(record, ROWS_REFUSED);
      }
      refusals.add(refused);
      for (const row of kept) tokens.add(row.token);
      rows += kept.length;
      const about = { order, stored: stored && (() => stored(kept)), origin: record?.raw_sha256 };
      await writers.of(source.table).add(storable(source.table, kept), about);
      return kept;
    },
    async write(table, derived) {
      for (const row of derived) if (table === source.table && "token" in row) tokens.add(String(row.token));
      rows += derived.length;
      await writers.of(table).add(derived, { order: 0 });
    },
    refuseFrozen: refuseFrozen(connections, deps, source),
    fail,
    odd: (members, isAll) => refusals.odd(members, isAll),
    leave() {
      unfinished = true;
    },
    halted,
    async flush() {
      await notes();
      await writers.flush();
    },
    notes,
    async finish(when = "now") {
      const waits = when === "later" && refusals.count() === 0;
      if (waits) connections.calls.add(deps, log.take());
      else await notes();
      await writers.flush();
      const refused = refusals.count();
      // A provider whose every row is refused has brought nothing, however well it answered.
      if (rows === 0 && refusals.rows() > 0) {
        const message = `${source.id} kept none of ${refused} rows: ${refusals.reasons()}`;
        errors.push({ token: "", outcome: ROWS_REFUSED, message });
      }
      const result = { rows, tokens: [...tokens].sort(), refused, errors, unfinished };
      await recordHealth(run, result);
      return result;
    },
  };
  return run;
}
