// Records of calls that are written together: one insert for many, and none is lost to a store that is away for a while.
import { tellInsert } from "../../schema/io/in-flight.ts";
import type { IngestDeps } from "../deps.ts";
import type { CallRecord } from "./call.ts";

type Keeper = Pick<IngestDeps, "store" | "log" | "redis" | "clock">;

export type WaitingCalls = {
  /** Leaves calls to the next write: somebody else's, or one of their own once they are many or have waited a while. */
  add(keeper: Keeper, calls: readonly CallRecord[]): void;
  /** Writes these with all that wait; `key` names who writes. Throws what the store threw: then all of them wait on. */
  write(keeper: Keeper, key: string, calls: readonly CallRecord[]): Promise<void>;
  /** Writes what waits, after what is under way. Throws what the store threw. */
  close(keeper: Keeper): Promise<void>;
};

/** The store may have taken a block whose insert failed: it is sent again as it was, which cannot double its rows. */
type Block = { readonly key: string; readonly calls: readonly CallRecord[]; readonly refusedTimes: number };

const MANY = 500;
const AGE_MS = 10_000;
/** Of a store that stays away the oldest calls are forgotten, which the log tells. */
const KEPT_MAX = 20_000;
/** A block that fails so often while the store takes others would fail for ever. */
const REFUSED_MAX = 3;

/** Stores a block, known from one instant on like rows. */
const insertBlock = (keeper: Keeper, { key, calls }: Pick<Block, "key" | "calls">): Promise<void> =>
  tellInsert(keeper, null, (storedAt) => keeper.store.insert("source_call", calls, key, { stored_at: storedAt }));

const countOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { calls }) => sum + calls.length, 0);

export function openWaitingCalls(ageMs = AGE_MS): WaitingCalls {
  const waiting: CallRecord[] = [];
  const unsure: Block[] = [];
  let timer: NodeJS.Timeout | null = null;
  let ownWrite: Promise<void> = Promise.resolve();

  const keep = ({ log }: Keeper, blocks: readonly Block[]): void => {
    unsure.push(...blocks);
    const before = countOf(unsure);
    while (unsure.length > 1 && countOf(unsure) > KEPT_MAX) unsure.shift();
    const dropped = before - countOf(unsure);
    if (dropped > 0) log.warn({ calls: dropped }, "records of calls were dropped: the store is away");
  };
  /** Sends once more what failed; `isThere` says that the store took something just now. */
  const sendAgain = async (keeper: Keeper, isThere: boolean): Promise<void> => {
    for (const block of unsure.splice(0)) {
      try {
        await insertBlock(keeper, block);
      } catch (error) {
        const refusedTimes = block.refusedTimes + (isThere ? 1 : 0);
        if (refusedTimes < REFUSED_MAX) keep(keeper, [{ ...block, refusedTimes }]);
        else keeper.log.error({ err: error, calls: block.calls.length }, "the store refuses records of calls");
      }
    }
  };
  const send = async (keeper: Keeper, key: string, calls: readonly CallRecord[]): Promise<void> => {
    const block = { key, calls: [...waiting.splice(0), ...calls], refusedTimes: 0 };
    if (block.calls.length > 0) {
      try {
        await insertBlock(keeper, block);
      } catch (error) {
        keep(keeper, [block]);
        throw error;
      }
    }
    if (unsure.length > 0) await sendAgain(keeper, block.calls.length > 0);
  };
  const stopTimer = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const writeSoon = (keeper: Keeper): void => {
    timer ??= setTimeout(writeNow, ageMs, keeper).unref();
  };
  const writeNow = (keeper: Keeper): void => {
    stopTimer();
    ownWrite = ownWrite
      .then(() => send(keeper, "waiting~source_call", []))
      .catch((error: unknown) => keeper.log.warn({ err: error }, "records of calls are not stored yet"))
      .then(() => (waiting.length + unsure.length > 0 ? writeSoon(keeper) : undefined));
  };
  return {
    add(keeper, calls) {
      if (calls.length === 0) return;
      waiting.push(...calls);
      if (waiting.length >= MANY) writeNow(keeper);
      else writeSoon(keeper);
    },
    async write(keeper, key, calls) {
      try {
        await send(keeper, key, calls);
      } finally {
        if (unsure.length > 0) writeSoon(keeper);
      }
    },
    async close(keeper) {
      await ownWrite;
      stopTimer();
      await send(keeper, "waiting~source_call", []);
    },
  };
}
