// `npm run soak freshness [minutes]`, `soak outage [minutes] [provider …]` and `soak overload [minutes] [--stop-minutes N]`:
// the whole service on the simulated market, for a good while; `soak conformance`, before the judges of MCP; `soak crowd [number]`,
// before fifty callers at once; `soak rolling`; `soak seen`,
// under the eyes of a Prometheus; and `soak cluster [address …]`, which needs ClickHouse servers of one's own.
import { parseArgs } from "node:util";
import { VENUES } from "../../../ingest/source/venue.ts";
import { sayMisspelt } from "../../../schema/setting/read-settings.ts";
import { endOfBars, say } from "../measure.ts";
import { soakCluster } from "./cluster.ts";
import { soakConformance } from "./conformance.ts";
import { soakCrowd } from "./crowd.ts";
import { soakFreshness } from "./freshness.ts";
import { soakOutage } from "./outage.ts";
import { soakOverload } from "./overload.ts";
import { soakRolling } from "./rolling.ts";
import { soakSeen } from "./seen.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "stop-minutes": { type: "string", default: "60" } },
});
const [what, given, ...providers] = positionals;
const minutes = Number(given ?? Number.NaN);

for (const line of sayMisspelt()) say(`  ! ${line}`);
try {
  const unknown = (what === "cluster" ? [] : providers).filter((name) => !Object.hasOwn(VENUES, name));
  if (unknown.length > 0) {
    say(`  no provider ${unknown.join(", ")}; there are ${Object.keys(VENUES).join(", ")}`);
    process.exit(1);
  }
  if (what === "freshness") await soakFreshness(Number.isNaN(minutes) ? 60 : minutes);
  else if (what === "outage") await soakOutage(Number.isNaN(minutes) ? 20 : minutes, providers);
  else if (what === "overload")
    await soakOverload(Number.isNaN(minutes) ? 10 : minutes, Number(values["stop-minutes"]));
  else if (what === "cluster") process.exitCode = (await soakCluster(positionals.slice(1))) ? 0 : 1;
  else if (what === "rolling") await soakRolling();
  else if (what === "crowd") process.exitCode = (await soakCrowd(Number(given ?? 0))) ? 0 : 1;
  else if (what === "conformance") process.exitCode = (await soakConformance()) ? 0 : 1;
  else if (what === "seen") process.exitCode = (await soakSeen()) ? 0 : 1;
  else
    throw new Error(
      `no soak ${what}; there are cluster, conformance, crowd, freshness, outage, overload, rolling and seen`,
    );
} catch (error) {
  say(`  could not run: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exitCode = 1;
}
if (endOfBars() !== 0) process.exitCode = 1;
process.exit();
