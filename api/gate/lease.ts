// Permits of one policy, caller and window in Redis: what was used, and what each process holds for how long.
// A permit is held before it is used, and a holder that is silent for too long holds nothing: so that neither a kill nor
// a race of processes makes one too many, nor loses one for good, but for the calls whose answers a kill cut off.
import { DAY_MS } from "../../schema/duration.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";
import { ENTER, FORGET, SAY, TAKE, TELL } from "./permit-script.ts";

/** How long Redis waits for a sign of a holder, and for how long after asking the holder trusts its permits. */
const LEASE_MS = 2_000;
export const TRUST_MS = 1_500;
/** Callers that are looked at together, to be forgotten. */
const FORGET_TOGETHER = 512;

/** Whole numbers with a blank between them: one text is taken in much sooner than an array of so many. */
function numbersOf(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let sign = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === MINUS) sign = -1;
    else if (code !== BLANK) value = value * 10 + code - ZERO;
    else {
      numbers.push(sign * value);
      value = 0;
      sign = 1;
    }
  }
  if (text !== "") numbers.push(sign * value);
  return numbers;
}
const [BLANK, MINUS, ZERO] = [32, 45, 48];

/**
 * `counted`: uses are told in bulk, and what a lost holder held counts as used (rates).
 * `journalled`: every use is told before its answer leaves, and what a lost holder held is free again (allowances).
 */
type LeaseKind = "counted" | "journalled";

/** The UTC day that a window lies in; until when its permits are kept, epoch ms by the clock of this process. */
type PermitDay = { readonly day: number; readonly expiresAt: number };

/** A window of a caller's policy: `keyEnd` names the window, `key` the caller and the window. */
export type LeaseKey = {
  readonly key: string;
  readonly caller: string;
  readonly keyEnd: string;
  readonly kind: LeaseKind;
  /** Epoch ms, by the clock of this process. */
  readonly expiresAt: number;
  readonly in: PermitDay;
};

type LeaseState = {
  readonly granted: number;
  readonly mine: number;
  readonly used: number;
  readonly others: number;
  /** Uses this process journalled so far. */
  readonly uses: number;
};

/** A policy in its current window, for callers of whom nothing is known here. */
export type EntryPolicy = Omit<LeaseKey, "key" | "caller"> & { readonly quota: number };

/** How a call of an unknown caller ends, as numbers of ENTER: `held`, where others hold what is left. */
export const ENTRY = { open: 0, spent: 1, limited: 2, held: 3 } as const;

/** Uses of callers, of one policy and window; each caller stands there once. */
type Uses = Pick<LeaseKey, "keyEnd" | "expiresAt" | "in"> & {
  readonly callers: readonly string[];
  readonly uses: readonly number[];
};

/** Callers that were entered together, of one allowance and window. */
export type Batch = {
  readonly run: number;
  readonly number: number;
  readonly keyEnd: string;
  readonly expiresAt: number;
};
/** `told` is what ENTER returns, once where it is the same for all; `batch` what to say once its calls are answered, null where nothing is used by them. */
export type Entry = { readonly told: readonly number[]; readonly batch: Batch | null };

export type Use = { readonly key: string; readonly uses: number };

export type Leases = {
  /** Tells what was used and kept, and takes at least `needed` more where so many are free. */
  take(at: LeaseKey, ask: { quota: number; needed: number; held: number; spent: number }): Promise<LeaseState>;
  /** Journals how many this process used in all. Resolves once Redis has it. */
  tell(uses: Uses): Promise<void>;
  /** The calls of a batch are answered now. */
  say(used: Batch): Promise<void>;
  /** Enters callers under policies whose windows lie in one day, and says the same of `used` on the way. */
  enter(
    callers: readonly string[],
    policies: readonly EntryPolicy[],
    uses: boolean,
    used?: Batch | null,
  ): Promise<Entry>;
  /** Callers of whom rates alone were known, and those are over, are kept no longer. */
  forget(): Promise<void>;
  /** Whether that batch can still be said to be used: else each of its callers is told about. */
  isCurrent(batch: Batch): boolean;
};

