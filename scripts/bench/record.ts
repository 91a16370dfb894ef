// The scorecard of a replayed day of the simulated market, as `npm run soak weeks` makes it of weeks.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { say } from "./measure.ts";

const REPLAY = fileURLToPath(new URL("../../test/recompute/record-weeks.test.ts", import.meta.url));
const SPAN = { RECORD_HOURS: "24", RECORD_TOKENS: "bitcoin,uniswap,floki", RECORD_STEP: "20", TAP_TIMEOUT: "600" };

/** Comments of a TAP report, as lines. */
const commentsOf = (report: string): string[] =>
  [...report.matchAll(/^ {4}# (?!Subtest)(.*)$/gm)].map(([, text = ""]) => text);

export async function record(): Promise<void> {
  const child = spawn(process.execPath, ["--import=tsx", REPLAY], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...SPAN, ...process.env },
  });
  let report = "";
  child.stdout.on("data", (chunk) => {
    report += chunk;
  });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  for (const line of commentsOf(report)) say(`  ${line}`);
  if (code !== 0) throw new Error("a number of the record was not what the published SQL gives");
}
