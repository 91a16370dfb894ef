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
import { TRACKED } from "../../schema/token/tracked.ts";

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
  /**
   * Whether a newer version is to be read: of what is pinned, and of what is held. Of a token behind the others it is let go
   * where nobody asked for it since the last one.
   */
  isFollowed(name: string): boolean;
};

type TableOptions = {
  readonly unpinnedBytesMax?: number;
  /** Ids of the tokens behind those whose numbers are always held. */
  readonly behind?: ReadonlySet<string>;
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
/** Kinds that are of a token each. */
const OF_TOKEN: ReadonlySet<string> = new Set(["state", "evaluation", "brief"]);
/** Of so many tokens, the first of the list, all numbers are always held; of those behind them what is asked for. */
const PINNED_TOKENS_MAX = 1_000;
const UNPINNED_BYTES_MAX = 64 * 1024 * 1024;
const BEHIND: ReadonlySet<string> = new Set(TRACKED.slice(PINNED_TOKENS_MAX).map(({ id }) => id));

/** What its parts hold in memory, unpacked. */
const sizeOf = (frame: Frame<unknown>): number => [...frame.parts.values()].reduce((sum, part) => sum + part.length, 0);

const kindOf = (name: string): string => name.split("/", 1)[0] ?? "";
/** Whether it is of one of the tokens whose numbers are read when they are asked for. */
const isBehind = (name: string, behind: ReadonlySet<string>): boolean =>
  behind.size > 0 && OF_TOKEN.has(kindOf(name)) && behind.has(name.slice(name.indexOf("/") + 1));
export const isPinned = (name: string, behind = BEHIND): boolean => PINNED.has(kindOf(name)) && !isBehind(name, behind);

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

type Held = { readonly frame: Frame<unknown>; readonly bytes: number; readonly taken: number; used: number };

/** @param onSwap told the name of every snapshot that was taken in or let go. */
export function openFrameTable(onSwap: (name: string) => void, options: TableOptions = {}): FrameTable {
  const { unpinnedBytesMax = UNPINNED_BYTES_MAX, behind = BEHIND } = options;
  const isKept = (name: string): boolean => isPinned(name, behind);
  const frames = new Map<string, Held>();
  let unpinnedBytes = 0;
  /** Counts on with each use: what was used longest ago goes first. */
  let uses = 0;
  const remove = (name: string) => {
    unpinnedBytes -= isKept(name) ? 0 : (frames.get(name)?.bytes ?? 0);
    frames.delete(name);
  };
  /** Nobody is told of newer ones any more: answers that were made of it go too. */
  const letGo = (name: string) => {
    remove(name);
    onSwap(name);
  };
  const evict = (kept: string) => {
    if (unpinnedBytes <= unpinnedBytesMax) return;
    for (const [name] of [...frames].sort(([, a], [, b]) => a.used - b.used)) {
      if (unpinnedBytes <= unpinnedBytesMax) return;
      if (!isKept(name) && name !== kept) letGo(name);
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
      frames.set(name, { frame, bytes: held, taken: uses, used: uses });
      if (!isKept(name)) {
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
    isFollowed(name) {
      const held = frames.get(name);
      if (held === undefined) return isKept(name);
      if (!isBehind(name, behind) || held.used > held.taken) return true;
      letGo(name);
      return false;
    },
  };
}
