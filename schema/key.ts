// Every Redis key and channel, built here and nowhere else: `assay:<version>:<family>:<parts>`.
import type { SeriesId } from "./series/index.ts";
import type { BucketResolution } from "./series/series.ts";

const ROOT = "assay:1";

export const KEYS = {
  /** BullMQ prefix, hash-tagged so that a queue's keys share one cluster slot. */
  queuePrefix: `{${ROOT}:queue}`,
  /** Announcements of published snapshots: the message is `<version> <name>`. */
  snapshotChannel: `${ROOT}:snapshot-published`,
  /** Hash of snapshot name to version; with the frames it shares one slot, since one script writes both. */
  snapshotVersions: `{${ROOT}:snapshot}:versions`,
  snapshot: (name: string) => `{${ROOT}:snapshot}:frame:${name}`,
  pace: (venue: string) => `${ROOT}:pace:${venue}`,
  pause: (venue: string) => `${ROOT}:pause:${venue}`,
  cursor: (source: string) => `${ROOT}:cursor:${source}`,
  historyDirty: `${ROOT}:history-dirty`,
  backfill: `${ROOT}:backfill`,
  sourceHealth: `${ROOT}:source-health`,
  jobHealth: `${ROOT}:job-health`,
  /** Written and read back by readiness probes. */
  readiness: `${ROOT}:readiness`,
  lock: (name: string) => `${ROOT}:lock:${name}`,
} as const;

/** Names of snapshots: what the builder publishes and the API holds in memory. */
export const SNAPSHOTS = {
  tokens: "tokens",
  status: "status",
  market: "market",
  state: (token: string) => `state/${token}`,
  events: (token: string) => `events/${token}`,
  history: (token: string, series: SeriesId, resolution: BucketResolution) =>
    `history/${token}/${series}/${resolution}`,
} as const;
