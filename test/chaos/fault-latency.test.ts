// The fault switch that waits: a provider that never answers costs its deadlines and nothing else.
import t from "tap";
import { FAULT_REASONS, provokeFault } from "../support/fault.ts";
import { startIngestGround } from "../support/ingest.ts";

t.setTimeout(110_000);
const ground = await startIngestGround(t);

t.test(`latency: one venue is left out; all venues leave the price unassessed: ${FAULT_REASONS.latency}`, (t) =>
  provokeFault(t, ground, "latency"),
);
