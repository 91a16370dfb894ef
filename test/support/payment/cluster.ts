// A real cluster of Redis for one test: three primaries, a replica each, every server a process of its own.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "../../../scripts/start/port.ts";
import { until } from "../until.ts";

type Teardown = { teardown(fn: () => unknown): void };

export type TestCluster = {
  /** As REDIS_CLUSTER has it. */
  readonly setting: string;
  /** Moves so many slots from one primary to another, while the cluster is used. */
  moveSlots(count: number): Promise<void>;
  /** kill -9 of the primary that has the slot of a key. */
  killPrimaryOf(key: string): Promise<void>;
};

const SERVERS = 6;
const READY_MS = 60_000;
const NODE_MS = 1_500;
/** The port for other servers is so much above. */
const BUS = 10_000;
const PORT_MAX = 65_535 - BUS;

const run = promisify(execFile);
const cli = async (...args: string[]): Promise<string> => (await run("redis-cli", args)).stdout;

type Server = { readonly port: number; readonly child: ChildProcess };

async function freePort(): Promise<number> {
  for (;;) {
    const port = await findFreePort();
    if (port <= PORT_MAX) return port;
  }
}

async function spawnServer(root: string): Promise<Server> {
  const port = await freePort();
  const dir = join(root, String(port));
  mkdirSync(dir);
  const path = join(dir, "redis.conf");
  const lines = [
    ...[`port ${port}`, "bind 127.0.0.1", `dir ${dir}`, 'save ""', "appendonly no", "repl-diskless-sync-delay 0"],
    ...["cluster-enabled yes", `cluster-node-timeout ${NODE_MS}`, "cluster-require-full-coverage no", ""],
  ];
  writeFileSync(path, lines.join("\n"));
  return { port, child: spawn("redis-server", [path], { stdio: "ignore" }) };
}

type Node = {
  readonly id: string;
  readonly port: number;
  readonly isPrimary: boolean;
  readonly primary: string;
  readonly slots: string[];
};

/** The servers as one of them knows them. */
async function readNodes(port: number): Promise<Node[]> {
  const lines = (await cli("-p", String(port), "CLUSTER", "NODES")).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [id = "", address = "", flags = "", primary = "", , , , , ...slots] = line.trim().split(" ");
    const isPrimary = flags.includes("master") && !/fail/.test(flags);
    return { id, port: Number(/:(\d+)@/.exec(address)?.[1]), isPrimary, primary, slots };
  });
}

const holds = (slots: readonly string[], slot: number): boolean =>
  slots.some((range) => {
    const [from = Number.NaN, to = from] = range.split("-").map(Number);
    return slot >= from && slot <= to;
  });

/** Starts them, joins them, and waits until each knows who has which slots and every replica follows. */
export async function startCluster(t: Teardown): Promise<TestCluster> {
  const root = mkdtempSync(join(tmpdir(), "assay-test-cluster-"));
  const servers: Server[] = [];
  t.teardown(async () => {
    for (const { child } of servers) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    rmSync(root, { recursive: true, force: true });
  });
  while (servers.length < SERVERS) servers.push(await spawnServer(root));
  const isUp = (port: number) =>
    cli("-p", String(port), "PING").then(
      (said) => said.startsWith("PONG"),
      () => false,
    );
  for (const { port } of servers) await until(() => isUp(port), READY_MS);
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
  await cli("--cluster", "create", ...addresses, "--cluster-replicas", "1", "--cluster-yes");
  const living = () => servers.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  const isSettled = async (port: number) => {
    const info = await cli("-p", String(port), "CLUSTER", "INFO");
    const nodes = await readNodes(port);
    return info.includes("cluster_state:ok") && nodes.filter(({ primary }) => primary !== "-").length === SERVERS / 2;
  };
  for (const { port } of servers) await until(() => isSettled(port).catch(() => false), READY_MS);
  return {
    setting: addresses.join(","),
    async moveSlots(count) {
      const [{ port = 0 } = {}] = living();
      const [from, to] = (await readNodes(port)).filter(({ isPrimary }) => isPrimary);
      await cli(
        ...[
          "--cluster",
          "reshard",
          `127.0.0.1:${port}`,
          "--cluster-from",
          from?.id ?? "",
          "--cluster-to",
          to?.id ?? "",
        ],
        ...["--cluster-slots", String(count), "--cluster-yes"],
      );
    },
    async killPrimaryOf(key) {
      const [{ port = 0 } = {}] = living();
      const slot = Number((await cli("-p", String(port), "CLUSTER", "KEYSLOT", key)).trim());
      const owner = (await readNodes(port)).find(({ isPrimary, slots }) => isPrimary && holds(slots, slot));
      const server = servers.find((one) => one.port === owner?.port);
      if (server === undefined) throw new Error(`nobody has the slot of ${key}`);
      const gone = once(server.child, "exit");
      server.child.kill("SIGKILL");
      await gone;
    },
  };
}
