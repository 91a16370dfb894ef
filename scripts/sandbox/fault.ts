// Fault switches: which provider misbehaves now, how, on which paths and for how long.
import { hash, unit } from "./model/hash.ts";

export const FAULT_KINDS = [
  "latency",
  "429",
  "418",
  "5xx",
  "html",
  "empty",
  "truncated",
  "nan",
  "void",
  "stale",
  "gap",
  "gone",
  "country",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Fault = {
  /** A provider id, or "*" for all. */
  readonly provider: string;
  readonly kind: FaultKind;
  /** Only requests whose path and query contain this text. */
  readonly path?: string;
  /** Switches itself off after so many seconds. */
  readonly for_s?: number;
  /** latency: added delay. */
  readonly latency_ms?: number;
  /** 429 and 418: Retry-After. */
  readonly retry_after_s?: number;
  /** 5xx: the status, 503 unless said. */
  readonly status?: number;
  /** gap: rows with an instant in [from_ms, to_ms) are missing from lists of rows. */
  readonly from_ms?: number;
  readonly to_ms?: number;
  /** Share of the matching requests that suffer, all unless said. */
  readonly share?: number;
  /** stale: the instant answers are frozen at, the moment of setting unless said. */
  readonly at_ms?: number;
};

export type ActiveFault = Fault & { readonly id: string; readonly set_ms: number };

export type Faults = {
  set(fault: Fault): string;
  /** Clears the faults that match every given member; all of them when none is given. */
  clear(match?: { id?: string; provider?: string; kind?: string }): number;
  list(): ActiveFault[];
  /** The newest fault that applies to a request. */
  find(provider: string, target: string): ActiveFault | undefined;
};

/** Faults under the real clock `wall`, with stale instants taken from the market clock `now`. */
export const createFaults = (wall: () => number, now: () => number): Faults => {
  let active: ActiveFault[] = [];
  let count = 0;
  let asked = 0;
  const strikes = (fault: Fault): boolean => {
    if (fault.share === undefined) return true;
    asked++;
    return unit(hash(0xfa17, asked)) < fault.share;
  };
  const current = (): ActiveFault[] => {
    active = active.filter((fault) => fault.for_s === undefined || wall() < fault.set_ms + fault.for_s * 1000);
    return active;
  };
  return {
    set(fault) {
      count++;
      const id = `fault-${count}`;
      active.push({ ...fault, at_ms: fault.at_ms ?? now(), id, set_ms: wall() });
      return id;
    },
    clear(match = {}) {
      const before = current().length;
      active = active.filter(
        (fault) =>
          (match.id !== undefined && match.id !== fault.id) ||
          (match.provider !== undefined && match.provider !== fault.provider) ||
          (match.kind !== undefined && match.kind !== fault.kind),
      );
      return before - active.length;
    },
    list: () => [...current()],
    find: (provider, target) =>
      current().findLast(
        (fault) =>
          (fault.provider === provider || fault.provider === "*") &&
          (fault.path === undefined || target.includes(fault.path)) &&
          strikes(fault),
      ),
  };
};

/** Reads a fault from a control request; a text says what is wrong with it. */
export const parseFault = (value: unknown, providers: readonly string[]): Fault | string => {
  if (typeof value !== "object" || value === null) return "a JSON object is expected";
  const { provider, kind, path, ...numbers } = value as Record<string, unknown>;
  if (typeof provider !== "string" || (provider !== "*" && !providers.includes(provider)))
    return `provider must be one of ${providers.join(", ")} or *`;
  const known = FAULT_KINDS.find((one) => one === kind);
  if (!known) return `kind must be one of ${FAULT_KINDS.join(", ")}`;
  if (path !== undefined && typeof path !== "string") return "path must be a text";
  const allowed = ["for_s", "latency_ms", "retry_after_s", "status", "at_ms", "from_ms", "to_ms", "share"];
  for (const [name, number] of Object.entries(numbers))
    if (!allowed.includes(name) || typeof number !== "number" || !Number.isFinite(number))
      return `${name} is not valid`;
  return { provider, kind: known, ...(path === undefined ? {} : { path }), ...(numbers as Partial<Fault>) };
};
