// The starter's own listener for operators: how its processes do, and a list of where each tells its metrics. One target a
// process, not one gathered answer: a process that hangs or is gone is then missing by name, and slows no other's numbers.
import { statfs } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Env } from "../../schema/env.ts";
import { type Admin, openAdmin } from "../../schema/io/seen/admin.ts";
import { buildInfo } from "../../schema/io/seen/build-info.ts";
import type { Look } from "../../schema/io/seen/metrics.ts";
import type { Child, ChildSpec } from "./child.ts";

type Target = { readonly name: string; readonly port: number };

/** What operators see of a service: a listener, and where those of its processes are. */
type Sight = {
  open(): void;
  /** Shows the process from now on. */
  take(child: Child, spec: Pick<ChildSpec, "name" | "env">): void;
  close(): Promise<void>;
};

const isHere = (pid: number | undefined): boolean => {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const childLook = (children: readonly Child[], root: string): Look => ({
  name: "starter",
  async gauges() {
    const { bavail, blocks, bsize } = await statfs(root);
    const by = (read: (child: Child) => number) =>
      children.map((child) => ({ value: read(child), labels: { child: child.name } }));
    return [
      { name: "child_up", help: "Whether a process runs.", read: () => by((child) => (isHere(child.pid()) ? 1 : 0)) },
      { name: "child_restarts", help: "How often it was started anew.", read: () => by((child) => child.restarts()) },
      {
        ...{ name: "data_folder_free_bytes", help: "What is free on the disk of the data folder." },
        read: () => [{ value: bavail * bsize }],
      },
      {
        ...{ name: "data_folder_disk_bytes", help: "How large that disk is." },
        read: () => [{ value: blocks * bsize }],
      },
    ];
  },
});

/** As Prometheus' `http_sd_configs` reads it. */
function listTargets(host: string, targets: readonly Target[]): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return JSON.stringify(targets.map(({ name: child, port }) => ({ targets: [`${name}:${port}`], labels: { child } })));
}

/** The port of a process' own listener; 0 where it has none. */
const portOf = ({ env }: Pick<ChildSpec, "env">): number => Number(env.ENGINE_ADMIN_PORT ?? env.ADMIN_PORT ?? 0);

export function openSight(env: Env, root: string, say: (line: string) => void): Sight {
  const children: Child[] = [];
  const targets: Target[] = [{ name: "starter", port: env.ADMIN_PORT }];
  let admin: Admin | null = null;
  const listed = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(listTargets(env.ADMIN_HOST, targets));
  };
  return {
    open() {
      admin = openAdmin({
        ...{ env, process: "starter", looks: [buildInfo("starter"), childLook(children, root)] },
        log: { info: () => undefined, warn: ((_what: unknown, line: string) => say(line)) as never },
        mounted: { targets: listed },
      });
    },
    take(child, spec) {
      children.push(child);
      const port = portOf(spec);
      if (port > 0) targets.push({ name: spec.name, port });
    },
    async close() {
      await admin?.stop();
    },
  };
}
