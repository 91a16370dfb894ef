// How a part of the service is, as /readyz tells it.

/**
 * `away`: not answering; `late`: older than it should be; `restoring`: it lost its data and has not all of it back;
 * `failing`: it answers and brings nothing.
 */
export type Part = {
  readonly status: "ok" | "away" | "late" | "restoring" | "failing";
  readonly [detail: string]: string | number;
};
export type PartCheck = () => Promise<Part>;
