// What a jobs process gives its handlers, and what a handler is.
import type { IngestDeps } from "../ingest/deps.ts";
import type { Producer } from "../schema/io/queue.ts";
import type { Resolve } from "../schema/io/webhook.ts";
import type { JobName, JobPayload } from "../schema/job.ts";

export type Deps = IngestDeps & {
  readonly producer: Producer;
  /** Who resolves the names that callers give; the system's resolvers where it is left out. */
  readonly resolve?: Resolve;
};

/** What a run comes to that found its work done, or left it to another: nothing is noted of it. */
export const LEFT = Symbol("left to another");

/** Thrown by a run that could not begin yet: the job is given back and comes again after so long. */
export class Later extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`comes again in ${Math.round(waitMs)} ms`);
    this.waitMs = waitMs;
  }
}

/**
 * Does one job. The payload was checked against the catalogue; `signal` aborts at the job's deadline, when its lock is
 * lost and at a stop without patience. Whatever it does must bear being done twice.
 * What it resolves with says nothing, but for `LEFT`.
 */
export type Handler<N extends JobName> = (deps: Deps, payload: JobPayload<N>, signal: AbortSignal) => Promise<unknown>;
