// Answering: what a question and a claim cost once the states are published, read, answered and issued, and what is asked of providers for it.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { answerAsked } from "../../jobs/ask/ask.ts";
import { openProducer } from "../../schema/io/queue.ts";
import { systemRandom } from "../../schema/io/random.ts";
import type { Ground } from "./ground.ts";
import { judge, median, noteFigure, readRunS, say } from "./measure.ts";

const TEXTS = [
  { mode: "question", text: "Why did it move, how does it compare with ETH, and what would selling $250k cost?" },
  { mode: "question", text: "price, volume, open interest, funding, holders and your record?" },
  { mode: "question", text: "can i get 50k out without moving it" },
  { mode: "claim", text: "It is up more than 1.5 % today and it beat ETH this week" },
] as const;
const TOKENS = ["bitcoin", "ethereum", "solana", "cardano", "chainlink", "aave"];
const CPU_MS_MAX = 150;
const ROUNDS_MAX = 8;
const LIMIT_MS = 60_000;

/** Over states that were published for about `asOf`. No model words anything: the words are those of the rules. */
export async function ask(ground: Ground, asOf: number): Promise<void> {
  const producer = openProducer(ground.deps.redis);
  const deps = { ...ground.deps, producer, clock: { now: () => asOf } };
  const { origin } = new URL(ground.engine.url);
  let calls = 0;
  // Each call by itself is at most a round of calls.
  const count = (message: unknown) => {
    if ((message as { request: { origin: string } }).request.origin !== origin) calls += 1;
  };
  const costs: number[] = [];
  let callsMost = 0;
  subscribe("undici:request:create", count);
  try {
    for (const token of TOKENS)
      for (const input of TEXTS) {
        const id = `ans_${systemRandom.id(asOf)}`;
        const [before, asked] = [await readRunS(process.pid), calls];
        await answerAsked(deps, { id, token, ...input, until: asOf + LIMIT_MS }, AbortSignal.timeout(LIMIT_MS));
        costs.push(((await readRunS(process.pid)) - before) * 1_000);
        callsMost = Math.max(callsMost, calls - asked);
      }
  } finally {
    unsubscribe("undici:request:create", count);
    await producer.close();
  }
  noteFigure("ask, CPU ms of the worker", median(costs));
  say(
    `  ask: ${costs.length} answers, ${median(costs).toFixed(0)} ms of CPU of the worker, ${costs[0]?.toFixed(0)} ms the first`,
  );
  judge("ask, calls of providers for an answer, the most", callsMost, ROUNDS_MAX + 1, "below");
  judge("ask, CPU of the worker for an answer, the most", Math.max(...costs), CPU_MS_MAX, "below", "ms");
}
