// What is measured of an api process when somebody asks: how old what it serves is, who is connected, whether Redis is there.
import type { Gauge, Look } from "../../schema/io/seen/metrics.ts";
import type { Server } from "../server.ts";
import type { Snapshots } from "../snapshot/feed.ts";

type LookDeps = {
  readonly snapshots: Pick<Snapshots, "names" | "version" | "isConnected">;
  readonly clock: { now(): number };
  /** Null until it listens. */
  server(): Pick<Server, "load"> | null;
};

const kindOf = (name: string): string => name.split("/", 1)[0] ?? "";

/** Of each kind the newest: what does not move is not built anew, and is old by right. */
function agesOf({ snapshots, clock }: LookDeps): Gauge[] {
  const newest = new Map<string, number>();
  const held = new Map<string, number>();
  for (const name of snapshots.names()) {
    const kind = kindOf(name);
    newest.set(kind, Math.max(newest.get(kind) ?? 0, snapshots.version(name)));
    held.set(kind, (held.get(kind) ?? 0) + 1);
  }
  const now = clock.now();
  const age = (version: number) => Math.max(0, now - version) / 1_000;
  return [
    {
      ...{ name: "snapshot_age_seconds", help: "Since the newest snapshot of each kind was built." },
      read: () => [...newest].map(([kind, version]) => ({ value: age(version), labels: { kind } })),
    },
    {
      ...{ name: "snapshots_held", help: "Snapshots in memory." },
      read: () => [...held].map(([kind, value]) => ({ value, labels: { kind } })),
    },
  ];
}

export const apiLooks = (deps: LookDeps): Look[] => [
  {
    name: "api",
    async gauges() {
      const { connections = 0, inFlight = 0 } = deps.server()?.load() ?? {};
      return [
        ...agesOf(deps),
        { name: "http_connections", help: "Open connections.", read: () => [{ value: connections }] },
        {
          name: "http_requests_in_flight",
          help: "Requests that wait for their answer.",
          read: () => [{ value: inFlight }],
        },
        {
          ...{ name: "redis_connected", help: "Whether announcements of new snapshots can come." },
          read: () => [{ value: deps.snapshots.isConnected() ? 1 : 0 }],
        },
      ];
    },
  },
];
