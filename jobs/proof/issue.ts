// The one issuer: whatever is issued is checked, sealed, stored for good, and followed by what its kind asks for and by its event.

import { tellInsert } from "../../schema/io/in-flight.ts";
import { ISSUED, type IssuedKind, type WireBy } from "../../schema/issued/index.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import { originOf } from "../../schema/link.ts";
import type { Deps } from "../deps.ts";
import { appendEvents } from "../event/append-events.ts";
import { FOLLOW } from "../issued/index.ts";
import { type Kept, keepIssued } from "./keep-issued.ts";
import { type Draft, type Sealed, seal } from "./seal.ts";

export type IssueDeps = Pick<Deps, "env" | "store" | "clock" | "redis" | "log">;
export type Issued<K extends IssuedKind> = Kept & { readonly wire: WireBy[K] };

/**
 * Keeps sealed objects of a kind and follows none of them: what they ask for is done by followIssued.
 * @returns what is kept under the ids, in their order.
 */
export async function keepSealed<K extends IssuedKind>(
  deps: IssueDeps,
  kind: K,
  sealed: readonly Sealed[],
  batch: string | null = null,
): Promise<Issued<K>[]> {
  const origin = originOf(deps.env);
  const kept = await tellInsert(deps, null, (storedAt) => keepIssued(deps.store, sealed, batch, storedAt));
  return kept.map((one) => ({ ...one, wire: wireOf(kind, one, origin) }));
}

/** What the kind of kept objects asks for, and their events. */
export async function followIssued<K extends IssuedKind>(
  deps: IssueDeps,
  kind: K,
  sealed: readonly Sealed[],
  issued: readonly Issued<K>[],
): Promise<void> {
  await FOLLOW[kind](
    deps,
    issued.map(({ wire }) => wire),
  );
  // What is lost here is numbered within a minute: detection looks as well.
  if (sealed.some(({ row }) => ISSUED[kind].isEvent(row))) {
    await appendEvents(deps).catch((error: unknown) => deps.log.warn({ err: error }, "events not numbered"));
  }
}

/**
 * Issues sealed objects of a kind. What the store kept is what counts, and only that is told: whoever issues the same
 * ids again finishes what a killed process began. Of two batches of one name one is kept whole.
 * @returns what is kept under the ids, in their order.
 */
export async function issueSealed<K extends IssuedKind>(
  deps: IssueDeps,
  kind: K,
  sealed: readonly Sealed[],
  batch: string | null = null,
): Promise<Issued<K>[]> {
  if (sealed.length === 0) return [];
  const issued = await keepSealed(deps, kind, sealed, batch);
  await followIssued(deps, kind, sealed, issued);
  return issued;
}

/** Issues one object; see seal for what it throws. Idempotent: of two drafts with one id the first is kept. */
export async function issue<K extends IssuedKind>(deps: IssueDeps, kind: K, draft: Draft<K>): Promise<Issued<K>> {
  const [issued] = await issueSealed(deps, kind, [seal(kind, draft, deps.clock.now())]);
  if (!issued) throw new Error(`the issued object ${draft.id} cannot be read back`);
  return issued;
}
