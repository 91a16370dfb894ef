// Answering and explaining: what each costs once the states are published, from the job to the issued object, and what is asked of providers for it.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { answerAsked } from "../../jobs/ask/ask.ts";
import { investigate } from "../../jobs/brief/investigate.ts";
import { rehearse } from "../../jobs/rehearse.ts";
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
const TOKENS = ["bitcoin", "ethereum", "solana", "aave"];
const HOURS = [2, 24];
/** The same is asked so often, and the middle counts: this process holds what the other benchmarks left, and sweeps it. */
const ROUNDS = 3;
const CPU_MS_MAX = 150;
const ROUNDS_MAX = 8;
const LIMIT_MS = 60_000;

type Work = { readonly kind: "ask" | "explain"; run(): Promise<unknown> };

/** Over states that were published for about `asOf`. No model words anything: the words are those of the rules. */
export async function ask(ground: Ground, asOf: number): Promise<void> {
  const producer = openProducer(ground.deps.redis);
  const deps = { ...ground.deps, producer, clock: { now: () => asOf } };
  const { origin } = new URL(ground.engine.url);
  const until = asOf + LIMIT_MS;
  const idOf = (prefix: string) => `${prefix}_${systemRandom.id(asOf)}`;
  const work = TOKENS.flatMap((token): Work[] => [
    ...TEXTS.map(
      (input): Work => ({
        kind: "ask",
        run: () => answerAsked(deps, { id: idOf("ans"), token, ...input, until }, AbortSignal.timeout(LIMIT_MS)),
      }),
    ),
    ...HOURS.map(
      (hours): Work => ({
        kind: "explain",
        run: () => investigate(deps, { run: idOf("run"), token, hours, until }, AbortSignal.timeout(LIMIT_MS)),
      }),
    ),
  ]);
  let calls = 0;
  // Each call by itself is at most a round of calls.
  const count = (message: unknown) => {
    if ((message as { request: { origin: string } }).request.origin !== origin) calls += 1;
  };
  const costs: { readonly kind: Work["kind"]; readonly ms: readonly number[] }[] = [];
  let callsMost = 0;
  subscribe("undici:request:create", count);
  try {
    // As a worker does after its start: who asks first waits no longer than others.
    const idle = await readRunS(process.pid);
    await rehearse(deps);
    say(`  rehearsal of a worker's start: ${(((await readRunS(process.pid)) - idle) * 1_000).toFixed(0)} ms of CPU`);
    for (const { kind, run } of work) {
      const ms: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const [before, asked] = [await readRunS(process.pid), calls];
        if ((await run()) === null) throw new Error(`nothing came of ${kind}`);
        ms.push(((await readRunS(process.pid)) - before) * 1_000);
        callsMost = Math.max(callsMost, calls - asked);
      }
      costs.push({ kind, ms });
    }
  } finally {
    unsubscribe("undici:request:create", count);
    await producer.close();
  }
  judge("calls of providers for an answer or a brief, the most", callsMost, ROUNDS_MAX + 1, "below");
  for (const kind of ["ask", "explain"] as const) {
    const own = costs.flatMap((one) => (one.kind === kind ? [one.ms] : []));
    const [usual, most, first] = [median(own.map(median)), Math.max(...own.map(median)), own[0]?.[0] ?? 0];
    noteFigure(`${kind}, CPU ms of the worker`, usual);
    const worst = Math.max(...own.flat());
    say(
      `  ${kind}: ${own.length} inputs, CPU of the worker ${usual.toFixed(0)} ms, the first in a process ${first.toFixed(0)} ms, the worst of all ${worst.toFixed(0)} ms`,
    );
    judge(`${kind}, CPU of the worker for the dearest input`, most, CPU_MS_MAX, "below", "ms");
    judge(`${kind}, CPU of the worker for the first of a process`, first, CPU_MS_MAX, "below", "ms");
  }
}
