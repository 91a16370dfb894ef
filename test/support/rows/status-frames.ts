// The snapshot of the status as pages meet it: a small one with members of its own, and the one that takes longest to say.
import { encodeFrame } from "../../../schema/frame.ts";
import { DATASET_IDS, FRESHNESS } from "../../../schema/freshness.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { StatusData } from "../../../schema/object/status.ts";
import type { StatusMeta } from "../../../schema/snapshot.ts";
import { sample } from "../sample.ts";
import type { Frames } from "./frames.ts";

/** A status of two datasets and two providers, with members of its own. */
export function statusFrames(at: number, own: Partial<StatusData>): Frames {
  const plain = sample(StatusData) as StatusData;
  const data = { ...plain, status: "ok", notices: [], ...own };
  const meta: StatusMeta = { asOf: at };
  const bytes = encodeFrame({ name: SNAPSHOTS.status, version: at, meta }, new Map([["data", JSON.stringify(data)]]));
  return new Map([[SNAPSHOTS.status, { version: at, bytes }]]);
}

/** Parts behind, the dataset with the longest name furthest, and a past that is still fetched: no health takes more words. */
export function longestStatus(): Partial<StatusData> {
  const [longest] = [...DATASET_IDS].sort((a, b) => b.length - a.length);
  const freshness = DATASET_IDS.map((dataset) => ({
    dataset,
    slo_s: FRESHNESS[dataset].sloS,
    hard_ttl_s: FRESHNESS[dataset].hardTtlS,
    tokens_expected: 100,
    tokens_fresh: dataset === longest ? 10 : 99,
    newest_as_of: null,
    oldest_as_of: null,
    age_p50_s: 60,
    age_p95_s: 36 * 3_600,
    attainment_24h_pct: 90,
  }));
  const providers: StatusData["providers"] = Array.from({ length: 35 }, (_, k) => ({
    provider: `sandbox:provider-${k}`,
    status: k > 10 ? "ok" : "down",
    last_success_at: null,
    error_rate_1h_pct: 10,
    known_issue: null,
  }));
  const backfill = { windows_total: 179_412, windows_done: 30_634, done_pct: 17.1, eta_s: 5_340 };
  return { status: "degraded", freshness, providers, backfill };
}
