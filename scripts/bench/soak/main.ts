// `npm run soak:freshness [minutes]` and `npm run soak:outage [minutes] [provider …]`: the whole service on the simulated market, for a good while.
import { say } from "../measure.ts";
import { soakFreshness } from "./freshness.ts";
import { soakOutage } from "./outage.ts";

const [what, ...rest] = process.argv.slice(2);
const minutes = Number(rest.find((one) => /^\d+(\.\d+)?$/.test(one)) ?? Number.NaN);
const providers = rest.filter((one) => /^[a-z]/.test(one));

try {
  if (what === "freshness") await soakFreshness(Number.isNaN(minutes) ? 60 : minutes);
  else if (what === "outage") await soakOutage(Number.isNaN(minutes) ? 20 : minutes, providers);
  else throw new Error(`no soak ${what}; there are freshness and outage`);
} catch (error) {
  say(`  could not run: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exitCode = 1;
}
process.exit();
