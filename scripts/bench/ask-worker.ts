// A worker of the benchmark `ask`: starts as one does, rehearses and answers, and tells its parent what each took.
import { createHash } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { answerAsked } from "../../jobs/ask/ask.ts";
import { investigate } from "../../jobs/brief/investigate.ts";
import type { Deps } from "../../jobs/deps.ts";
import { codeVersion } from "../../jobs/proof/code-version.ts";
import { rehearse } from "../../jobs/rehearse.ts";
import { openStore } from "../../schema/io/clickhouse.ts";
import { openLog } from "../../schema/io/log.ts";
import { openProducer } from "../../schema/io/queue.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";
import { readRunS } from "./measure.ts";

/** What was done, and what it took of this process's processor; `calls` are those of providers. */
export type Took = {
  readonly what: "ask" | "explain" | "rehearsal" | "reference";
  readonly ms: number;
  readonly calls: number;
};
export type Kind = "ask" | "explain";

const TEXTS = [
  { mode: "question", text: "Is it safe to hold, who owns most of it and when is the next unlock?" },
  { mode: "claim", text: "Open interest rose more than 2 % over four hours while BTC lagged it" },
  { mode: "question", text: "Why did it move, how does it compare with ETH, and what would selling $250k cost?" },
  { mode: "question", text: "price, volume, open interest, funding, holders and your record?" },
  { mode: "question", text: "can i get 50k out without moving it" },
  { mode: "claim", text: "It is up more than 1.5 % today and it beat ETH this week" },
  { mode: "claim", text: "shrt liqudations wer twise those of lngs this wek, or its volume dubled since monday" },
] as const;
const TOKENS = ["bitcoin", "aave", "solana", "ethereum"];
const HOURS = [24, 2];
const LIMIT_MS = 60_000;
/** A tenth of the reference work, which is a chain of as many digests and takes 1.6 s of a quiet core of ours. */
const DIGESTS = 150_000;

const [asOf, first] = [Number(process.argv[2]), process.argv[3] as Kind];
const env = parseEnv();
const redis = openRedis(env.REDIS_URL ?? "", "patient", "bench");
const store = openStore({
  ...{ url: env.CLICKHOUSE_URL ?? "", user: env.CLICKHOUSE_USER, password: env.CLICKHOUSE_PASSWORD },
  ...{ database: env.CLICKHOUSE_DATABASE, process: "bench" },
});
const deps: Deps = {
  ...{ env, store, redis, producer: openProducer(redis), log: openLog("bench", "error") },
  clock: { now: () => asOf },
};

let calls = 0;
// Each call by itself is at most a round of calls; those of the stores are none.
subscribe("undici:request:create", (message) => {
  const { origin } = (message as { request: { origin: string } }).request;
  if (origin !== new URL(env.CLICKHOUSE_URL ?? "").origin) calls += 1;
});

async function measure(what: Took["what"], run: () => unknown): Promise<void> {
  const [before, asked] = [await readRunS(process.pid), calls];
  if ((await run()) === null) throw new Error(`nothing came of ${what}`);
  const took: Took = { what, ms: ((await readRunS(process.pid)) - before) * 1_000, calls: calls - asked };
  process.send?.(took);
}

function reference(): void {
  let digest: Buffer = Buffer.alloc(32);
  for (let round = 0; round < DIGESTS; round += 1) digest = createHash("sha256").update(digest).digest();
}

const idOf = (prefix: string) => `${prefix}_${systemRandom.id(asOf)}`;
const until = asOf + LIMIT_MS;
const asks = TOKENS.flatMap((token) =>
  TEXTS.map(
    (input) => () => answerAsked(deps, { id: idOf("ans"), token, ...input, until }, AbortSignal.timeout(LIMIT_MS)),
  ),
);
const explains = TOKENS.flatMap((token) =>
  HOURS.map(
    (hours) => () => investigate(deps, { run: idOf("run"), token, hours, until }, AbortSignal.timeout(LIMIT_MS)),
  ),
);

await redis.ping();
// What was built knows which code it is.
codeVersion();
await measure("reference", reference);
// As a worker does after its start: who asks first waits no longer than others.
await measure("rehearsal", () => rehearse(deps));
const all = { ask: asks, explain: explains };
for (const kind of first === "ask" ? (["ask", "explain"] as const) : (["explain", "ask"] as const))
  for (const run of all[kind]) await measure(kind, run);
await measure("reference", reference);
process.disconnect?.();
process.exit();
