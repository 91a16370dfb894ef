// Answers ready to be sent, by raw request target: bounded, and dropped when a snapshot behind them is replaced.
import type { SnapshotVersion } from "../contract.ts";
import type { Representation } from "./representation.ts";

type Entry = {
  readonly representation: Representation;
  readonly from: readonly SnapshotVersion[];
  readonly expiresAt: number;
  used: boolean;
  bytes: number;
};

export type AnswerCache = {
  /** The hot look-up: one Map read. `at`: now, where that is known. */
  get(target: string, at?: number): Representation | undefined;
  set(target: string, representation: Representation, from: readonly SnapshotVersion[], expiresAt: number): void;
  /** Drops every answer made from the snapshot. */
  drop(snapshot: string): void;
  /** Drops what time has passed and brings the cache back under its bounds. */
  sweep(now: number): void;
  size(): number;
};

const ENTRIES_MAX = 4_096;
const BYTES_MAX = 64 * 1024 * 1024;

/** What was asked for once of late. */
export type Asked = {
  /** Whether a target was asked for before; it is remembered from now on. */
  isAgain(target: string): boolean;
};

export function openAsked(entriesMax = ENTRIES_MAX): Asked {
  const seen = new Set<string>();
  return {
    isAgain(target) {
      if (seen.delete(target)) return true;
      if (seen.size >= entriesMax) seen.clear();
      seen.add(target);
      return false;
    },
  };
}

/** `now`: what has expired is not given even before it is swept. */
export function openCache(now: () => number, entriesMax = ENTRIES_MAX, bytesMax = BYTES_MAX): AnswerCache {
  const entries = new Map<string, Entry>();
  const bySnapshot = new Map<string, Set<string>>();
  let bytes = 0;
  const remove = (target: string, entry: Entry) => {
    entries.delete(target);
    bytes -= entry.bytes;
    for (const { name } of entry.from) {
      const targets = bySnapshot.get(name);
      targets?.delete(target);
      if (targets?.size === 0) bySnapshot.delete(name);
    }
  };
  /** Oldest first; an entry that was used since the last look gets a second chance. */
  const evict = () => {
    for (const [target, entry] of entries) {
      if (!entry.used) return remove(target, entry);
      entry.used = false;
      entries.delete(target);
      entries.set(target, entry);
    }
  };
  return {
    get(target, at = now()) {
      const entry = entries.get(target);
      if (entry === undefined || entry.expiresAt <= at) return undefined;
      entry.used = true;
      return entry.representation;
    },
    set(target, representation, from, expiresAt) {
      const before = entries.get(target);
      if (before) remove(target, before);
      entries.set(target, { representation, from, expiresAt, used: false, bytes: representation.bytes() });
      bytes += representation.bytes();
      for (const { name } of from) {
        const targets = bySnapshot.get(name) ?? new Set();
        bySnapshot.set(name, targets.add(target));
      }
      while (entries.size > entriesMax || (bytes > bytesMax && entries.size > 0)) evict();
    },
    drop(snapshot) {
      for (const target of [...(bySnapshot.get(snapshot) ?? [])]) {
        const entry = entries.get(target);
        if (entry) remove(target, entry);
      }
    },
    sweep(now) {
      for (const [target, entry] of [...entries]) if (entry.expiresAt <= now) remove(target, entry);
      // Encodings are made after an answer was taken in, so its size is read again.
      for (const entry of entries.values()) {
        bytes += entry.representation.bytes() - entry.bytes;
        entry.bytes = entry.representation.bytes();
      }
      while (bytes > bytesMax && entries.size > 0) evict();
    },
    size: () => entries.size,
  };
}
