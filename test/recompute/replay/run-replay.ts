// Runs `npm run replay` as a process of its own that has the store and no Redis.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { programArgs } from "../../../scripts/program.ts";
import type { Engine } from "../../../scripts/start-engine.ts";

const run = promisify(execFile);
/** Named in one call of the command. */
const AT_ONCE = 100;
const TALLY = /^(\d+) of \d+ are identical$/;
const TRIES = 3;

/** What the command says. One that ends without its tally is asked again: a machine that stood still cut it off. */
async function say(ids: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  for (let left = TRIES; ; left -= 1) {
    const { stdout } = await run(process.execPath, [...programArgs("replay"), ...ids], { env, maxBuffer: 1e8 }).catch(
      (error: { stdout: string }) => error,
    );
    const lines = stdout.trim().split("\n");
    if (left === 1 || TALLY.test(lines.at(-1) ?? "")) return lines;
  }
}

/** How many of them the command makes again byte for byte, and its lines about the others. */
export async function runReplay(
  engine: Pick<Engine, "url" | "token">,
  ids: readonly string[],
): Promise<{ readonly identical: number; readonly others: string[] }> {
  const others: string[] = [];
  let identical = 0;
  const store = { CLICKHOUSE_URL: engine.url, CLICKHOUSE_USER: "default", CLICKHOUSE_PASSWORD: engine.token };
  const env = { ...process.env, ...store, REDIS_URL: "redis://127.0.0.1:1" };
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const lines = await say(ids.slice(at, at + AT_ONCE), env);
    identical += Number(TALLY.exec(lines.pop() ?? "")?.[1] ?? 0);
    others.push(...lines.filter((line) => !/ identical$/.test(line)));
  }
  return { identical, others };
}
