// The servers of Redis that the soak of failovers runs on, and what is done to them one after the other.
import { KEYS } from "../../../schema/key.ts";
import { startCluster } from "../../support/payment/cluster.ts";
import { startSentinels } from "../../support/payment/sentinel.ts";

export type Harm = { readonly name: string; run(): Promise<void> };

type Several = {
  readonly settings: Readonly<Record<string, string>>;
  readonly servers: number;
  readonly harms: readonly Harm[];
};

type Teardown = { teardown(fn: () => unknown): void };

const SLOTS_MOVED = 2_000;

async function clustered(t: Teardown): Promise<Several> {
  const cluster = await startCluster(t);
  const move = { name: `${SLOTS_MOVED} slots move`, run: () => cluster.moveSlots(SLOTS_MOVED) };
  const kill = (what: string, key: string): Harm => ({
    name: `the primary with ${what} is killed`,
    run: () => cluster.killPrimaryOf(key),
  });
  const back: Harm = { name: "it comes back as a replica", run: () => cluster.bringBack() };
  return {
    settings: { REDIS_CLUSTER: cluster.setting },
    servers: cluster.servers,
    harms: [
      move,
      { name: "the slot of the payments moves", run: () => cluster.moveSlotOf(KEYS.payment("any")) },
      kill("the payments", KEYS.payment("any")),
      back,
      kill("the queues", `${KEYS.queuePrefix}:build:wait`),
      back,
      kill("the versions of snapshots", KEYS.snapshotVersions),
      back,
      { ...move, name: `${move.name} once more` },
    ],
  };
}

async function watched(t: Teardown): Promise<Several> {
  const set = await startSentinels(t);
  const kill = { name: "the primary is killed", run: () => set.killPrimary() };
  return {
    settings: { REDIS_SENTINELS: set.setting },
    servers: set.servers,
    harms: [{ name: "sentinels are asked for another primary", run: () => set.failOver() }, kill],
  };
}

export function startSeveral(manner: string, t: Teardown): Promise<Several> {
  if (manner === "cluster") return clustered(t);
  if (manner === "sentinel") return watched(t);
  throw new Error(`no soak of failovers on ${manner}; there are cluster and sentinel`);
}
