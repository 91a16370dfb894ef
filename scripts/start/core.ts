// Cores: once the past is filled, what works for later answers leaves one core to the answers that are asked for now.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const TASKSET = ["/usr/bin/taskset", "/bin/taskset"].find((path) => existsSync(path));
const run = promisify(execFile);

/** The cores of a list as Linux writes it, such as "0-2,5". */
export const coresIn = (list: string): number[] =>
  list
    .split(",")
    .filter((part) => /^\d+(-\d+)?$/.test(part))
    .flatMap((part) => {
      const [first = 0, last = first] = part.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => first + at);
    });

/** All cores this process may use but the first, as a list; null where there is only one, or no way to choose. */
export async function coresBehindReads(): Promise<string | null> {
  if (TASKSET === undefined) return null;
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const cores = coresIn(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "");
  return cores.length < 2 ? null : cores.slice(1).join(",");
}

/** A command that starts on those cores alone. */
export const startedOn = (cores: string, command: readonly string[]): string[] =>
  TASKSET === undefined ? [...command] : [TASKSET, "-c", cores, ...command];

/** Moves a process with all its threads to those cores; one that has just ended needs no moving. */
export async function moveTo(cores: string, pid: number): Promise<void> {
  if (TASKSET !== undefined) await run(TASKSET, ["-a", "-c", "-p", cores, String(pid)]).catch(() => undefined);
}
