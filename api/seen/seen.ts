// Counts what is answered, and has some of it written down. An answer from ready bytes costs additions to numbers that are
// there: only one of some is timed, and stands for the others.
import type { AccessLog } from "../../schema/io/seen/access-log.ts";
import { type Count, counter, histogram, observe, type Spans } from "../../schema/io/seen/tally.ts";
import type { Access } from "../gate/access.ts";
import { newestRequestId } from "../request/request-id.ts";
import { type CallerKind, NO_ROUTE, type Trace } from "./trace.ts";

const LABELS = ["route", "method", "status"] as const;
const REQUESTS = counter("http_requests_total", "Requests that were answered.", LABELS);
const BYTES = counter("http_response_bytes_total", "Bytes of the bodies of answers.", LABELS);
const TOOK = histogram(
  "http_request_duration_seconds",
  "From the head of a request to its answer's; of ready answers one of some is timed and counts for all of them.",
  LABELS,
);

/** Of ready answers one of so many is timed. */
const TIMED = 16;
const STATUSES = 600;

type Tally = { readonly requests: Count; readonly bytes: Count; readonly took: Spans };

const tallyOf = (route: string, method: string, status: number): Tally => ({
  requests: REQUESTS.of(route, method, String(status)),
  bytes: BYTES.of(route, method, String(status)),
  took: TOOK.of(route, method, String(status)),
});

export type Seen = {
  /** When a request came that ready bytes may answer, by performance.now; 0 where that is not looked at. */
  begin(): number;
  /** An answer from ready bytes. `since` as `begin` gave it; `id` is the caller's own, or empty for the newest that was made. */
  ready(
    access: Access | null,
    isHead: boolean,
    status: number,
    bytes: number,
    since: number,
    caller: CallerKind,
    id: string,
  ): void;
  /** Any other answer. */
  told(trace: Trace, status: number, bytes: number): void;
};

type Options = { readonly log: AccessLog | null; readonly sample: number };

/** By status, of one call. */
const openTallies = () => new Map<string, (Tally | undefined)[]>();

/** `sample`: of ready answers one of so many is written down. */
export function openSeen({ log, sample }: Options = { log: null, sample: TIMED }): Seen {
  const every = Math.min(TIMED, sample);
  const perLine = Math.round(sample / every);
  const [gets, heads] = [openTallies(), openTallies()];
  let begun = 0;
  let timed = 0;
  const find = (route: string, isHead: boolean, method: string, status: number): Tally => {
    const tallies = isHead ? heads : gets;
    let byStatus = tallies.get(route);
    if (byStatus === undefined) {
      byStatus = new Array<Tally | undefined>(STATUSES).fill(undefined);
      tallies.set(route, byStatus);
    }
    const held = byStatus[status];
    if (held !== undefined) return held;
    const made = tallyOf(route, method, status);
    byStatus[status] = made;
    return made;
  };
  return {
    begin() {
      begun += 1;
      if (begun < every) return 0;
      begun = 0;
      return performance.now();
    },
    ready(access, isHead, status, bytes, since, caller, id) {
      const route = access === null ? NO_ROUTE : access.route;
      const tally = find(route, isHead, isHead ? "HEAD" : "GET", status);
      tally.requests.value += 1;
      tally.bytes.value += bytes;
      if (since === 0) return;
      const took = performance.now() - since;
      observe(tally.took, took / 1_000, every);
      timed += 1;
      if (log === null || timed < perLine) return;
      timed = 0;
      log.write({
        id: id === "" ? newestRequestId() : id,
        caller,
        method: isHead ? "HEAD" : "GET",
        route,
        status,
        bytes,
        us: took * 1_000,
        of: sample,
      });
    },
    told({ method, caller, since, route, id }, status, bytes) {
      const tally = tallyOf(route, method, status);
      tally.requests.value += 1;
      tally.bytes.value += bytes;
      const took = performance.now() - since;
      observe(tally.took, took / 1_000);
      log?.write({ id, caller, method, route, status, bytes, us: took * 1_000, of: 1 });
    },
  };
}
