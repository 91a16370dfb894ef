// `npm run probe`: tries out the real providers once, as the settings have them, and prints what came of it.
import { probeProviders, probeSummary, probeTable } from "../ingest/probe.ts";
import { parseEnv } from "../schema/env.ts";
import { systemClock } from "../schema/io/clock.ts";
import { openHttp } from "../schema/io/http.ts";
import { systemRandom } from "../schema/io/random.ts";

try {
  const env = parseEnv();
  const http = openHttp({ clock: systemClock, random: systemRandom });
  const results = await probeProviders(http, env);
  for (const line of probeTable(results)) process.stdout.write(`  ${line}\n`);
  process.stdout.write(`\n  ${probeSummary(results)}\n`);
  if (env.MARKET === "sandbox") process.stdout.write("  MARKET=sandbox uses none of them; MARKET=live does.\n");
  await http.close();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
