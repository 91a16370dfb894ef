// Who may connect: so many connections in all, and so many of one address.
import { readFile } from "node:fs/promises";
import { callerOfAddress, plainAddress } from "./gate/address.ts";

export type Connections = {
  /** Counts a new connection; false where it is one too many. Every one that was counted is told when it closes. */
  opened(peer: string): boolean;
  closed(): void;
  count(): number;
  /** The address of every connection there is, where they have one in common, as those behind one proxy have. */
  common(): string | null;
  /** To be called about once a second. */
  sweep(): Promise<void>;
};

type ConnectionLimits = {
  readonly totalMax: number;
  readonly perAddressMax: number;
  /** Proxies, behind which many callers come from one address. */
  isExempt(address: string): boolean;
  /** Connections by address, as the system counts them now; null where it cannot say. */
  countPeers(): Promise<ReadonlyMap<string, number> | null>;
};

/** Addresses remembered beyond the connections there are, before they are counted anew. */
const ADDRESSES_SPARE = 1_024;

const addressOf = (peer: string): string => {
  const address = plainAddress(peer);
  return address === null ? "unknown" : callerOfAddress(address);
};

/**
 * The library does not say whose connection closed. So an address has at most as many as it opened since the system was
 * last asked; only where that is too many, and there are so many connections in all, does it matter.
 */
export function openConnections({ totalMax, perAddressMax, isExempt, countPeers }: ConnectionLimits): Connections {
  let total = 0;
  let most = 0;
  let common: string | null = null;
  let counts = new Map<string, number>();
  const recount = async () => {
    const peers = await countPeers().catch(() => null);
    counts = new Map(peers ?? []);
    most = Math.max(0, ...counts.values());
  };
  return {
    opened(peer) {
      total += 1;
      if (total === 1) common = peer;
      else if (common !== peer) common = null;
      if (total > totalMax) return false;
      if (isExempt(plainAddress(peer) ?? "")) return true;
      const address = addressOf(peer);
      const count = (counts.get(address) ?? 0) + 1;
      if (total > perAddressMax && count > perAddressMax) return false;
      counts.set(address, count);
      most = Math.max(most, count);
      return true;
    },
    closed() {
      total -= 1;
      if (total > 0) return;
      counts.clear();
      most = 0;
    },
    count: () => total,
    common: () => common,
    async sweep() {
      const matters = total > perAddressMax / 2 && most > perAddressMax / 2;
      if (matters || counts.size > total + ADDRESSES_SPARE) await recount();
    },
  };
}

const ESTABLISHED = "01";
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"] as const;

/** An address as the kernel prints it, in words of the machine's own order (little-endian on all we run on). */
function addressOfHex(hex: string): string {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)));
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, at) => (bytes[at * 2] ?? 0) * 256 + (bytes[at * 2 + 1] ?? 0));
  return groups.map((group) => group.toString(16)).join(":");
}

/**
 * Connections to ports of this machine by address, of all its processes; from the text of the kernel's tables. Those are
 * read in pieces while they change, so a row may be read twice; its pair of ends exists once.
 */
export function countRows(tables: readonly string[], ports: readonly number[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const wanted = new Set(ports.map((port) => port.toString(16).toUpperCase().padStart(4, "0")));
  const pairs = new Set<string>();
  for (const line of tables.flatMap((table) => table.split("\n"))) {
    const [, local = "", remote = "", state] = line.trim().split(/ +/);
    if (state !== ESTABLISHED || !wanted.has(local.slice(-4))) continue;
    const pair = `${local} ${remote}`;
    if (pairs.has(pair)) continue;
    pairs.add(pair);
    const address = addressOf(addressOfHex(remote.slice(0, remote.indexOf(":"))));
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

/** What Linux says; null elsewhere. */
export async function countPeersOf(ports: readonly number[]): Promise<ReadonlyMap<string, number> | null> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, "latin1").catch(() => null)));
  const known = tables.filter((table) => table !== null);
  return known.length === 0 ? null : countRows(known, ports);
}
