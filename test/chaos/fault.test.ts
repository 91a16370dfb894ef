// Every fault switch of the simulated market, end to end: no run fails as a whole, nothing false is stored, and what is
// no longer measured says why once its hard limit has passed.
import t from "tap";
import { FAULT_KINDS, type FaultKind } from "../../scripts/sandbox/fault.ts";
import { FAULT_REASONS, provokeFault } from "../support/fault.ts";
import { startIngestGround } from "../support/ingest.ts";

/** One that never answers costs every deadline. */
t.setTimeout(240_000);
const ground = await startIngestGround(t);

/** What is told apart only in a run's outcome: rows without a value end as spoiled ones do, a refused country as an error. */
const ALIKE: readonly FaultKind[] = ["void", "country"];

for (const kind of FAULT_KINDS.filter((one) => !ALIKE.includes(one))) {
  t.test(`${kind}: one venue is left out; all venues leave the price unassessed: ${FAULT_REASONS[kind]}`, (t) =>
    provokeFault(t, ground, kind),
  );
}
