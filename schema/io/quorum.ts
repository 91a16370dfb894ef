// What a store of several servers is asked for with each statement, and what its refusals mean.
import { setTimeout as sleep } from "node:timers/promises";

/** Shorter than a statement may be silent, so that whoever waits hears what became of it. */
const QUORUM_MS = 20_000;
/** A copy of a large table comes to the last server long after the first. */
const DDL_S = 3_600;

/** Nothing is read before what was acknowledged: a server that does not have it yet refuses. */
export const QUORUM_READ = { select_sequential_consistency: "1" } as const;
/**
 * A row counts once most servers have it, since the token that keeps it from coming twice is known to all of them as soon as
 * one has it: that one lost, the row would never come. Blocks of a table come one after another, which reads rest on.
 */
export const QUORUM_WRITE = {
  insert_quorum: "auto",
  insert_quorum_parallel: 0,
  insert_quorum_timeout: QUORUM_MS,
} as const;
export const QUORUM_COMMAND = {
  ...{ ...QUORUM_READ, ...QUORUM_WRITE },
  ...{ max_insert_threads: "1", distributed_ddl_task_timeout: `${DDL_S}` },
} as const;

/** Another block of the table is on its way to the other servers. */
const BUSY = "286";
/**
 * TABLE_IS_READ_ONLY, TOO_FEW_LIVE_REPLICAS, UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE, REPLICA_IS_NOT_IN_QUORUM,
 * UNKNOWN_STATUS_OF_INSERT, KEEPER_EXCEPTION: nothing is wrong with what was asked, and what was sent may be stored.
 */
const AWAY = new Set(["242", "285", BUSY, "289", "319", "999"]);

const codeOf = (error: unknown): string | undefined => (error as { readonly code?: string } | null)?.code;

/** Whether the servers could not do it together now. */
export const isQuorumAway = (error: unknown): boolean => AWAY.has(codeOf(error) ?? "");

const TRIES = 60;
const WAIT_MS_MAX = 250;

/** Does it again while another block is on its way. Throws what it failed with last. */
async function whileBusy<T>(work: () => Promise<T>, wait: (ms: number) => Promise<unknown>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== BUSY || tries === TRIES) throw error;
      await wait(Math.min(WAIT_MS_MAX, 2 ** tries));
    }
  }
}

/** Works of one table one after another; those of other processes are waited for. */
export function openTurns(wait: (ms: number) => Promise<unknown> = sleep) {
  const last = new Map<string, Promise<unknown>>();
  return <T>(table: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(table) ?? Promise.resolve();
    const own = before.then(() => whileBusy(work, wait));
    const settled = own.catch(() => undefined);
    last.set(table, settled);
    void settled.then(() => {
      if (last.get(table) === settled) last.delete(table);
    });
    return own;
  };
}
