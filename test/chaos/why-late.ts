// What a running service says of itself when it does not go on: its parts, its lines that are late, the ends of its logs.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningService } from "../../scripts/bench/service.ts";

const LINES = 5;
const CHARS = 260;

type Line = {
  readonly job: string;
  readonly status: string;
  readonly last_success_at: string;
  readonly last_error: string;
};

async function read(url: string): Promise<string> {
  return fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.text(),
    (error: Error) => error.message,
  );
}

export async function whyLate(service: Pick<RunningService, "place" | "folder">): Promise<string> {
  const { url } = await service.place();
  const status = JSON.parse(await read(`${url}/v1/status`).catch(() => "{}")) as { data?: { pipeline?: Line[] } };
  const late = (status.data?.pipeline ?? []).filter((line) => line.status !== "ok");
  const folder = join(service.folder, "log");
  const logs = (await readdir(folder)).filter((name) => /^(build|pull|api|engine)[\w-]*\.log$/.test(name));
  const ends = await Promise.all(
    logs.map(async (name) => {
      const lines = (await readFile(join(folder, name), "utf8")).trimEnd().split("\n").slice(-LINES);
      return lines.map((line) => `    ${name}: ${line.slice(0, CHARS)}`);
    }),
  );
  return [
    `    readyz: ${await read(`${url}/readyz`)}`,
    ...late.map((line) => `    ${line.job}: ${line.status} since ${line.last_success_at}, ${line.last_error}`),
    ...ends.flat(),
  ].join("\n");
}
