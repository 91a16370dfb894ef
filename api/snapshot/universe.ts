// Keeps the index of the newest universe snapshot: built a slice at a time, so that no request waits for it.
import { setImmediate } from "node:timers/promises";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { UniverseLine } from "../../schema/snapshot.ts";
import type { Snapshots } from "./feed.ts";
import type { FrameOf } from "./frame-table.ts";
import { linesOf } from "./sections.ts";
import { openIndexBuilder, type UniverseIndex } from "./universe-index.ts";

type Universe = {
  /** The newest index; null while none was built: then only tracked tokens are known. */
  current(): UniverseIndex | null;
  /** Resolves when the newest snapshot is indexed. */
  settled(): Promise<void>;
};

/** Coins indexed before the loop may answer requests: a fraction of a millisecond. */
const AT_ONCE = 64;

/** Builds the index of a frame; null when `isCurrent` says that a newer one has come. */
async function indexFrame(frame: FrameOf<"universe">, isCurrent: () => boolean): Promise<UniverseIndex | null> {
  const builder = openIndexBuilder();
  for (const [at, line] of linesOf(frame.parts.get("rows")).entries()) {
    builder.add(JSON.parse(line.toString()) as UniverseLine);
    if (at % AT_ONCE !== AT_ONCE - 1) continue;
    await setImmediate();
    if (!isCurrent()) return null;
  }
  return builder.finish({
    from: { name: frame.name, version: frame.version },
    asOf: frame.meta.asOf,
    sources: linesOf(frame.parts.get("sources")),
  });
}

function open(snapshots: Snapshots): Universe {
  let index: UniverseIndex | null = null;
  let building: Promise<void> = Promise.resolve();
  let newest = -1;
  const build = async (): Promise<void> => {
    const frame = snapshots.get("universe", SNAPSHOTS.universe);
    if (!frame || frame.version <= newest) return;
    newest = frame.version;
    // A line that cannot be read leaves the index before it in place.
    const built = await indexFrame(frame, () => newest === frame.version).catch(() => null);
    if (built) index = built;
  };
  const start = () => {
    building = Promise.all([building, build()]).then(() => undefined);
  };
  snapshots.onSwap((name) => {
    if (name === SNAPSHOTS.universe) start();
  });
  start();
  return { current: () => index, settled: () => building };
}

const opened = new WeakMap<Snapshots, Universe>();

/** The universe of these snapshots; it follows them from the first call on. */
export function universeOf(snapshots: Snapshots): Universe {
  const known = opened.get(snapshots) ?? open(snapshots);
  opened.set(snapshots, known);
  return known;
}