export function openLeases(redis: Redis, holder: string, clock: Clock): Leases {
  const keptMs = (expiresAt: number) => Math.max(1, Math.ceil(expiresAt - clock.now()));
  const keysOf = ({ day }: PermitDay, keyEnd: string) => [KEYS.permits(day), KEYS.batchesUsed(keyEnd)];
  /** Rates are over with their windows: who has nothing else is listed, to be forgotten then. */
  const listOf = ({ day }: PermitDay) => KEYS.permitRates(day);
  // Of a message that failed nobody knows whether it was done, and a later batch says that all before it were used. So
  // nothing of a run is said any more once one of its messages failed.
  let run = 0;
  let batches = 0;
  /** Those of which nothing is known yet. */
  const open = new Set<number>();
  const sayingOf = (used: Batch) => [`${holder}.${used.run}`, used.number, keptMs(used.expiresAt)];
  const enter: Leases["enter"] = async (callers, policies, uses, used = null) => {
    const allowance = policies.find(({ kind }) => kind === "journalled");
    let batch: Batch | null = null;
    if (uses && allowance !== undefined) {
      batches += 1;
      open.add(batches);
      batch = { run, number: batches, keyEnd: allowance.keyEnd, expiresAt: allowance.expiresAt };
    }
    const named = batch === null ? "" : `${holder}.${run}#${batch.number}`;
    const within = policies[0]?.in;
    if (within === undefined) throw new Error("a call is entered under no policy");
    const windows = policies.map(({ keyEnd, kind, quota, expiresAt }) => [keyEnd, kind, quota, keptMs(expiresAt)]);
    const asked = [callers, holder, named, LEASE_MS, keptMs(within.expiresAt), windows];
    // One text: a command costs by its arguments.
    const args = [JSON.stringify(used === null ? asked : [...asked, sayingOf(used)])];
    const of = KEYS.batchesUsed((used ?? allowance)?.keyEnd ?? "");
    const own = allowance === undefined ? of : KEYS.batchesUsed(allowance.keyEnd);
    const keys = [of, own, KEYS.permits(within.day), listOf(within)];
    try {
      return { told: numbersOf(String(await runScript(redis, ENTER, keys, args))), batch };
    } catch (error) {
      run += 1;
      throw error;
    } finally {
      if (batch !== null) open.delete(batch.number);
    }
  };
  return {
    async take({ caller, keyEnd, kind, expiresAt, in: within }, { quota, needed, held, spent }) {
      const window = [LEASE_MS, keyEnd, keptMs(expiresAt), run, caller, keptMs(within.expiresAt)];
      const args = [holder, kind, quota, needed, held, spent, ...window];
      const state = (await runScript(redis, TAKE, [...keysOf(within, keyEnd), listOf(within)], args)) as number[];
      const [granted = 0, mine = 0, used = 0, others = 0, uses = 0] = state;
      return { granted, mine, used, others, uses };
    },
    async tell({ keyEnd, expiresAt, in: within, callers, uses }) {
      const args = [holder, run, LEASE_MS, keyEnd, keptMs(expiresAt), keptMs(within.expiresAt)];
      const each = callers.flatMap((caller, at) => [caller, uses[at] ?? 0]);
      await runScript(redis, TELL, keysOf(within, keyEnd), [...args, ...each]);
    },
    async say(used) {
      try {
        await runScript(redis, SAY, [KEYS.batchesUsed(used.keyEnd)], sayingOf(used));
      } catch (error) {
        run += 1;
        throw error;
      }
    },
    async forget() {
      const day = Math.floor(clock.now() / DAY_MS);
      const keys = [KEYS.permits(day), KEYS.permitRates(day)];
      while (Number(await runScript(redis, FORGET, keys, [FORGET_TOGETHER])) >= FORGET_TOGETHER);
    },
    enter,
    isCurrent: (batch) => batch.run === run && ![...open].some((number) => number < batch.number),
  };
}
