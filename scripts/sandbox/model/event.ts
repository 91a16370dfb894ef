// Scheduled shocks: market crashes and squeezes, token shocks and stablecoin depegs, each fixed by hash per epoch.
import { hash, unit } from "./hash.ts";

export const DAY_MINUTES = 1440;

export type Shock = {
  readonly kind: "crash" | "squeeze" | "depeg" | "planted";
  readonly startMinute: number;
  readonly rampMinutes: number;
  readonly halfLifeMinutes: number;
  readonly lengthMinutes: number;
  /** Log displacement at the peak. */
  readonly size: number;
};

type ShockRule = {
  readonly epochDays: number;
  readonly chance: number;
  readonly crashShare: number;
  readonly crash: readonly [number, number];
  readonly squeeze: readonly [number, number];
};

export const MARKET_RULE: ShockRule = {
  epochDays: 12,
  chance: 0.55,
  crashShare: 0.6,
  crash: [0.05, 0.14],
  squeeze: [0.04, 0.1],
};
export const TOKEN_RULE: ShockRule = {
  epochDays: 24,
  chance: 0.5,
  crashShare: 0.45,
  crash: [0.1, 0.32],
  squeeze: [0.12, 0.42],
};
export const DEPEG_RULE: ShockRule = {
  epochDays: 60,
  chance: 0.25,
  crashShare: 1,
  crash: [0.002, 0.025],
  squeeze: [0, 0],
};

const LENGTH_MAX_DAYS = 11;

const drawOf = (seed: number, epoch: number, salt: number): number => unit(hash(seed, epoch, salt));

const shockOf = (seed: number, rule: ShockRule, epoch: number): Shock | null => {
  if (drawOf(seed, epoch, 1) >= rule.chance) return null;
  const falls = drawOf(seed, epoch, 2) < rule.crashShare;
  const [low, high] = falls ? rule.crash : rule.squeeze;
  const magnitude = low + (high - low) * drawOf(seed, epoch, 3) ** 2;
  const rampMinutes = Math.round(20 + 220 * drawOf(seed, epoch, 4) ** 2);
  const halfLifeMinutes = Math.round(60 * (6 + 30 * drawOf(seed, epoch, 5)));
  return {
    kind: rule === DEPEG_RULE ? "depeg" : falls ? "crash" : "squeeze",
    startMinute: Math.floor((epoch + drawOf(seed, epoch, 6)) * rule.epochDays * DAY_MINUTES),
    rampMinutes,
    halfLifeMinutes,
    lengthMinutes: rampMinutes + 7 * halfLifeMinutes,
    size: (falls ? -1 : 1) * magnitude,
  };
};

/** Shocks of one source that are under way at some minute of the given range. */
export const shocksBetween = (seed: number, rule: ShockRule, fromMinute: number, toMinute: number): Shock[] => {
  const epochMinutes = rule.epochDays * DAY_MINUTES;
  const first = Math.floor((fromMinute - LENGTH_MAX_DAYS * DAY_MINUTES) / epochMinutes);
  const last = Math.floor(toMinute / epochMinutes);
  const found: Shock[] = [];
  for (let epoch = first; epoch <= last; epoch++) {
    const shock = shockOf(seed, rule, epoch);
    if (shock && shock.startMinute < toMinute && shock.startMinute + shock.lengthMinutes > fromMinute)
      found.push(shock);
  }
  return found;
};

/** How much of a shock is present at a minute, 0 to 1: a fast ramp, then a decay that ends exactly at 0. */
export const presence = (shock: Shock, minute: number): number => {
  const x = minute - shock.startMinute;
  if (x <= 0 || x >= shock.lengthMinutes) return 0;
  if (x < shock.rampMinutes) {
    const f = x / shock.rampMinutes;
    return f * f * (3 - 2 * f);
  }
  const after = x - shock.rampMinutes;
  return 2 ** (-after / shock.halfLifeMinutes) * (1 - after / (shock.lengthMinutes - shock.rampMinutes));
};

/** Extra trading a shock brings, as a multiple of the usual: highest while the price still moves. */
export const agitation = (shock: Shock, minute: number): number => {
  const x = minute - shock.startMinute;
  if (x <= 0 || x >= shock.lengthMinutes || shock.kind === "planted") return 0;
  return x < shock.rampMinutes ? 3 : 3 * 2 ** (-(x - shock.rampMinutes) / (shock.halfLifeMinutes / 2));
};
