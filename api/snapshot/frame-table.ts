// The frames a process holds: what answers need at any time is pinned, the rest is kept while there is room.
import { decodeFrame, type Frame } from "../../schema/frame.ts";
import { MARKET_SECTION_IDS } from "../../schema/market/index.ts";
import { SECTION_IDS } from "../../schema/section/index.ts";
import type {
  BriefMeta,
  CheckpointMeta,
  EvaluationMeta,
  EventsMeta,
  HistoryMeta,
  MarketMeta,
  RecordMeta,
  StateMeta,
  StatusMeta,
  TokensMeta,
  UniverseMeta,
} from "../../schema/snapshot.ts";

/** Meta by the first word of a snapshot's name. */
type Metas = {
  tokens: TokensMeta;
  status: StatusMeta;
  universe: UniverseMeta;
  market: MarketMeta;
  state: StateMeta;
  evaluation: EvaluationMeta;
  brief: BriefMeta;
  events: EventsMeta;
  history: HistoryMeta;
  checkpoint: CheckpointMeta;
  record: RecordMeta;
  "token-record": RecordMeta;
};
export type FrameKind = keyof Metas;
export type FrameOf<K extends FrameKind> = Frame<Metas[K]>;

type FrameTable = {
  /** Takes bytes in; says why not where they are not a whole frame of that name or not newer than what is held. */
  accept(name: string, bytes: Buffer): "taken" | "old" | "broken";
  get<K extends FrameKind>(kind: K, name: string): FrameOf<K> | undefined;
  version(name: string): number;
  names(): string[];
};

const PINNED: ReadonlySet<string> = new Set([
  "tokens",
  "status",
  "market",
  "state",
  "evaluation",
  "brief",
  "universe",
  "checkpoint",
  "record",
]);
const UNPINNED_BYTES_MAX = 64 * 1024 * 1024;

/** What its parts hold in memory, unpacked. */
const sizeOf = (frame: Frame<unknown>): number => [...frame.parts.values()].reduce((sum, part) => sum + part.length, 0);

const kindOf = (name: string): string => name.split("/", 1)[0] ?? "";
export const isPinned = (name: string): boolean => PINNED.has(kindOf(name));

/** Parts and members without which an answer of that kind cannot be put together. */
const REQUIRED: Readonly<Record<FrameKind, { readonly parts: readonly string[]; readonly meta: readonly string[] }>> = {
  tokens: { parts: ["rows", "sources"], meta: ["asOf", "tokens"] },
  status: { parts: ["data"], meta: ["asOf"] },
  universe: { parts: ["rows", "sources"], meta: ["asOf", "count"] },
  market: { parts: ["sources", "sources_rest", ...MARKET_SECTION_IDS], meta: ["sections"] },
  state: { parts: ["token", "sources", "sources_rest", ...SECTION_IDS], meta: ["sections", "token"] },
  evaluation: { parts: ["body"], meta: ["asOf", "id"] },
  brief: { parts: ["body"], meta: ["asOf", "id", "createdAt"] },
  events: { parts: ["rows"], meta: ["form", "at", "kinds", "asOf", "from"] },
  history: { parts: ["rows", "sources"], meta: ["form", "asOf", "from", "to", "names", "lines", "absent"] },
  record: { parts: ["card", "items"], meta: ["asOf", "issued", "cursors"] },
  "token-record": { parts: ["card", "items"], meta: ["asOf", "issued", "cursors"] },
  checkpoint: { parts: ["note"], meta: ["size", "root", "origin", "signedAt", "keys"] },
};

function isWhole(name: string, frame: Frame<unknown> | null): frame is Frame<Metas[FrameKind]> {
  if (frame?.name !== name || !Number.isFinite(frame.version)) return false;
  if (typeof frame.meta !== "object" || frame.meta === null) return false;
  const required = REQUIRED[kindOf(name) as FrameKind] as (typeof REQUIRED)[FrameKind] | undefined;
  const { meta } = frame;
  return required?.parts.every((part) => frame.parts.has(part)) === true && required.meta.every((key) => key in meta);
}

/** @param onSwap told the name of every snapshot that was taken in. */
export function openFrameTable(onSwap: (name: string) => void, unpinnedBytesMax = UNPINNED_BYTES_MAX): FrameTable {
  const frames = new Map<string, { readonly frame: Frame<unknown>; readonly bytes: number; used: number }>();
  let unpinnedBytes = 0;
  /** Counts on with each use: what was used longest ago goes first. */
  let uses = 0;
  const remove = (name: string) => {
    unpinnedBytes -= isPinned(name) ? 0 : (frames.get(name)?.bytes ?? 0);
    frames.delete(name);
  };
  const evict = (kept: string) => {
    if (unpinnedBytes <= unpinnedBytesMax) return;
    for (const [name] of [...frames].sort(([, a], [, b]) => a.used - b.used)) {
      if (unpinnedBytes <= unpinnedBytesMax) return;
      if (!isPinned(name) && name !== kept) remove(name);
    }
  };
  return {
    accept(name, bytes) {
      const frame = decodeFrame(bytes);
      if (!isWhole(name, frame)) return "broken";
      if (frame.version <= (frames.get(name)?.frame.version ?? -1)) return "old";
      remove(name);
      const held = sizeOf(frame);
      uses += 1;
      frames.set(name, { frame, bytes: held, used: uses });
      if (!isPinned(name)) {
        unpinnedBytes += held;
        evict(name);
      }
      onSwap(name);
      return "taken";
    },
    get<K extends FrameKind>(_kind: K, name: string) {
      const held = frames.get(name);
      if (held !== undefined) {
        uses += 1;
        held.used = uses;
      }
      return held?.frame as FrameOf<K> | undefined;
    },
    version: (name) => frames.get(name)?.frame.version ?? -1,
    names: () => [...frames.keys()],
  };
}
