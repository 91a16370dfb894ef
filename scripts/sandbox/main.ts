// Runs the simulated market as its own process and prints one JSON line when every origin listens.
import { parseArgs } from "node:util";
import { type OriginId, PROVIDER_IDS, type Sandbox, startSandbox } from "./start-sandbox.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: process.env.SANDBOX_SEED ?? "1" },
    "port-base": { type: "string", default: process.env.SANDBOX_PORT_BASE ?? "0" },
    /** Where it listens; other than loopback only where a network of its own is around it. */
    host: { type: "string", default: "127.0.0.1" },
    limits: { type: "boolean", default: process.env.SANDBOX_LIMITS === "1" },
    gzip: { type: "boolean", default: process.env.SANDBOX_GZIP === "1" },
    /** End when the process that started this one is gone. */
    "with-parent": { type: "boolean", default: false },
  },
});

const seed = Number(values.seed);
const base = Number(values["port-base"]);
if (!Number.isInteger(seed) || !Number.isInteger(base) || base < 0 || base > 65_000) {
  process.stderr.write("sandbox: --seed and --port-base must be whole numbers\n");
  process.exit(1);
}

const ids: readonly OriginId[] = [...PROVIDER_IDS, "control"];
const ports: Partial<Record<OriginId, number>> = {};
if (base > 0) for (const [index, id] of ids.entries()) Object.assign(ports, { [id]: base + index });

const open = async (): Promise<Sandbox> => {
  try {
    return await startSandbox({ seed, ports, host: values.host, limits: values.limits, gzip: values.gzip });
  } catch (error) {
    process.stderr.write(`sandbox: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
};

const sandbox = await open();
process.stdout.write(`${JSON.stringify({ event: "ready", simulated: true, seed, origins: sandbox.origins })}\n`);

let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  sandbox.stop().then(() => process.exit(0));
};
process.on("SIGTERM", stop);
// A Ctrl-C reaches the whole group; a parent that drains its workers first ends this process itself.
process.on("SIGINT", () => {
  if (!values["with-parent"]) stop();
});
if (values["with-parent"]) {
  // The parent holds the other end of stdin; its end, however it came, closes it.
  process.stdin.on("end", stop);
  process.stdin.on("close", stop);
  process.stdin.resume();
}
