// Reads: GET /v1/state of our API against bare uWebSockets.js that sends the same bytes and headers.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { judge, median, readCpuS, say } from "./measure.ts";
import { type RunningService, startService } from "./service.ts";

const ROUNDS = 4;
const ROUND_S = 4;
const PATH = "/v1/state/BTC?sections=market,liquidity,derivatives";
const BARE = fileURLToPath(new URL("./bare-server.ts", import.meta.url));
/** uWebSockets.js writes these by itself. */
const OWN_HEADERS = new Set(["content-length", "date", "uwebsockets", "connection", "transfer-encoding"]);

const run = promisify(execFile);

/** The exact answer as it comes over the wire. */
async function captureAnswer(port: number): Promise<{ status: string; headers: [string, string][]; body: Buffer }> {
  const socket = createConnection(port, "127.0.0.1");
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    const all = Buffer.concat(chunks);
    const end = all.indexOf("\r\n\r\n");
    if (end < 0) continue;
    const [first = "", ...lines] = all.toString("latin1", 0, end).split("\r\n");
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    const length = Number(headers.find(([name]) => name.toLowerCase() === "content-length")?.[1]);
    if (all.length < end + 4 + length) continue;
    socket.destroy();
    return { status: first.slice("HTTP/1.1 ".length), headers, body: all.subarray(end + 4, end + 4 + length) };
  }
  throw new Error("the API closed the connection without an answer");
}

type Round = { readonly perS: number; readonly cpuUs: number };

/** One round of wrk against a process: requests a second, and processor microseconds a request. */
async function load(url: string, pid: number): Promise<Round> {
  const before = await readCpuS(pid);
  const { stdout } = await run("wrk", ["-t1", "-c64", `-d${ROUND_S}`, url]);
  const cpuS = (await readCpuS(pid)) - before;
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0);
  const perS = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0);
  if (requests === 0 || /Non-2xx/.test(stdout)) throw new Error(`wrk: ${stdout}`);
  return { perS, cpuUs: (cpuS / requests) * 1e6 };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function compare(service: RunningService): Promise<void> {
  const place = await service.place();
  const api = place.children.api ?? 0;
  const answer = await captureAnswer(Number(new URL(place.url).port));
  const headers = answer.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const fixed = join(service.folder, "answer.json");
  await writeFile(fixed, JSON.stringify({ status: answer.status, headers, body: answer.body.toString("base64") }));
  // Everything that is not measured stands still, as it would on cores of its own.
  const idle = Object.entries(place.children).flatMap(([name, pid]) =>
    name === "api" || name === "redis" ? [] : [pid ?? 0],
  );
  for (const pid of idle) process.kill(pid, "SIGSTOP");
  const port = await freePort();
  const bare = spawn(process.execPath, ["--import=tsx", BARE, fixed, String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const ready = once(bare.stdout, "data").then(() => true);
    if (!(await Promise.race([ready, once(bare, "exit").then(() => false)]))) throw new Error("the bare server ended");
    const [ours, theirs]: [Round[], Round[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await load(`http://127.0.0.1:${port}${PATH}`, bare.pid ?? 0));
      ours.push(await load(`${place.url}${PATH}`, api));
    }
    const pick = (rounds: readonly Round[], of: keyof Round) => median(rounds.map((round) => round[of]));
    say(
      `  ${answer.body.length} bytes; ours ${pick(ours, "perS").toFixed(0)}/s at ${pick(ours, "cpuUs").toFixed(2)} µs, bare ${pick(theirs, "perS").toFixed(0)}/s at ${pick(theirs, "cpuUs").toFixed(2)} µs`,
    );
    judge("rate against bare uWebSockets.js", pick(ours, "perS") / pick(theirs, "perS"), 0.9, "at least");
    judge("requests per CPU second against bare", pick(theirs, "cpuUs") / pick(ours, "cpuUs"), 0.9, "at least");
  } finally {
    bare.kill("SIGKILL");
    for (const pid of idle) process.kill(pid, "SIGCONT");
  }
}

export async function read(): Promise<void> {
  const service = await startService({ BACKFILL_DAYS: "1" });
  try {
    await compare(service);
  } finally {
    await service.stop();
  }
}
