// A tool call by MCP: find_tokens of the running service against the official handler with an empty tool behind the same
// server, in short rounds one after the other.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { judge, median, say } from "./measure.ts";
import { startService } from "./service.ts";
import { createKey, type Spawned, spawnApi, spawnEmptyMcp, standStill } from "./spawn-server.ts";
import { untilAnswered } from "./until-answered.ts";
import { load, type Round } from "./wrk.ts";

const BAR = 0.5;
const ROUNDS = { whole: 9, quick: 5 } as const;
const WARM_S = 3;
const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const params = { name: "find_tokens", arguments: {}, _meta: META };
const BODY = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

const scriptOf = (authorization: string): string => `
wrk.method = "POST"
wrk.path = "/mcp"
wrk.body = [[${BODY}]]
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Accept"] = "application/json, text/event-stream"
wrk.headers["MCP-Protocol-Version"] = "${VERSION}"
wrk.headers["Mcp-Method"] = "tools/call"
wrk.headers["Mcp-Name"] = "find_tokens"
wrk.headers["Authorization"] = "${authorization}"
`;

export async function mcp({ isQuick }: { isQuick: boolean }): Promise<void> {
  const service = await startService({ BACKFILL_DAYS: "1" });
  const stops: (() => void | Promise<void>)[] = [() => service.stop()];
  try {
    const authorization = `Bearer ${await createKey(service)}`;
    const api = await spawnApi(service, 1);
    stops.unshift(() => api.stop());
    const empty = await spawnEmptyMcp();
    stops.unshift(() => empty.stop());
    await untilAnswered(api.port, "/v1/tokens", authorization);
    stops.unshift(await standStill(service));
    const script = join(service.folder, "mcp.lua");
    await writeFile(script, scriptOf(authorization));
    const asked = (seconds: number) => ({ path: "/mcp", headers: {}, script, seconds });
    const servers: readonly Spawned[] = [api, empty];
    const rounds: readonly [Round[], Round[]] = [[], []];
    for (const server of servers) await load(server, asked(WARM_S));
    for (let round = 0; round < (isQuick ? ROUNDS.quick : ROUNDS.whole); round++) {
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const done = await load(servers[at] ?? api, asked(1));
        if (done.errors > 0 || done.requests === 0) throw new Error(`${done.errors} errors of ${done.requests}`);
        rounds[at].push(done);
      }
    }
    const [ours, theirs] = rounds.map((all) => median(all.map(({ perS }) => perS)));
    say(`  tools/call find_tokens: ours ${ours?.toFixed(0)}/s, empty ${theirs?.toFixed(0)}/s`);
    judge("find_tokens, rate against an empty tool", (ours ?? 0) / (theirs ?? Number.NaN), BAR, "at least");
  } finally {
    for (const stop of stops) await stop();
  }
}
