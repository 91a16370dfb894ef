// Runs `npm run replay` as a process of its own that has the store and no Redis.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { programArgs } from "../../../scripts/program.ts";
import type { Engine } from "../../../scripts/start-engine.ts";

const run = promisify(execFile);
/** Named in one call of the command. */
const AT_ONCE = 100;

/** How many of them the command makes again byte for byte, and its lines about the others. */
export async function runReplay(
  engine: Pick<Engine, "url" | "token">,
  ids: readonly string[],
): Promise<{ readonly identical: number; readonly others: string[] }> {
  const others: string[] = [];
  let identical = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const store = { CLICKHOUSE_URL: engine.url, CLICKHOUSE_USER: "default", CLICKHOUSE_PASSWORD: engine.token };
    const { stdout } = await run(process.execPath, [...programArgs("replay"), ...ids.slice(at, at + AT_ONCE)], {
      env: { ...process.env, ...store, REDIS_URL: "redis://127.0.0.1:1" },
      maxBuffer: 1e8,
    }).catch((error: { stdout: string }) => error);
    const lines = stdout.trim().split("\n");
    identical += Number(/^(\d+) of \d+ are identical$/.exec(lines.pop() ?? "")?.[1] ?? 0);
    others.push(...lines.filter((line) => !/ identical$/.test(line)));
  }
  return { identical, others };
}
