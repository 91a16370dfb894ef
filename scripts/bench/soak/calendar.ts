// `npm run soak calendar [name …]`: the test suite on other days, at other hours, in another zone and beside other work.
import { execFileSync, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { say } from "../measure.ts";
import { startSpinning } from "./load.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** `base` is what test/support/shift.js takes: days from the ordinary base instant, an hour of the day, or an instant. */
type Moment = { readonly base?: string; readonly zone?: string; readonly isBusy?: boolean };

const MOMENTS: Readonly<Record<string, Moment>> = {
  "minus-1": { base: "-1" },
  "minus-40": { base: "-40" },
  "minus-400": { base: "-400" },
  "before-midnight": { base: "23:58" },
  "leap-day": { base: "2028-02-29T12:07:00Z" },
  /** A Saturday becomes a Sunday, a month the next and a year the next. */
  "new-year": { base: "2022-12-31T23:59:00Z" },
  /** Its clocks were put back within the last thirty days of the ordinary base. */
  "new-york": { zone: "America/New_York" },
  kathmandu: { zone: "Asia/Kathmandu", base: "18:50" },
  busy: { isBusy: true },
};
/** All of them in five runs: each of a day, and what has to do with no day beside it. */
const TOGETHER: readonly (readonly string[])[] = [
  ["minus-1", "new-york"],
  ["minus-40", "before-midnight"],
  ["minus-400", "busy", "kathmandu"],
  ["leap-day"],
  ["new-year"],
];
/** Of a whole suite. */
const RUN_MS_MAX = 30 * 60_000;

/** Files by name; a number before it says when it begins. */
const suiteFiles = () =>
  new Map(readdirSync(`${ROOT}test/suite`).map((file) => [file.replace(/^\d+-|\.ts$/g, ""), `test/suite/${file}`]));

type Outcome = { readonly passed: number; readonly failed: number; readonly reason: string };

/** One run of these suites; what failed is printed as it comes. */
async function runSuites(names: readonly string[], files: readonly string[], built: string): Promise<Outcome> {
  const moments = names.map((name) => MOMENTS[name] ?? {});
  const zone = moments.find((one) => one.zone !== undefined)?.zone;
  const env = {
    ...process.env,
    ...{ BUILT_SUITES: built, TEST_BASE: moments.flatMap(({ base }) => base ?? []).join(" ") },
    ...(zone === undefined ? {} : { TZ: zone }),
  };
  const args = ["scripts/setup.js", "test", ...files];
  const spinning = moments.some(({ isBusy }) => isBusy) ? startSpinning(availableParallelism(), RUN_MS_MAX) : null;
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    end();
  }, RUN_MS_MAX);
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  let counts: readonly number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /^(\d+) passed, (\d+) failed$/.exec(line);
    if (found !== null) counts = found.slice(1).map(Number);
    else if (!/^ok /.test(line)) say(`    ${line}`);
  }
  const code = await exited;
  clearTimeout(late);
  process.removeListener("exit", end);
  spinning?.stop();
  const [passed = 0, failed = 0] = counts;
  const reason = isLate ? `not done after ${RUN_MS_MAX / 60_000} minutes` : code === 0 ? "" : `exit code ${code}`;
  return { passed, failed, reason: passed === 0 && reason === "" ? "no test ran" : reason };
}

const isMoment = (name: string): boolean => name.split("+").every((one) => Object.hasOwn(MOMENTS, one));

/** Runs what is named, each moment (or several at once, joined by +) and only the suites named; all of both where none is. */
async function soakCalendar(given: readonly string[]): Promise<boolean> {
  const all = suiteFiles();
  const unknown = given.filter((name) => !isMoment(name) && !all.has(name));
  if (unknown.length > 0) {
    const known = [...Object.keys(MOMENTS), "and the suites", ...[...all.keys()].sort()].join(" ");
    say(`  no ${unknown.join(" and no ")}; there are ${known}`);
    return false;
  }
  const moments = given.filter(isMoment);
  const chosen = given.flatMap((name) => all.get(name) ?? []);
  const files = chosen.length > 0 ? chosen : [...all.values()];
  const runs = moments.length > 0 ? moments.map((name) => name.split("+")) : TOGETHER;
  const built = execFileSync(process.execPath, [`${ROOT}scripts/build.js`, "--suites"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
  const lost: string[] = [];
  for (const names of runs) {
    const what = names.join(" with ");
    say(`  ${what}: ${files.length} suites`);
    const from = Date.now();
    const { passed, failed, reason } = await runSuites(names, files, built);
    const tookS = ((Date.now() - from) / 1_000).toFixed(0);
    say(`  ${what}: ${passed} passed, ${failed} failed in ${tookS} s${reason === "" ? "" : `, ${reason}`}`);
    if (failed > 0 || reason !== "") lost.push(what);
  }
  const green = `${runs.length - lost.length} of ${runs.length} runs green`;
  say(lost.length === 0 ? `holds: ${green}` : `fails: ${green}; not ${lost.join(", ")}`);
  return lost.length === 0;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
process.exit((await soakCalendar(process.argv.slice(2))) ? 0 : 1);
