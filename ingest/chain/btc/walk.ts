// Walks the transactions of labelled Bitcoin addresses from the newest back, stretch by stretch, and goes on where it ended.
import { HOUR_MS } from "../../../schema/duration.ts";
import { httpError } from "../../../schema/io/http.ts";
import type { Window } from "../../source/source-base.ts";
import type { Transfer } from "../transfer.ts";
import type { BtcTransaction } from "./esplora.ts";

/** One address as far as it was walked. */
export type Walk = {
  /** When it began, and the time of the newest block then: it has everything before that. Epoch ms. */
  readonly bornAt: number;
  readonly tipAt: number;
  /** What it holds begins before this: later stretches were taken out. */
  upTo: number;
  /** The oldest transaction that was read, and its time. */
  after: string;
  reached: number;
  held: Transfer[];
};

type Steps = {
  readonly page: (address: string, after: string) => Promise<BtcTransaction[]>;
  readonly transfersOf: (tx: BtcTransaction) => Transfer[];
  /** True when the walk must stop for this time. */
  readonly halted: () => boolean;
};

/** A block may be stamped so much off its neighbours, by the rules of the chain. */
const STAMP_MS = 2 * HOUR_MS;
/** One goes on into the past while a new one reads what came. */
const WALKS_KEPT = 2;

export const newWalk = (bornAt: number, tipAt: number): Walk => {
  const everything = Number.POSITIVE_INFINITY;
  return { bornAt, tipAt, upTo: everything, after: "", reached: everything, held: [] };
};

/**
 * The walk that has come furthest of those that hold the stretch and began no earlier than `bornFrom` (epoch ms); a new
 * one where none does. Keeps the list short.
 */
export function chooseWalk(walks: Walk[], stretch: Window, bornFrom: number, begin: () => Walk): Walk {
  const able = walks
    .filter((one) => one.bornAt >= bornFrom && stretch.to <= Math.min(one.upTo, one.tipAt))
    .sort((a, b) => a.upTo - b.upTo);
  const chosen = able[0] ?? begin();
  const others = walks.filter((one) => one !== chosen);
  walks.splice(0, walks.length, chosen, ...others.slice(0, WALKS_KEPT - 1));
  return chosen;
}

/** Reads until the stretch lies behind. @returns whether it does: false when the time is up, and the next call goes on. */
export async function walkPast(walk: Walk, address: string, stretch: Window, steps: Steps): Promise<boolean> {
  while (walk.reached >= stretch.from - STAMP_MS) {
    if (steps.halted()) return false;
    const rows = await steps.page(address, walk.after);
    const last = rows.at(-1);
    if (last?.id === walk.after) throw httpError("bad_body", "the address's pages repeat");
    walk.held.push(...rows.flatMap(steps.transfersOf).filter(({ at }) => at < walk.upTo));
    walk.after = last?.id ?? walk.after;
    walk.reached = last?.at ?? Number.NEGATIVE_INFINITY;
  }
  return true;
}

/** Takes a stretch that was walked past out of what is held. */
export function takeStretch(walk: Walk, { from, to }: Window): Transfer[] {
  const found = walk.held.filter(({ at }) => at >= from && at < to);
  walk.held = walk.held.filter(({ at }) => at < from);
  walk.upTo = from;
  return found;
}
