// npm run soak watch storm [MINUTES] and npm run soak watch kill [SEED]: monitors of a running service under load, and
// while its processes are killed.
import { say } from "../../../scripts/bench/measure.ts";
import { soakKill } from "./kill.ts";
import { soakStorm } from "./storm.ts";

const [what, given] = process.argv.slice(2);
const faults = await (what === "kill" ? soakKill(Number(given ?? 7)) : soakStorm(Number(given ?? 1))).catch(
  (error: Error) => {
    say(`  could not run: ${error.stack ?? error.message}`);
    return 1;
  },
);
say(faults === 0 ? "HOLDS" : `BROKEN: ${faults}`);
process.exit(faults === 0 ? 0 : 1);
