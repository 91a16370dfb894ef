// A real Prometheus for a soak: scrapes a running service, judges by its alert rules with short patience, and is asked.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const RULES = fileURLToPath(new URL("../../deploy/prometheus/alerts.yml", import.meta.url));
const READY_MS = 30_000;
/** In place of the minutes that an alert waits: what is broken here is broken. */
const PATIENCE = "5s";

type Sample = { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] };
export type Prometheus = {
  /** Rejects where Prometheus cannot run it. */
  ask(expr: string): Promise<readonly Sample[]>;
  /** Every metric it has seen. */
  names(): Promise<ReadonlySet<string>>;
  /** Alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>;
  stop(): Promise<void>;
};

export const hasPrometheus = (): boolean => spawnSync("prometheus", ["--version"]).error === undefined;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function writeConfig(folder: string, adminPort: number): Promise<string> {
  const rules = (await readFile(RULES, "utf8")).replace(/for: [1-9]\d*m/g, `for: ${PATIENCE}`);
  await writeFile(join(folder, "alerts.yml"), rules);
  const config = `global: { scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 5s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: assay
    http_sd_configs: [{ url: "http://127.0.0.1:${adminPort}/targets", refresh_interval: 5s }]
`;
  await writeFile(join(folder, "prometheus.yml"), config);
  return join(folder, "prometheus.yml");
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

/** Scrapes what the starter at that port lists. */
export async function startPrometheus(folder: string, adminPort: number): Promise<Prometheus> {
  const own = join(folder, "prometheus");
  await mkdir(own, { recursive: true });
  const port = await freePort();
  const config = await writeConfig(own, adminPort);
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${own}/data`, `--web.listen-address=127.0.0.1:${port}`];
  const child = spawn("prometheus", [...args, "--log.level=error"], { stdio: ["ignore", "ignore", "inherit"] });
  const base = `http://127.0.0.1:${port}`;
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(base + path);
    const said = (await answer.json()) as { status: string; error?: string; data: T };
    if (said.status !== "success") throw new Error(`${path}: ${said.error ?? answer.status}`);
    return said.data;
  };
  const deadline = Date.now() + READY_MS;
  while (
    !(await fetch(`${base}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("Prometheus did not start");
    await sleep(200);
  }
  return {
    ask: async (expr) => (await get<{ result: Sample[] }>(`/api/v1/query?query=${encodeURIComponent(expr)}`)).result,
    names: async () => new Set(await get<string[]>("/api/v1/label/__name__/values")),
    async firing() {
      const { alerts } = await get<{ alerts: { state: string; labels: { alertname: string } }[] }>("/api/v1/alerts");
      return new Set(alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname));
    },
    stop: () => end(child),
  };
}
