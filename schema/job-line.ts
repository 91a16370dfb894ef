// Where a job runs and waits: its lane, its priority, and the line of which at most one waits.
import { JOBS, type JobName, type JobRow } from "./job.ts";
import type { LaneId } from "./lane.ts";

/** What a request is about, as far as lanes and lines go. */
type About = { readonly name: JobName; readonly payload: object };

/** A member of a payload where it is text. */
const text = (payload: object, member: string): string | undefined => {
  const value: unknown = Reflect.get(payload, member);
  return typeof value === "string" ? value : undefined;
};

/** The lane of a job with this payload. */
export function laneOf({ name, payload }: About): LaneId {
  const row: JobRow = JOBS[name];
  return row.lanes?.[text(payload, "part") ?? ""] ?? row.lane;
}

/** Its place among those that wait; undefined is before all others. */
export function priorityOfJob(name: JobName): number | undefined {
  const row: JobRow = JOBS[name];
  return row.priority;
}

/** The line of the pipeline it belongs to: jobs by name, pulls by source, builds by part; those of some tokens apart. */
export function lineOf({ name, payload }: About): string {
  const part = text(payload, "part") ?? (name === "source.pull" ? text(payload, "source") : undefined);
  return part === undefined ? name : `${name}~${part}${"tokens" in payload ? "-token" : ""}`;
}

/** The line of which at most one waits; null where every request is work of its own. */
export function sharedLineOf(about: About): string | null {
  // A reading of some tokens only stands for no other.
  if (!JOBS[about.name].asOfNow || (about.name === "source.pull" && "tokens" in about.payload)) return null;
  return lineOf(about);
}
