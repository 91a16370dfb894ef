// `npm run soak:freshness [minutes]`, `soak:outage [minutes] [provider …]` and `soak:overload [minutes] [--stop-minutes N]`:
// the whole service on the simulated market, for a good while.
import { say } from "../measure.ts";
import { soakFreshness } from "./freshness.ts";
import { soakOutage } from "./outage.ts";
import { soakOverload } from "./overload.ts";

const [what, ...rest] = process.argv.slice(2);
const stopAt = rest.indexOf("--stop-minutes");
const [, stopText = "60"] = stopAt < 0 ? [] : rest.splice(stopAt, 2);
const minutes = Number(rest.find((one) => /^\d+(\.\d+)?$/.test(one)) ?? Number.NaN);
const providers = rest.filter((one) => /^[a-z]/.test(one));

try {
  if (what === "freshness") await soakFreshness(Number.isNaN(minutes) ? 60 : minutes);
  else if (what === "outage") await soakOutage(Number.isNaN(minutes) ? 20 : minutes, providers);
  else if (what === "overload") await soakOverload(Number.isNaN(minutes) ? 10 : minutes, Number(stopText));
  else throw new Error(`no soak ${what}; there are freshness, outage and overload`);
} catch (error) {
  say(`  could not run: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exitCode = 1;
}
process.exit();
