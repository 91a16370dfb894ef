// A lane's share of the processor: what can wait leaves it to others, and comes to its turn all the same.
import t from "tap";
import { openShare } from "../../jobs/share.ts";
import { JOB_NAMES, JOBS, type JobRow } from "../../schema/job.ts";
import { LANES, type LaneId, shareOf } from "../../schema/lane.ts";

/** A process that is busy as told, by a clock that only waiting moves. */
function processOf(busy: (ms: number) => number) {
  const own = { at: 0, spent: 0, rests: 0 };
  const pass = (ms: number) => {
    own.spent += ms * busy(own.at);
    own.at += ms;
  };
  const rest = async (ms: number, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    own.rests += 1;
    pass(ms);
  };
  return { own, pass, doors: { nowMs: () => own.at, spentMs: () => own.spent, rest } };
}

t.test("it waits while the process took more than its share, and goes on once it took less", async (t) => {
  const { own, pass, doors } = processOf((at) => (at < 3_000 ? 0.9 : 0.2));
  const share = openShare(0.6, doors);
  await share(undefined);
  t.equal(own.rests, 0, "nothing is known against it at first");
  pass(1_000);
  await share(undefined);
  t.ok(own.at > 3_000 && own.at <= 5_000, `${own.at} ms`);
  const { rests } = own;
  pass(5_000);
  await share(undefined);
  t.equal(own.rests, rests, "an idle process is asked for no patience");
});

t.test("a process that is always busy holds it up for a while and no longer", async (t) => {
  const { own, pass, doors } = processOf(() => 1);
  const share = openShare(0.6, doors);
  pass(1_000);
  await share(undefined);
  t.equal(own.at, 21_000);
});

t.test("a stop ends the waiting", async (t) => {
  const { pass, doors } = processOf(() => 1);
  const share = openShare(0.6, doors);
  pass(1_000);
  await t.rejects(share(AbortSignal.abort()));
});

t.test("every job that can wait runs in a lane that has a share", (t) => {
  const waiting = JOB_NAMES.filter((name) => (JOBS[name] as JobRow).canWait);
  t.ok(waiting.includes("gap.fill"));
  for (const name of waiting) t.type(shareOf(JOBS[name].lane), "number", name);
  const shares = Object.keys(LANES).map((lane) => shareOf(lane as LaneId));
  t.ok(shares.every((share) => share === null || (share > 0 && share < 1)));
  t.end();
});
