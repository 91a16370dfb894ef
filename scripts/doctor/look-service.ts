// The running service as its callers see it: whether it is ready, how late it is, and which jobs fail.
import { type Finding, fail, ok, warn } from "./finding.ts";

const WAIT_MS = 10_000;

type Ready = {
  readonly status?: string;
  readonly snapshots_age_s?: number;
  readonly parts?: Record<string, { status: string }>;
};
type Job = { readonly job: string; readonly status: string; readonly last_error: string | null };
type Status = { readonly data?: { readonly pipeline?: readonly Job[]; readonly late_s?: number } };

const ask = async (url: string): Promise<{ code: number; body: unknown }> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
  return { code: answer.status, body: await answer.json() };
};

async function lookAtJobs(base: string): Promise<Finding[]> {
  const { data } = (await ask(`${base}/v1/status`)).body as Status;
  const jobs = data?.pipeline ?? [];
  const ill = jobs.filter(({ status }) => status === "failing" || status === "paused");
  const findings = ill
    .slice(0, 5)
    .map(({ job, status, last_error: why }) =>
      warn(
        "jobs",
        `${job} is ${status}${why === null ? "" : `: ${why.slice(0, 120)}`}`,
        "Its log says more; npm run probe tries out the providers.",
      ),
    );
  const late = data?.late_s ?? 0;
  if (late > 0) {
    findings.push(
      warn(
        "service",
        `what it serves is ${late} s older than it should be`,
        "Give it more processor, or fewer TRACKED_TOKENS.",
      ),
    );
  }
  return findings.length > 0 ? findings : [ok("jobs", `${jobs.length} lines of work, none of them failing`)];
}

/** `base` is where it should answer. */
export async function lookAtService(base: string): Promise<Finding[]> {
  const found = await ask(`${base}/readyz`).catch(() => null);
  if (found === null) {
    const todo = "Look at the api's log; where it runs elsewhere, set PORT or PUBLIC_URL as it has them.";
    return [fail("service", `nothing answers at ${base}`, todo)];
  }
  const ready = found.body as Ready;
  if (found.code !== 200) {
    const todo = "Wait for its first minute; after that, jobs do not build: look at the log of `build`.";
    return [fail("service", `${base} is not ready`, todo)];
  }
  const away = Object.entries(ready.parts ?? {}).filter(([, { status }]) => status !== "ok");
  const findings =
    away.length === 0
      ? [ok("service", `${base} is ready, its numbers are ${ready.snapshots_age_s} s old`)]
      : away.map(([name, { status }]) =>
          warn("service", `${name} is ${status}`, "Look at that part's log, and at what is said of it here."),
        );
  return [...findings, ...(await lookAtJobs(base))];
}
