// The processes of a running service: who they are, what processor time they used, what memory they hold.
import { readdir, readFile } from "node:fs/promises";
import { readCpuS } from "./measure.ts";

type Reading = {
  readonly name: string;
  readonly pid: number;
  readonly cpuS: number;
  readonly rssMb: number;
  /** Memory with what several processes share split among them: only such figures may be added up. */
  readonly pssMb: number;
};

async function readRssMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024;
}

async function readPssMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1_024;
}

/** The service's own process and every process below it. */
async function familyOf(root: number): Promise<{ name: string; pid: number }[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const known = await Promise.all(
    pids.map(async (pid) => {
      const [stat, command] = await Promise.all(
        ["stat", "cmdline"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "")),
      );
      const parent = Number(stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return { pid, parent, command: (command ?? "").replaceAll("\0", " ") };
    }),
  );
  const family = known.filter(({ pid }) => pid === root);
  for (const member of family) family.push(...known.filter(({ parent }) => parent === member.pid));
  return family.map(({ pid, command }) => {
    const [, role = ""] = /([a-z]+)\/main\.ts/.exec(command) ?? [];
    return { pid, name: role || (command.split(" ")[0]?.split("/").at(-1) ?? "") };
  });
}

export async function readFamily(root: number): Promise<Reading[]> {
  const family = await familyOf(root);
  return Promise.all(
    family.map(async ({ name, pid }) => ({
      ...{ name, pid, cpuS: await readCpuS(pid) },
      ...{ rssMb: await readRssMb(pid), pssMb: await readPssMb(pid) },
    })),
  );
}
