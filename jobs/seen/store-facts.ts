// How much the store holds, and whether it answers: looked at once a minute, however often metrics are asked for.
import { MINUTE_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Gauge, Look } from "../../schema/io/seen/metrics.ts";
import { type StoreDiskRow, storeDisk } from "../../schema/query/service/store-disk.ts";
import { type StorePartRow, storePart } from "../../schema/query/service/store-part.ts";
import { gauge } from "./common-facts.ts";

type StoreDeps = {
  readonly store: Pick<Store, "query" | "ping">;
  readonly clock: { now(): number };
  readonly env: { readonly CLICKHOUSE_DATABASE: string };
};

const diskGauges = (disks: readonly StoreDiskRow[]): Gauge[] => {
  const by = (read: (row: StoreDiskRow) => number) =>
    disks.map((row) => ({ value: read(row), labels: { disk: row.disk } }));
  return [
    gauge(
      "store_disk_free_bytes",
      "What is free on each disk of the store.",
      by(({ free }) => free),
    ),
    gauge(
      "store_disk_bytes",
      "How large that disk is.",
      by(({ total }) => total),
    ),
  ];
};

function gaugesOf(rows: readonly StorePartRow[]): Gauge[] {
  const by = (read: (row: StorePartRow) => number) =>
    rows.map((row) => ({ value: read(row), labels: { table: row.table } }));
  return [
    gauge(
      "store_rows",
      "Rows of each table.",
      by(({ rows: count }) => count),
    ),
    gauge(
      "store_bytes",
      "What each table takes on disk.",
      by(({ bytes }) => bytes),
    ),
    gauge(
      "store_parts",
      "Parts of the partition that has most of them.",
      by(({ parts }) => parts),
    ),
  ];
}

/** A store that hangs is away: the whole look has three seconds. */
const PING_MS = 1_000;

async function answers(store: Pick<Store, "ping">): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PING_MS, false);
  });
  const isUp = await Promise.race([store.ping().catch(() => false), late]);
  clearTimeout(timer);
  return isUp;
}

export function storeLook({ store, clock, env }: StoreDeps): Look {
  let held: readonly StorePartRow[] = [];
  let disks: readonly StoreDiskRow[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    name: "store",
    async gauges() {
      const isUp = await answers(store);
      if (isUp && clock.now() - readAt >= MINUTE_MS) {
        [held, disks] = await Promise.all([
          store.query(storePart, { database: env.CLICKHOUSE_DATABASE }),
          store.query(storeDisk, {}),
        ]);
        readAt = clock.now();
      }
      return [
        gauge("store_up", "Whether the store answers.", [{ value: isUp ? 1 : 0 }]),
        ...gaugesOf(held),
        ...diskGauges(disks),
      ];
    },
  };
}
