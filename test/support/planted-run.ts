// An agent's run over planted facts, as it would be issued, and held against its card and its own evidence.
import type { AgentJob, Gathered } from "../../jobs/agent/agent.ts";
import { draftRun } from "../../jobs/agent/run-agent.ts";
import { seal } from "../../jobs/proof/seal.ts";
import { checkRun } from "./statement/check-run.ts";

type Test = {
  same(found: unknown, wanted: unknown, message: string): unknown;
  equal(found: unknown, wanted: unknown, message: string): unknown;
};

const ID = `run_01JD6Q3Z8W${"0".repeat(16)}`;

/** The run's data. Made twice: the same facts come to the same bytes, and keeping them as JSON changes nothing. */
export function plantedRun(t: Test, job: AgentJob, input: object, gathered: Gathered<object>, now: number) {
  const about = { id: ID, input, createdAt: now };
  const draft = draftRun(job, about, gathered);
  const kept = { ...gathered, facts: JSON.parse(JSON.stringify(gathered.facts)) as object };
  const [one, other] = [draft, draftRun(job, about, kept)].map(
    (made) => seal("run", { id: ID, ...made }, now, "v").row.canonical,
  );
  t.equal(one, other, "the same facts, the same bytes");
  t.same(checkRun(job.card, draft.data), [], `${draft.data.verdict}: ${draft.data.summary}`);
  return draft.data;
}
