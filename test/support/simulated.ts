// Simulated providers behind real connections, at one instant of theirs: the setting that names where they are.
import type { Provider } from "../../scripts/sandbox/provider.ts";
import { startAnswering } from "./answering.ts";

type Teardown = { teardown(fn: () => unknown): void };

/** Their origins as SANDBOX_ORIGINS has them; `nowMs` is the instant at which the market is seen. */
export async function startSimulated(
  t: Teardown,
  providers: Readonly<Record<string, Provider>>,
  nowMs: number,
): Promise<string> {
  const origins: [string, string][] = [];
  for (const [name, provider] of Object.entries(providers)) {
    const { origin } = await startAnswering(t, async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
      const answer = provider.answer({
        ...{ method: request.method ?? "GET", path: pathname, query: searchParams, headers: request.headers },
        ...{ body: Buffer.concat(parts).toString("utf8"), nowMs, wallMs: nowMs },
      });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    origins.push([name, origin]);
  }
  return JSON.stringify(Object.fromEntries(origins));
}
