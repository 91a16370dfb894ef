// Simulated providers behind real connections, at one instant of theirs: the setting that names where they are.
import { setTimeout } from "node:timers/promises";
import type { Provider } from "../../scripts/sandbox/provider.ts";
import { startAnswering } from "./answering.ts";

type Teardown = { teardown(fn: () => unknown): void };

/** Long enough for all of a round to have come before the first of them is answered. */
const LATENCY_MS = 5;

type Simulated = {
  /** As SANDBOX_ORIGINS has them. */
  readonly origins: string;
  /** Rounds since it was asked last: a round is what is asked before an answer comes back, whoever is asked. */
  rounds(): number;
};

/** `nowMs` is the instant at which the market is seen. */
export async function startSimulated(
  t: Teardown,
  providers: Readonly<Record<string, Provider>>,
  nowMs: number,
): Promise<Simulated> {
  const origins: [string, string][] = [];
  let [open, rounds] = [0, 0];
  for (const [name, provider] of Object.entries(providers)) {
    const { origin } = await startAnswering(t, async (request, response) => {
      if (open === 0) rounds += 1;
      open += 1;
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
      const answer = provider.answer({
        ...{ method: request.method ?? "GET", path: pathname, query: searchParams, headers: request.headers },
        ...{ body: Buffer.concat(parts).toString("utf8"), nowMs, wallMs: nowMs },
      });
      await setTimeout(LATENCY_MS);
      open -= 1;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    origins.push([name, origin]);
  }
  return {
    origins: JSON.stringify(Object.fromEntries(origins)),
    rounds() {
      const since = rounds;
      rounds = 0;
      return since;
    },
  };
}
