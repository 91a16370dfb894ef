// npm run soak watch storm [MINUTES], kill [SEED] and flush [SEED]: monitors of a running service under load, while its
// processes are killed, and while Redis forgets.
import { say } from "../../../scripts/bench/measure.ts";
import { soakFlush } from "./flush.ts";
import { soakKill } from "./kill.ts";
import { soakStorm } from "./storm.ts";

const [what, given] = process.argv.slice(2);
const run = { kill: () => soakKill(Number(given ?? 7)), flush: () => soakFlush(Number(given ?? 7)) };
const storm = () => soakStorm(Number(given ?? 1));
const faults = await (run[what as keyof typeof run] ?? storm)().catch((error: Error) => {
  say(`  could not run: ${error.stack ?? error.message}`);
  return 1;
});
say(faults === 0 ? "HOLDS" : `BROKEN: ${faults}`);
process.exit(faults === 0 ? 0 : 1);
