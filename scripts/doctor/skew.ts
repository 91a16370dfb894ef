// Clocks that should be one: how far a server's is from this machine's, less what the way there may have taken.
import { type Finding, fail, ok, warn } from "./finding.ts";

/** The clock of this machine, epoch milliseconds. */
export type Now = () => number;

/** Asked at `from`, answered at `to` by the clock here; `at` by the one there. Epoch milliseconds. */
export type Skew = { readonly name: string; readonly from: number; readonly to: number; readonly at: number };

/** Slots of the timetable are seconds; what is further apart stores rows of the future. */
const WARN_MS = 1_000;
const FAIL_MS = 10_000;

/** What is certain of the distance: 0 where the instant lies between question and answer. */
const certainMs = ({ from, to, at }: Skew): number => (at < from ? at - from : at > to ? at - to : 0);

export function lookAtSkew(skew: Skew): Finding[] {
  const ms = Math.round(certainMs(skew));
  const says =
    ms === 0
      ? `${skew.name} and this machine have one clock`
      : `${skew.name} is ${Math.abs(ms)} ms ${ms > 0 ? "ahead of" : "behind"} this machine`;
  const todo = "Have both machines keep time by NTP (chrony, systemd-timesyncd), then restart the service.";
  if (Math.abs(ms) >= FAIL_MS) return [fail("clocks", says, todo)];
  return [Math.abs(ms) >= WARN_MS ? warn("clocks", says, todo) : ok("clocks", says)];
}
