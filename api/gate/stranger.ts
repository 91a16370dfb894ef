// First calls of callers of whom nothing is kept here: those that come together are asked about in one message, and each
// is counted in Redis before it is answered, so that a flood of new addresses costs neither memory nor exactness.
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { Access } from "./access.ts";
import { keyOf, type PolicyWindow } from "./caller.ts";
import { type Batch, ENTRY, type Entry, type Leases, type Use } from "./lease.ts";
import type { AtOnce } from "./meter.ts";
import { GROUP_MAX, openPlaces, type Places } from "./place.ts";
import { limitsOf, openTerms, overOf, type Terms } from "./terms.ts";

/** How the call ends; `limits` as headers tell it, `over` the rates that are used up. */
export type Entered = {
  readonly outcome: AtOnce;
  readonly limits: string;
  readonly over: readonly PolicyWindow[];
  readonly now: number;
};
/** Null where it takes more to know: others hold what is left, or Redis is away. */
type OnEntered = (entered: Entered | null) => void;

export type Strangers = {
  /** Whether the next call of the caller is to be asked about here: it is new, or its last one still waits. */
  isOne(id: string, access: Access): boolean;
  /** `uses`: whether its answer will use the allowance. */
  ask(id: string, access: Access, uses: boolean, onEntered: OnEntered): void;
  /** Resolves when no call of the caller waits here; null where none does. */
  settled(id: string): Promise<void> | null;
  /** Something is kept of the caller from now on. @returns what it used here, as far as that is remembered. */
  leave(id: string): Use | null;
  /** To be called about once a second: journals again what Redis did not take, and has it forget whose rates are over. */
  sweep(): void;
  /** Redis lost what it was told: tells it anew. */
  tellAgain(): void;
};

/** At least as many as may wait at once, so that who waits is never forgotten. */
const REMEMBERED_MAX = LIMITS.connectionsMax;
/**
 * Messages at once. A message costs this process and Redis as much as counting thirty callers: so who comes while one is
 * under way leaves with the next, right before the answers of that one, unless they are twice as many: where both share
 * a core, two messages save nobody any time.
 */
const UNDERWAY_MAX = 2;
const WORTH_ONE_MORE = 64;
/**
 * Turns of the loop that those who are answered wait at most for calls that came meanwhile and are not read yet: whoever
 * is read leaves with the uses, and the more leave together, the less does each of them cost.
 */
const TURNS_MAX = 6;

/** Calls of a kind that are asked about in one message, each told about the caller at its place: no more than GROUP_MAX. */
type Group = {
  readonly access: Access;
  readonly uses: boolean;
  readonly ids: string[];
  tell: readonly OnEntered[];
  isWaiting: boolean;
  /** Whether some of its callers are in `Known.callers`. */
  hasKnown: boolean;
  /** Of the allowance, where some of it was used; and how many uses of it by this process there are in all by place. */
  window: PolicyWindow | null;
  used: number | readonly number[];
};
/** A caller that calls again while its last call waits, or is waited for. */
type Met = {
  readonly id: string;
  /** Calls that wait for what Redis says. */
  waiting: number;
  readonly allowance: Access["allowance"];
  /** Of the last window of the allowance: uses of this process in all. */
  window: PolicyWindow | null;
  uses: number;
  settled: (() => void)[] | null;
};
/** A batch whose calls are answered: its callers are told about one by one where that cannot be said of the batch. */
type Used = { readonly batch: Batch; readonly group: Group };

const NOBODY: readonly OnEntered[] = [];
const OUTCOMES: Readonly<Record<number, AtOnce>> = {
  [ENTRY.open]: "open",
  [ENTRY.spent]: "spent",
  [ENTRY.limited]: "limited",
};
const usedAt = ({ used }: Group, at: number): number => (typeof used === "number" ? used : (used[at] ?? 0));

function done(met: Met | undefined): void {
  if (met === undefined) return;
  met.waiting -= 1;
  if (met.waiting > 0 || met.settled === null) return;
  for (const resolve of met.settled) resolve();
  met.settled = null;
}

/** Callers of late of whom more is known than their place: the older half goes as the newer one is full. */
function openMets() {
  let young = new Map<string, Met>();
  let old = new Map<string, Met>();
  return {
    get: (id: string) => young.get(id) ?? old.get(id),
    set(met: Met) {
      if (young.size >= REMEMBERED_MAX) {
        old = young;
        young = new Map();
      }
      young.set(met.id, met);
    },
    delete(id: string) {
      young.delete(id);
      old.delete(id);
    },
    isEmpty: () => young.size + old.size === 0,
    *all() {
      yield* old.values();
      yield* young.values();
    },
  };
}

/** Whoever was met of late. */
type Known = { readonly places: Places<Group>; readonly callers: ReturnType<typeof openMets> };

