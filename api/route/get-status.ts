// GET /v1/status: pipeline health, freshness, coverage, prices and the payment address, as far as they are known now.
import { Type } from "typebox";
import { SNAPSHOTS } from "../../schema/key.ts";
import { type StatusData, serviceStatus } from "../../schema/object/status.ts";
import { toTime } from "../../schema/shape/time.ts";
import { NOTHING, route } from "../contract.ts";
import { needFrame } from "../snapshot/need.ts";
import { amendStatus, snapshotsAsOf } from "../snapshot/status.ts";
import { statusExample } from "./example/status.ts";

const contract = route({
  id: "getStatus",
  method: "GET",
  path: "/v1/status",
  tag: "Discover",
  tier: "free",
  summary: "Read the health and freshness of the service",
  description:
    "status is down when no price is younger than its hard limit, degraded when a dataset misses its freshness target, a job fails, the numbers are late (late_s says by how much) or the report itself is old. Simulated data is announced by market and by sandbox: providers.",
  params: Type.Object({}),
  query: NOTHING,
  output: serviceStatus,
  faults: [],
  maxAgeS: 1,
  example: { params: {}, query: {}, answer: statusExample },
});

const KEPT_MS = 1_000;

export const getStatus = contract.handle((_input, { snapshots, clock }) => {
  const frame = needFrame(snapshots, "status", SNAPSHOTS.status);
  const { asOf } = frame.meta;
  const data = JSON.parse(frame.parts.get("data")?.toString() ?? "null") as StatusData;
  const builtAt = snapshots.version(SNAPSHOTS.market);
  const seen = {
    now: clock.now(),
    reportAsOf: asOf,
    builtAt: builtAt < 0 ? null : builtAt,
    pricesAsOf: snapshotsAsOf(snapshots),
    connected: snapshots.isConnected(),
  };
  return {
    body: {
      object: "service_status" as const,
      id: null,
      as_of: toTime(asOf),
      data: amendStatus(data, seen),
      sources: [],
    },
    asOf,
    from: [frame],
    keepMs: KEPT_MS,
  };
});
