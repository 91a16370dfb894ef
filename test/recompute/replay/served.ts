// Compares what is told of past instants with what was served then: the state of each token and the market, at each build's
// own instant, at the one that it knew, and between two builds.
import { marketAt, stateAt } from "../../../jobs/past/past-state.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { buildKnown } from "../../../schema/query/service/build-known.ts";
import { toTime } from "../../../schema/shape/time.ts";
import type { Published } from "./published.ts";

type Doors = Parameters<typeof stateAt>[0];
type Compared = {
  readonly instants: number;
  readonly asked: number;
  readonly alike: number;
  /** What differs, in words. */
  readonly differing: readonly string[];
};

/** `now` in epoch milliseconds. */
export async function compareServed(
  doors: Doors,
  published: Published,
  tokens: readonly string[],
  now: number,
): Promise<Compared> {
  const versions = published.versions();
  const rows = new Map((await doors.store.query(buildKnown, { versions })).map((row) => [row.version, row.known]));
  const counts = { instants: 0, asked: 0, alike: 0 };
  const differing: string[] = [];
  const compare = (at: number, name: string, version: number, frame: Buffer) => {
    counts.asked += 1;
    if (frame.equals(published.frameOf(version, name))) counts.alike += 1;
    else differing.push(`  ${name} at ${toTime(at)} is not that of ${toTime(version)}`);
  };
  const servedAt = (at: number) => versions.findLast((version) => version <= at);
  for (const version of versions) {
    for (const at of new Set([rows.get(version) ?? version, version, version + 1])) {
      // While an insert is under way a build knows what was stored before it: then the one before was still served.
      const served = servedAt(at);
      if (served === undefined) continue;
      counts.instants += 1;
      for (const token of tokens)
        compare(at, SNAPSHOTS.state(token), served, (await stateAt(doors, token, at, now)).frame);
      compare(at, SNAPSHOTS.market, served, (await marketAt(doors, at, now)).frame);
    }
  }
  return { ...counts, differing };
}
