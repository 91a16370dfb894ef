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

type TestCluster = {
  /** As REDIS_CLUSTER has it. */
  readonly setting: string;
  /** Moves so many slots from one primary to another, while the cluster is used. */
  moveSlots(count: number): Promise<void>;
  readonly servers: number;
  /** Moves the slot of a key to another primary, key by key. */
  moveSlotOf(key: string): Promise<void>;
  /** kill -9 of the primary that has the slot of a key. */
  killPrimaryOf(key: string): Promise<void>;
  /** Starts what was killed again, and waits until it follows who took over. */
  bringBack(): Promise<void>;
};

const SERVERS = 6;
const READY_MS = 180_000;
const NODE_MS = 1_500;
/** The port for other servers is so much above. */
const BUS = 10_000;
const PORT_MAX = 65_535 - BUS;

const runFile = promisify(execFile);
const cli = async (...args: string[]): Promise<string> => (await runFile("redis-cli", args)).stdout;
const at = (port: number, ...args: string[]): Promise<string> => cli("-p", String(port), ...args);

type Server = { readonly port: number; readonly path: string; child: ChildProcess };

const run = (path: string): ChildProcess => spawn("redis-server", [path], { stdio: "ignore" });

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
  return { port, path, child: run(path) };
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

const isAlive = ({ child }: Server): boolean => child.exitCode === null && child.signalCode === null;

async function kill({ child }: Server): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

const isUp = (port: number): Promise<boolean> =>
  at(port, "PING").then(
    (said) => said.startsWith("PONG"),
    () => false,
  );

async function isSettled(port: number): Promise<boolean> {
  const info = await at(port, "CLUSTER", "INFO");
  const followers = (await readNodes(port)).filter(({ primary }) => primary !== "-");
  return info.includes("cluster_state:ok") && followers.length === SERVERS / 2;
}

const holds = (slots: readonly string[], slot: number): boolean =>
  slots.some((range) => {
    const [from = Number.NaN, to = from] = range.split("-").map(Number);
    return slot >= from && slot <= to;
  });

const KEYS_AT_ONCE = "50";

/** As an operator's tool does it, for one slot of our choice. */
async function moveSlot(slot: string, from: Node, to: Node, primaries: readonly Node[]): Promise<void> {
  await at(to.port, "CLUSTER", "SETSLOT", slot, "IMPORTING", from.id);
  await at(from.port, "CLUSTER", "SETSLOT", slot, "MIGRATING", to.id);
  for (;;) {
    const said = await at(from.port, "CLUSTER", "GETKEYSINSLOT", slot, KEYS_AT_ONCE);
    const keys = said.split("\n").filter((key) => key !== "");
    if (keys.length === 0) break;
    await at(from.port, "MIGRATE", "127.0.0.1", String(to.port), "", "0", "5000", "KEYS", ...keys);
  }
  for (const { port } of [to, from, ...primaries]) await at(port, "CLUSTER", "SETSLOT", slot, "NODE", to.id);
}

/** Starts them, joins them, and waits until each knows who has which slots and every replica follows. */
export async function startCluster(t: Teardown): Promise<TestCluster> {
  const root = mkdtempSync(join(tmpdir(), "assay-test-cluster-"));
  const servers: Server[] = [];
  t.teardown(async () => {
    for (const server of servers) if (isAlive(server)) await kill(server);
    rmSync(root, { recursive: true, force: true });
  });
  while (servers.length < SERVERS) servers.push(await spawnServer(root));
  for (const { port } of servers) await until(() => isUp(port), READY_MS);
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
  await cli("--cluster", "create", ...addresses, "--cluster-replicas", "1", "--cluster-yes");
  for (const { port } of servers) await until(() => isSettled(port).catch(() => false), READY_MS);
  /** One that lives, the primaries by its word, and who of them has the slot of a key. */
  const find = async (key: string) => {
    const port = servers.find(isAlive)?.port ?? 0;
    const slot = (await at(port, "CLUSTER", "KEYSLOT", key)).trim();
    const primaries = (await readNodes(port)).filter(({ isPrimary }) => isPrimary);
    const owner = primaries.find(({ slots }) => holds(slots, Number(slot)));
    if (owner === undefined) throw new Error(`nobody has the slot of ${key}`);
    return { port, slot, primaries, owner };
  };
  return {
    setting: addresses.join(","),
    servers: SERVERS,
    async moveSlots(count) {
      const { port, primaries } = await find("any");
      const [from, to] = primaries.map(({ id }) => id);
      const ways = ["--cluster-from", from ?? "", "--cluster-to", to ?? "", "--cluster-slots", String(count)];
      await cli("--cluster", "reshard", `127.0.0.1:${port}`, ...ways, "--cluster-yes");
    },
    async moveSlotOf(key) {
      const { slot, primaries, owner } = await find(key);
      const to = primaries.find(({ id }) => id !== owner.id);
      if (to === undefined) throw new Error("there is no other primary");
      await moveSlot(slot, owner, to, primaries);
    },
    async killPrimaryOf(key) {
      const { owner } = await find(key);
      const server = servers.find(({ port }) => port === owner.port);
      if (server !== undefined) await kill(server);
    },
    async bringBack() {
      for (const server of servers.filter((one) => !isAlive(one))) {
        server.child = run(server.path);
        await until(() => isUp(server.port), READY_MS);
        const follows = async () => (await at(server.port, "INFO", "replication")).includes("master_link_status:up");
        await until(() => follows().catch(() => false), READY_MS);
      }
    },
  };
}
