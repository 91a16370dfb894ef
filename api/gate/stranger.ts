// First calls of callers of whom nothing is kept here: all of one turn of the loop are asked about in one message, and
// each is counted in Redis before it is answered, so that a flood of new addresses costs neither memory nor exactness.
import type { Clock } from "../../schema/io/clock.ts";
import { KEYS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { Access } from "./access.ts";
import { type PolicyWindow, rateLimitPolicyText, rateLimitTextOf, windowOf } from "./caller.ts";
import { ENTRY, type Leases, type Use } from "./lease.ts";
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
  /** To be called about once a second: journals again what Redis did not take. */
  sweep(): void;
  /** Redis lost what it was told: tells it anew. */
  tellAgain(): void;
};

/** At least as many as may wait at once, so that who waits is never forgotten. */
const REMEMBERED_MAX = LIMITS.connectionsMax;
/** Callers in one message: Redis does nothing else meanwhile. */
const TOGETHER_MAX = 256;

type Met = {
  readonly id: string;
  /** Calls that wait for what Redis says. */
  waiting: number;
  allowance: Access["allowance"];
  /** Of the last window of the allowance: uses of this process in all, and how many of them Redis has confirmed. */
  window: PolicyWindow | null;
  uses: number;
  told: number;
  settled: (() => void)[] | null;
};
type Asked = { readonly met: Met; readonly told: Told };
type Group = { readonly access: Access; readonly uses: boolean; readonly asked: Asked[] };
type Terms = {
  readonly policies: readonly PolicyWindow[];
  readonly policyText: string;
  readonly endsAt: number;
  /** The text that was made last, and of what: most strangers are told the same. */
  limits: string;
  of: readonly number[];
};
type Journal = Use & { readonly met: Met; readonly window: PolicyWindow };

const keyOf = (id: string, { keyEnd }: PolicyWindow): string => KEYS.permitsOf(id) + keyEnd;

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
  told: 0,
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
  return {
    get: (id: string) => young.get(id) ?? old.get(id),
    set(id: string, met: Met) {
      if (young.size >= REMEMBERED_MAX) {
        old = young;
        young = new Map();
      }
      young.set(id, met);
    },
    delete(id: string) {
      young.delete(id);
      old.delete(id);
    },
    *all() {
      yield* young.values();
      yield* old.values();
    },
  };
}

type Context = { readonly leases: Leases; readonly clock: Clock; readonly untold: Set<Met> };

/** One message for each expiry and so many keys; what Redis does not take is told again by the sweep. */
function journal({ leases, untold }: Context, expiresAt: number, used: readonly Journal[]): void {
  for (let at = 0; at < used.length; at += TOGETHER_MAX) {
    const some = used.slice(at, at + TOGETHER_MAX);
    leases.spend(expiresAt, some).then(
      () => {
        for (const { met, window, uses } of some) if (met.window === window) met.told = Math.max(met.told, uses);
      },
      () => {
        for (const { met } of some) untold.add(met);
      },
    );
  }
}

function journalAll(context: Context, mets: Iterable<Met>): void {
  const now = context.clock.now();
  const byExpiry = new Map<number, Journal[]>();
  for (const met of mets) {
    const { id, window, uses, told } = met;
    if (window === null || uses === told || window.expiresAt < now) continue;
    const used = byExpiry.get(window.expiresAt) ?? [];
    used.push({ met, window, key: keyOf(id, window), uses });
    byExpiry.set(window.expiresAt, used);
  }
  for (const [expiresAt, used] of byExpiry) journal(context, expiresAt, used);
}

/** One more use of the allowance by the caller; `seen` are those of this process that Redis knew. */
function count(met: Met, window: PolicyWindow, seen: number): Journal {
  if (met.window?.keyEnd !== window.keyEnd) met.uses = met.told = seen;
  met.window = window;
  met.uses = Math.max(met.uses, seen) + 1;
  return { met, window, key: keyOf(met.id, window), uses: met.uses };
}

function limitsOf(terms: Terms, left: readonly number[], from: number, now: number): string {
  const { policies } = terms;
  const second = Math.floor(now / 1_000);
  if (terms.of[0] === second && policies.every((_, at) => terms.of[at + 1] === left[from + at])) return terms.limits;
  terms.of = [second, ...left.slice(from, from + policies.length)];
  terms.limits = `${rateLimitTextOf(policies, left, from, now)}\r\nratelimit-policy: ${terms.policyText}`;
  return terms.limits;
}

/** Gives every call its end, having journalled first what is used. */
function enter(context: Context, { uses, asked }: Group, terms: Terms, told: readonly number[]): void {
  const { policies } = terms;
  const now = context.clock.now();
  const width = policies.length + 2;
  const allowance = policies.find(({ kind }) => kind === "journalled");
  if (uses && allowance !== undefined) {
    const used: Journal[] = [];
    for (const [at, { met }] of asked.entries()) {
      if (told[at * width] === ENTRY.open) used.push(count(met, allowance, told[at * width + 1] ?? 0));
    }
    journal(context, allowance.expiresAt, used);
  }
  for (const [at, { met, told: tell }] of asked.entries()) {
    const from = at * width;
    const outcome = OUTCOMES[told[from] ?? ENTRY.held];
    done(met);
    if (outcome === undefined) {
      tell(null);
      continue;
    }
    const over =
      outcome === "limited"
        ? policies.filter(({ kind }, i) => kind === "counted" && (told[from + 2 + i] ?? 0) <= 0)
        : [];
    tell({ outcome, limits: limitsOf(terms, told, from + 2, now), over, now });
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

export function openStrangers(options: { leases: Leases; clock: Clock; rateFactor: number }): Strangers {
  const { leases, clock, rateFactor } = options;
  const context: Context = { leases, clock, untold: new Set() };
  const memory = openMemory();
  const termsOf = openTerms(rateFactor);
  let groups: Group[] = [];

  let underway = 0;
  const send = (group: Group, now: number) => {
    const own = termsOf(group.access, now);
    const stems = group.asked.map(({ met }) => KEYS.permitsOf(met.id));
    underway += 1;
    const ended = () => {
      underway -= 1;
      // What came meanwhile leaves together: a message costs as much as some callers in it.
      if (underway === 0 && groups.length > 0) flush();
    };
    leases
      .enter(stems, own.policies, group.uses)
      .then(
        (told) => enter(context, group, own, told),
        () => {
          for (const { met, told } of group.asked) {
            done(met);
            told(null);
          }
        },
      )
      .finally(ended);
  };
  const flush = () => {
    const now = clock.now();
    const all = groups;
    groups = [];
    for (const { access, uses, asked } of all) {
      for (let at = 0; at < asked.length; at += TOGETHER_MAX) {
        send({ access, uses, asked: asked.slice(at, at + TOGETHER_MAX) }, now);
      }
    }
  };
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
      if (groups.length === 0 && underway === 0) setImmediate(flush);
      let group = groups.find((one) => one.access === access && one.uses === uses);
      if (group === undefined) {
        group = { access, uses, asked: [] };
        groups.push(group);
      }
      group.asked.push({ met, told });
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
      context.untold.delete(met);
      return met.window === null ? null : { key: keyOf(id, met.window), uses: met.uses };
    },
    sweep() {
      const again = [...context.untold];
      context.untold.clear();
      journalAll(context, again);
    },
    tellAgain() {
      for (const met of memory.all()) met.told = 0;
      journalAll(context, memory.all());
    },
  };
}