/** The caller by itself; `isAsked`: it is, where it had no more than a place. */
function metOf({ places, callers }: Known, id: string, isAsked: boolean): Met | undefined {
  const known = callers.isEmpty() ? undefined : callers.get(id);
  const place = known === undefined && isAsked ? places.find(id) : null;
  if (place === null) return known;
  const { group, at } = place;
  const uses = usedAt(group, at);
  const met: Met = {
    id,
    waiting: group.isWaiting ? 1 : 0,
    allowance: group.access.allowance,
    window: uses > 0 ? group.window : null,
    uses,
    settled: null,
  };
  group.hasKnown = true;
  callers.set(met);
  return met;
}

type Context = {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Log;
  readonly known: Known;
  readonly untold: Set<Group>;
};

/** Tells what callers used in all in a window. */
function tellUses(
  { leases, clock }: Context,
  window: PolicyWindow,
  callers: readonly string[],
  uses: readonly number[],
) {
  const { keyEnd, expiresAt, in: within } = window;
  if (expiresAt < clock.now() || callers.length === 0) return Promise.resolve();
  return leases.tell({ keyEnd, expiresAt, in: within, callers, uses });
}

/** Tells what each of them used in all by now; what Redis does not take is told again by the sweep. */
function tellGroup(context: Context, group: Group): void {
  const { window, ids, hasKnown } = group;
  if (window === null) return;
  const callers: string[] = [];
  const uses: number[] = [];
  for (const [at, id] of ids.entries()) {
    const met = hasKnown ? metOf(context.known, id, false) : undefined;
    const used = met?.window?.keyEnd === window.keyEnd ? met.uses : usedAt(group, at);
    if (used === 0) continue;
    callers.push(id);
    uses.push(used);
  }
  tellUses(context, window, callers, uses).catch(() => context.untold.add(group));
}

/** One more use of the allowance by the caller; `seen` are those of this process that Redis knew. */
function count(met: Met, window: PolicyWindow, seen: number): number {
  if (met.window?.keyEnd !== window.keyEnd) met.uses = seen;
  met.window = window;
  met.uses = Math.max(met.uses, seen) + 1;
  return met.uses;
}

/** Of how many numbers what the next caller is told lies behind; 0 where all are told the same. */
const stepOf = (policies: readonly PolicyWindow[], told: readonly number[], { ids }: Group): number => {
  const width = policies.length + 2;
  return ids.length > 1 && told.length === width ? 0 : width;
};

/** Counts what the calls of the group use; null where that is nothing, or cannot be said of all of them at once. */
function countUses(context: Context, group: Group, { policies }: Terms, { told, batch }: Entry): Used | null {
  const allowance = batch === null ? undefined : policies.find(({ kind }) => kind === "journalled");
  if (batch === null || allowance === undefined) return null;
  const step = stepOf(policies, told, group);
  if (step === 0 && !group.hasKnown) {
    if (told[0] !== ENTRY.open) return null;
    group.used = (told[1] ?? 0) + 1;
  } else {
    const used = group.ids.map((id, at) => {
      if (told[at * step] !== ENTRY.open) return 0;
      const seen = told[at * step + 1] ?? 0;
      const met = group.hasKnown ? metOf(context.known, id, false) : undefined;
      return met === undefined ? seen + 1 : count(met, allowance, seen);
    });
    if (!used.some((uses) => uses > 0)) return null;
    group.used = used;
  }
  group.window = allowance;
  if (context.leases.isCurrent(batch)) return { batch, group };
  context.untold.add(group);
  return null;
}

/** Tells a call its end; one that cannot be told takes no other with it. */
function tellOne({ log }: Context, tell: OnEntered, entered: Entered | null): void {
  try {
    tell(entered);
  } catch (error) {
    log.error({ err: error }, "a call could not be told how it ends");
  }
}

/** Who was asked about waits no longer. @returns those who are to be told. */
function end({ known }: Context, group: Group): readonly OnEntered[] {
  const { tell, ids, hasKnown } = group;
  group.isWaiting = false;
  group.tell = NOBODY;
  if (hasKnown) for (const id of ids) done(metOf(known, id, false));
  return tell;
}

/** Tells every call its end; what is used is journalled by then. */
function answer(context: Context, group: Group, terms: Terms, told: readonly number[]): void {
  const now = context.clock.now();
  const second = Math.floor(now / 1_000);
  const step = stepOf(terms.policies, told, group);
  const tell = end(context, group);
  for (let at = 0; at < tell.length; at++) {
    const [one, from] = [tell[at], at * step];
    if (one === undefined) continue;
    const outcome = OUTCOMES[told[from] ?? ENTRY.held];
    if (outcome === undefined) {
      tellOne(context, one, null);
      continue;
    }
    const over = outcome === "limited" ? overOf(terms, told, from + 2) : [];
    tellOne(context, one, { outcome, limits: limitsOf(terms, told, from + 2, second), over, now });
  }
}

