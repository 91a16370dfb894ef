// Who asks: a key where one is sent, else the network address; and the callers met so far.
import type { Env } from "../../schema/env.ts";
import { fault } from "../../schema/fault.ts";
import { addressOf, callerOfAddress, openTrust } from "./address.ts";
import { type Caller, makeCaller } from "./caller.ts";
import type { KeyRing } from "./key-ring.ts";
import type { Use } from "./lease.ts";

/** Who asks, as the connection and the headers say it. */
export type Requester = {
  readonly peer: string;
  readonly forwarded: string;
  readonly authorization: string;
};

type Callers = {
  /** Throws invalid_api_key, upstream_unavailable: a caller with a wrong key is never taken for one without. */
  of(requester: Requester): Caller;
  /** The caller, kept from now on; null for whom a fault has to be told. */
  find(requester: Requester): Caller | null;
  /** The caller where one is kept, else the id of its address; null for whom a fault has to be told. */
  look(requester: Requester): Caller | string | null;
  /** What a caller without a key is called. */
  idOf(requester: Requester): string;
  /** Whether there is room to keep one more whose calls can be counted without. */
  hasRoom(): boolean;
  all(): Iterable<Caller>;
  /** Forgets callers of whom Redis knows all, where there are too many. */
  trim(): void;
};

const CALLERS_MAX = 50_000;
const KEYED_MAX = 4_096;

const holdsNothing = ({ pools }: Caller) =>
  [...pools.values()].every(
    (pool) =>
      pool.local === 0 &&
      pool.reserved === 0 &&
      pool.spent === 0 &&
      pool.waiting === 0 &&
      pool.asking === null &&
      pool.told === pool.uses,
  );

/** `leave` gives what a caller used before it is kept. */
export function openCallers(env: Env, ring: KeyRing, leave: (id: string) => Use | null): Callers {
  const isTrusted = openTrust(env.TRUSTED_PROXIES);
  const callers = new Map<string, Caller>();
  const byPeer = new Map<string, Caller>();
  /** By header text: callers whose key stands. */
  const byAuthorization = new Map<string, Caller>();
  /** Who asked last: often the next one too, and to compare a text costs less than to look for it. */
  let last: { readonly authorization: string; readonly caller: Caller } | null = null;
  const known = (id: string, make: () => Caller): Caller => {
    const held = callers.get(id);
    if (held !== undefined) return held;
    const made = make();
    callers.set(id, made);
    return made;
  };
  // Limits may have changed with the key.
  ring.onChange(() => {
    last = null;
    byAuthorization.clear();
    for (const [id, { key }] of callers) if (key !== null) callers.delete(id);
  });
  const findKeyed = (authorization: string): Caller | null => {
    if (last?.authorization === authorization) return last.caller;
    const held = byAuthorization.get(authorization);
    if (held !== undefined) {
      last = { authorization, caller: held };
      return held;
    }
    const key = ring.find(authorization);
    if (key === null) return null;
    const caller = known(`key:${key.id}`, () => makeCaller(`key:${key.id}`, key));
    if (byAuthorization.size >= KEYED_MAX) byAuthorization.clear();
    byAuthorization.set(authorization, caller);
    return caller;
  };
  const idOf = ({ peer, forwarded }: Requester) => callerOfAddress(addressOf(peer, forwarded, isTrusted));
  const findByAddress = (requester: Requester): Caller => {
    const { peer, forwarded } = requester;
    const seen = forwarded === "" ? byPeer.get(peer) : undefined;
    if (seen !== undefined) return seen;
    const id = idOf(requester);
    const caller = known(id, () => makeCaller(id, null, leave(id)));
    if (forwarded === "") byPeer.set(peer, caller);
    return caller;
  };
  const find = (requester: Requester) =>
    requester.authorization === "" ? findByAddress(requester) : findKeyed(requester.authorization);
  return {
    find,
    of(requester) {
      const caller = find(requester);
      if (caller !== null) return caller;
      if (!ring.isRead()) {
        throw fault("upstream_unavailable", "Keys cannot be checked just now; try again.", { retryAfterS: 2 });
      }
      throw fault("invalid_api_key", "The key in Authorization is unknown or was revoked.");
    },
    look(requester) {
      if (requester.authorization !== "") return findKeyed(requester.authorization);
      const seen = requester.forwarded === "" ? byPeer.get(requester.peer) : undefined;
      if (seen !== undefined) return seen;
      const id = idOf(requester);
      return callers.get(id) ?? id;
    },
    idOf,
    hasRoom: () => callers.size < CALLERS_MAX,
    all: () => callers.values(),
    trim() {
      if (callers.size < CALLERS_MAX) return;
      last = null;
      byPeer.clear();
      byAuthorization.clear();
      for (const [id, caller] of callers) if (holdsNothing(caller)) callers.delete(id);
    },
  };
}
