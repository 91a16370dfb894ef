// `npm run probe`: tries out the providers once, as the settings have them; with --pull every source brings what it can.
import { VENUES } from "../ingest/source/venue.ts";
import { type ProbeResult, probeProviders, probeSummary, probeTable } from "../ingest/trial/probe.ts";
import { trialLine, trialTable } from "../ingest/trial/table.ts";
import { trySources } from "../ingest/trial/trial.ts";
import type { Env } from "../schema/env.ts";
import { type Clock, systemClock } from "../schema/io/clock.ts";
import { openHttp } from "../schema/io/http.ts";
import { openLog } from "../schema/io/log.ts";
import { systemRandom } from "../schema/io/random.ts";
import { parseOwnEnv } from "../schema/setting/read-settings.ts";
import { startSandbox } from "./sandbox/start-sandbox.ts";

/** Whether sources are asked, and of which providers: those after --pull, joined by commas; all without one. */
const [pullAt, asked = ""] = process.argv.slice(2).flatMap((word) => word.split("="));
const isPull = pullAt === "--pull";
const ONLY = new Set(asked.split(",").filter(Boolean));

const say = (text: string): boolean => process.stdout.write(`  ${text}\n`);

async function probe(env: Env): Promise<ProbeResult[]> {
  const http = openHttp({ clock: systemClock, random: systemRandom });
  const results = await probeProviders(http, env);
  await http.close();
  return results;
}

async function pull(env: Env, clock: Clock): Promise<void> {
  const log = openLog("probe", "silent");
  const results = await trySources({ env, clock, log }, ONLY, (one) => process.stderr.write(`  ${trialLine(one)}\n`));
  for (const line of trialTable(results)) say(line);
}

/** The simulated market is started where nobody says where it is. */
async function pullSimulated(env: Env): Promise<void> {
  say("MARKET=sandbox: everything here is simulated; MARKET=live asks the real providers.\n");
  if (env.SANDBOX_ORIGINS !== "{}") return pull(env, systemClock);
  const sandbox = await startSandbox({ seed: env.SANDBOX_SEED });
  try {
    await pull({ ...env, SANDBOX_ORIGINS: JSON.stringify(sandbox.origins) }, sandbox.clock);
  } finally {
    await sandbox.stop();
  }
}

async function pullLive(env: Env): Promise<void> {
  const results = await probe(env);
  // Who refuses us has been reached; where not even that happens there is no way out of here.
  if (results.every(({ reachable, latencyMs }) => !reachable && latencyMs === null)) {
    say(`No network: none of ${results.length} providers can be reached from here, so nothing was asked for.`);
    process.exitCode = 1;
    return;
  }
  await pull(env, systemClock);
}

try {
  const env = parseOwnEnv((line) => process.stderr.write(`${line}\n`));
  const unknown = [...ONLY].filter((name) => !Object.hasOwn(VENUES, name));
  if (unknown.length > 0) {
    throw new Error(`There is no provider ${unknown.join(", ")}; there are ${Object.keys(VENUES).join(", ")}.`);
  }
  if (isPull) await (env.MARKET === "sandbox" ? pullSimulated(env) : pullLive(env));
  else {
    const results = await probe(env);
    for (const line of probeTable(results)) say(line);
    say(`\n  ${probeSummary(results)}`);
    if (env.MARKET === "sandbox") say("MARKET=sandbox uses none of them; MARKET=live does.");
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// Connections that are kept open would hold the process; what is written goes out first.
process.stdout.write("", () => process.exit());