/** Sends what waits: as messages with a batch that was used and calls to be entered, at most so many under way. */
function openPost(context: Context, termsOf: ReturnType<typeof openTerms>) {
  const { leases, clock, known } = context;
  let groups: (Group & { readonly tell: OnEntered[] })[] = [];
  let waiting = 0;
  let underway = 0;
  let isDue = false;
  let asked = 0;

  /** Runs it after a turn in which nobody asked. */
  const afterReading = (run: () => void, left = TURNS_MAX): void => {
    const before = asked;
    setImmediate(() => {
      if (left === 0 || (left < TURNS_MAX && asked === before)) run();
      else afterReading(run, left - 1);
    });
  };
  const groupOf = (access: Access, uses: boolean) => {
    for (const one of groups) {
      if (one.access === access && one.uses === uses && one.ids.length < GROUP_MAX) return one;
    }
    const state = { isWaiting: true, hasKnown: false, window: null, used: 0 };
    const made = { access, uses, ids: [], tell: [], ...state };
    groups.push(made);
    return made;
  };
  const remember = ({ group }: Used) => context.untold.add(group);
  const send = (group: Group, used: Used | null) => {
    const terms = termsOf(group.access, clock.now());
    underway += 1;
    leases.enter(group.ids, terms.policies, group.uses, used?.batch ?? null).then(
      (entry) => {
        afterReading(() => {
          underway -= 1;
          // The uses leave before the answers do, and take along who came meanwhile.
          leave(countUses(context, group, terms, entry));
          answer(context, group, terms, entry.told);
        });
      },
      () => {
        underway -= 1;
        if (used !== null) remember(used);
        leave(null);
        for (const tell of end(context, group)) tellOne(context, tell, null);
      },
    );
  };
  const leave = (used: Used | null) => {
    let left = used;
    const all = groups;
    groups = [];
    waiting = 0;
    for (const group of all) {
      send(group, left);
      left = null;
    }
    if (left === null) return;
    const said = left;
    leases.say(said.batch).catch(() => remember(said));
  };
  return {
    add(id: string, access: Access, uses: boolean, onEntered: OnEntered) {
      asked += 1;
      const group = groupOf(access, uses);
      const met = metOf(known, id, true);
      const at = group.ids.push(id) - 1;
      group.tell.push(onEntered);
      if (met === undefined) known.places.add(group, at);
      else {
        met.waiting += 1;
        group.hasKnown = true;
      }
      waiting += 1;
      if (isDue || (underway > 0 && (underway >= UNDERWAY_MAX || waiting < WORTH_ONE_MORE))) return;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        if (waiting > 0 && underway < UNDERWAY_MAX) leave(null);
      });
    },
  };
}

export function openStrangers(options: { leases: Leases; clock: Clock; log: Log; rateFactor: number }): Strangers {
  const { leases, clock, log, rateFactor } = options;
  const seed = Math.floor(systemRandom.fraction() * 2 ** 32);
  const known: Known = { places: openPlaces<Group>(REMEMBERED_MAX, seed), callers: openMets() };
  const context: Context = { leases, clock, log, known, untold: new Set() };
  const post = openPost(context, openTerms(rateFactor));
  let isForgetting = false;
  /** What Redis does not take of it is told again with its group. */
  const tellMet = ({ id, window, uses }: Met) => {
    if (window !== null) tellUses(context, window, [id], [uses]).catch(() => undefined);
  };
  return {
    isOne(id, { allowance }) {
      const met = metOf(known, id, false);
      if (met !== undefined) return met.waiting > 0 && met.allowance === allowance;
      const place = known.places.find(id);
      return place === null || (place.group.isWaiting && place.group.access.allowance === allowance);
    },
    ask: post.add,
    settled(id) {
      const met = metOf(known, id, true);
      if (met === undefined || met.waiting === 0) return null;
      return new Promise((resolve) => {
        met.settled = [...(met.settled ?? []), resolve];
      });
    },
    leave(id) {
      const met = metOf(known, id, true);
      // Of one that waits it is not known yet.
      if (met === undefined || met.waiting > 0) return null;
      known.callers.delete(id);
      known.places.delete(id);
      // Before anything else is asked about it.
      if (context.untold.size > 0) tellMet(met);
      return met.window === null ? null : { key: keyOf(id, met.window.keyEnd), uses: met.uses };
    },
    sweep() {
      const again = [...context.untold];
      context.untold.clear();
      for (const group of again) tellGroup(context, group);
      if (isForgetting) return;
      isForgetting = true;
      leases
        .forget()
        .catch(() => undefined)
        .finally(() => {
          isForgetting = false;
        });
    },
    tellAgain() {
      for (const group of new Set(known.places.all())) tellGroup(context, group);
      for (const met of known.callers.all()) tellMet(met);
    },
  };
}
