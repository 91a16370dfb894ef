// First calls of callers of whom nothing is kept here: those that come together are asked about in one message, and each
// is counted in Redis before it is answered, so that a flood of new addresses costs neither memory nor exactness.
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { Access } from "./access.ts";
import { keyOf, type PolicyWindow, rateLimitPolicyText, rateLimitTextOf, windowOf } from "./caller.ts";
import { type Batch, ENTRY, type Entry, type Leases, type Use, type Uses } from "./lease.ts";
import type { AtOnce } from "./meter.ts";

/** How the call ends; `limits` as headers tell it, `over` the rates that are used up. */
export type Entered = {
  readonly outcome: AtOnce;
  readonly limits: string;
  readonly over: readonly PolicyWindow[];
  readonly now: number;
};
/** Null where it takes more to know: others hold what is left, or Redis is away. */
export type Told = (entered: Entered | null) => void;

export type Strangers = {
  /** Whether the next call of the caller is to be asked about here: it is new, or its last one still waits. */
  isOne(id: string, access: Access): boolean;
  /** `uses`: whether its answer will use the allowance. */
  ask(id: string, access: Access, uses: boolean, told: Told): void;
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
/** Callers in one message: Redis does nothing else meanwhile. */
const TOGETHER_MAX = 256;
/**
 * Messages at once. A message costs this process and Redis as much as counting thirty callers: so who comes while one is
 * under way leaves with the next, right before the answers of that one, unless they are twice as many: where both share
 * a core, two messages save nobody any time.
 */
const UNDERWAY_MAX = 2;
const WORTH_ONE_MORE = 64;

type Met = {
  readonly id: string;
  /** Calls that wait for what Redis says. */
  waiting: number;
  allowance: Access["allowance"];
  /** Of the last window of the allowance: uses of this process in all. */
  window: PolicyWindow | null;
  uses: number;
  settled: (() => void)[] | null;
};
/** Calls of a kind; each of the second is told about the caller at its place in the first. */
type Group = { readonly access: Access; readonly uses: boolean; readonly mets: Met[]; readonly tell: Told[] };
type Terms = {
  readonly policies: readonly PolicyWindow[];
  readonly policyText: string;
  readonly endsAt: number;
  /** The text that was made last, and of what: most strangers are told the same. */
  limits: string;
  of: readonly number[];
};
/** A batch whose calls are answered, and its callers: to be told one by one where that cannot be said of the batch. */
type Used = { readonly batch: Batch; readonly mets: readonly Met[] };

const OUTCOMES: Readonly<Record<number, AtOnce>> = {
  [ENTRY.open]: "open",
  [ENTRY.spent]: "spent",
  [ENTRY.limited]: "limited",
};
const newMet = (id: string, allowance: Access["allowance"]): Met => ({
  id,
  waiting: 0,
  allowance,
  window: null,
  uses: 0,
  settled: null,
});

function done(met: Met): void {
  met.waiting -= 1;
  if (met.waiting > 0 || met.settled === null) return;
  for (const resolve of met.settled) resolve();
  met.settled = null;
}

/** What was met of late: the older half goes as the newer one is full. */
function openMemory() {
  let young = new Map<string, Met>();
  let old = new Map<string, Met>();
  /** Who is looked for is looked for once more, to be asked about. */
  let lastId = "";
  let last: Met | undefined;
  return {
    get(id: string) {
      if (id === lastId) return last;
      lastId = id;
      last = young.get(id) ?? old.get(id);
      return last;
    },
    set(id: string, met: Met) {
      if (young.size >= REMEMBERED_MAX) {
        old = young;
        young = new Map();
      }
      young.set(id, met);
      lastId = "";
    },
    delete(id: string) {
      lastId = "";
      young.delete(id);
      old.delete(id);
    },
    *all() {
      yield* young.values();
      yield* old.values();
    },
  };
}

type Context = { readonly leases: Leases; readonly clock: Clock; readonly log: Log; readonly untold: Set<Met> };

const remember = ({ untold }: Context, mets: readonly Met[]) => {
  for (const met of mets) untold.add(met);
};

const idsOf = (mets: readonly Met[]) => mets.map(({ id }) => id);

const usesOf = ({ keyEnd, expiresAt, in: within }: PolicyWindow, mets: readonly Met[]): Uses => ({
  keyEnd,
  expiresAt,
  in: within,
  callers: idsOf(mets),
  uses: mets.map(({ uses }) => uses),
});

/** Tells what each used in all; what Redis does not take is told again by the sweep. */
function tellAll(context: Context, mets: Iterable<Met>): void {
  const now = context.clock.now();
  const byWindow = new Map<string, Met[]>();
  for (const met of mets) {
    const { window } = met;
    if (window === null || window.expiresAt < now) continue;
    const some = byWindow.get(window.keyEnd) ?? [];
    some.push(met);
    byWindow.set(window.keyEnd, some);
  }
  for (const all of byWindow.values()) {
    const window = all[0]?.window;
    if (!window) continue;
    for (let at = 0; at < all.length; at += TOGETHER_MAX) {
      const some = all.slice(at, at + TOGETHER_MAX);
      context.leases.tell(usesOf(window, some)).catch(() => remember(context, some));
    }
  }
}

/** One more use of the allowance by the caller; `seen` are those of this process that Redis knew. */
function count(met: Met, window: PolicyWindow, seen: number): void {
  if (met.window?.keyEnd !== window.keyEnd) met.uses = seen;
  met.window = window;
  met.uses = Math.max(met.uses, seen) + 1;
}

/** Of how many numbers what the next caller is told lies behind; 0 where all are told the same. */
const stepOf = (policies: readonly PolicyWindow[], told: readonly number[], mets: readonly Met[]): number => {
  const width = policies.length + 2;
  return mets.length > 1 && told.length === width ? 0 : width;
};

/** Counts what the calls of the group use; null where that is nothing, or cannot be said of all of them at once. */
function countUses(context: Context, { mets }: Group, { policies }: Terms, { told, batch }: Entry): Used | null {
  const allowance = batch === null ? undefined : policies.find(({ kind }) => kind === "journalled");
  if (batch === null || allowance === undefined) return null;
  const step = stepOf(policies, told, mets);
  let isUsed = false;
  const isCurrent = context.leases.isCurrent(batch);
  for (let at = 0; at < mets.length; at++) {
    const met = mets[at];
    if (met === undefined || told[at * step] !== ENTRY.open) continue;
    count(met, allowance, told[at * step + 1] ?? 0);
    if (!isCurrent) context.untold.add(met);
    isUsed = true;
  }
  return isUsed && isCurrent ? { batch, mets } : null;
}

function limitsOf(terms: Terms, left: readonly number[], from: number, second: number): string {
  const { policies, of } = terms;
  let isSame = of[0] === second;
  for (let at = 0; isSame && at < policies.length; at++) isSame = of[at + 1] === left[from + at];
  if (isSame) return terms.limits;
  terms.of = [second, ...left.slice(from, from + policies.length)];
  terms.limits = `${rateLimitTextOf(policies, left, from, second * 1_000)}\r\nratelimit-policy: ${terms.policyText}`;
  return terms.limits;
}

const overOf = ({ policies }: Terms, left: readonly number[], from: number): readonly PolicyWindow[] =>
  policies.filter(({ kind }, at) => kind === "counted" && (left[from + at] ?? 0) <= 0);

/** Tells a call its end; one that cannot be told takes no other with it. */
function tellOne({ log }: Context, tell: Told, entered: Entered | null): void {
  try {
    tell(entered);
  } catch (error) {
    log.error({ err: error }, "a call could not be told how it ends");
  }
}

/** Tells every call its end; what is used is journalled by then. */
function answer(context: Context, { mets, tell }: Group, terms: Terms, told: readonly number[]): void {
  const now = context.clock.now();
  const second = Math.floor(now / 1_000);
  const step = stepOf(terms.policies, told, mets);
  for (let at = 0; at < mets.length; at++) {
    const [met, one, from] = [mets[at], tell[at], at * step];
    if (met === undefined || one === undefined) continue;
    const outcome = OUTCOMES[told[from] ?? ENTRY.held];
    done(met);
    if (outcome === undefined) {
      tellOne(context, one, null);
      continue;
    }
    const over = outcome === "limited" ? overOf(terms, told, from + 2) : [];
    tellOne(context, one, { outcome, limits: limitsOf(terms, told, from + 2, second), over, now });
  }
}

/** What calls of a kind are subject to now: made anew when the first of its windows ends. */
function openTerms(rateFactor: number): (access: Access, now: number) => Terms {
  const terms = new Map<Access, Terms>();
  return (access, now) => {
    const held = terms.get(access);
    if (held !== undefined && now < held.endsAt) return held;
    const policies = access.policies.map((policy) => windowOf(null, policy, now, rateFactor));
    const endsAt = Math.min(...policies.map((one) => one.endsAt));
    const made = { policies, policyText: rateLimitPolicyText(policies), endsAt, limits: "", of: [] };
    terms.set(access, made);
    return made;
  };
}

/** Sends what waits: as messages with a batch that was used and calls to be entered, at most so many under way. */
function openPost(context: Context, termsOf: ReturnType<typeof openTerms>) {
  const { leases, clock } = context;
  let groups: Group[] = [];
  let waiting = 0;
  let underway = 0;
  let isDue = false;

  const groupOf = (access: Access, uses: boolean): Group => {
    for (const one of groups) if (one.access === access && one.uses === uses) return one;
    const made: Group = { access, uses, mets: [], tell: [] };
    groups.push(made);
    return made;
  };
  const say = (used: Used) => {
    leases.say(used.batch).catch(() => remember(context, used.mets));
  };
  const send = (group: Group, used: Used | null) => {
    const terms = termsOf(group.access, clock.now());
    underway += 1;
    leases.enter(idsOf(group.mets), terms.policies, group.uses, used?.batch ?? null).then(
      (entry) => {
        // Calls that this turn has yet to read are sent with the uses: a message of their own would cost as much again.
        setImmediate(() => {
          underway -= 1;
          // The uses leave before the answers do, and take along who came meanwhile.
          leave(countUses(context, group, terms, entry));
          answer(context, group, terms, entry.told);
        });
      },
      () => {
        underway -= 1;
        if (used !== null) remember(context, used.mets);
        leave(null);
        for (const met of group.mets) done(met);
        for (const tell of group.tell) tellOne(context, tell, null);
      },
    );
  };
  const leave = (used: Used | null) => {
    let left = used;
    const all = groups;
    groups = [];
    waiting = 0;
    for (const { access, uses, mets, tell } of all) {
      for (let at = 0; at < mets.length; at += TOGETHER_MAX) {
        const end = at + TOGETHER_MAX;
        send({ access, uses, mets: mets.slice(at, end), tell: tell.slice(at, end) }, left);
        left = null;
      }
    }
    if (left !== null) say(left);
  };
  return {
    add(met: Met, access: Access, uses: boolean, told: Told) {
      const group = groupOf(access, uses);
      group.mets.push(met);
      group.tell.push(told);
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
  const context: Context = { leases, clock, log, untold: new Set() };
  const memory = openMemory();
  const post = openPost(context, openTerms(rateFactor));
  let isForgetting = false;
  return {
    isOne(id, { allowance }) {
      const met = memory.get(id);
      return met === undefined || (met.waiting > 0 && met.allowance === allowance);
    },
    ask(id, access, uses, told) {
      let met = memory.get(id);
      if (met === undefined) {
        met = newMet(id, access.allowance);
        memory.set(id, met);
      }
      met.waiting += 1;
      post.add(met, access, uses, told);
    },
    settled(id) {
      const met = memory.get(id);
      if (met === undefined || met.waiting === 0) return null;
      return new Promise((resolve) => {
        met.settled = [...(met.settled ?? []), resolve];
      });
    },
    leave(id) {
      const met = memory.get(id);
      if (met === undefined) return null;
      memory.delete(id);
      // Before anything else is asked about it.
      if (context.untold.delete(met)) tellAll(context, [met]);
      return met.window === null ? null : { key: keyOf(id, met.window.keyEnd), uses: met.uses };
    },
    sweep() {
      const again = [...context.untold];
      context.untold.clear();
      tellAll(context, again);
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
      tellAll(context, memory.all());
    },
  };
}
