// Weeks of the simulated market in short: evaluations are minted, briefs written, questions answered and agents run on its
// states, and signals fire; another process then makes all of them again.
import { runAgent } from "../../../jobs/agent/run-agent.ts";
import { answerAsked } from "../../../jobs/ask/ask.ts";
import { investigate } from "../../../jobs/brief/investigate.ts";
import type { Deps } from "../../../jobs/deps.ts";
import type { AgentId } from "../../../schema/agent/index.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { isFault } from "../../../schema/fault.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import { ISSUED } from "../../../schema/issued/index.ts";
import { issuedNewest } from "../../../schema/query/issued/issued-basis.ts";
import { signalNewest } from "../../../schema/query/signal/signal-version.ts";
import type { IngestGround } from "../../support/ingest.ts";
import { replay } from "../../support/market/replay.ts";
import { drawFrom } from "../causes/world.ts";
import { runReplay } from "./run-replay.ts";

/** Where weeks begin: far before the hours that are lived minute by minute. */
const START = Date.UTC(2026, 8, 1);
const TOKENS = ["bitcoin", "uniswap", "solana", "dogecoin"];
/** Of these signals alone are made: they fire seldom, and cost little beside verdicts and texts. */
const MORE = [
  ...TOKENS,
  "ethereum",
  "cardano",
  "chainlink",
  "aave",
  "pepe",
  "floki",
  "dash",
  "litecoin",
  "ripple",
  "arbitrum",
  "optimism",
  "polkadot",
  "avalanche-2",
  "near",
  "sui",
  "aptos",
];
const PATIENCE_MS = 60_000;
const SHOWN_MAX = 20;
const ASKED = [
  ["question", "What is the price, how did it move today, and what is the funding rate?"],
  ["question", "Why did it move, and how did it do against BTC over 24 hours?"],
  ["claim", "It is up more than 1 % today and its volume doubled"],
  ["claim", "It fell more than 3 % this week"],
  ["question", "How volatile is it, and what would it cost to sell 50,000 dollars of it?"],
] as const;
const AGENTS: readonly (readonly [AgentId, (token: string) => object])[] = [
  ["leverage-radar", (token) => ({ tokens: [token] })],
  ["whale-watch", (token) => ({ tokens: [token] })],
  ["due-diligence-analyst", (token) => ({ token })],
  [
    "portfolio-checkup",
    (token) => ({
      holdings: [
        { token, amount: 2 },
        { token: "bitcoin", amount: 1 },
      ],
    }),
  ],
];
/** What is wanted at least, by kind. */
const WANTED = { evaluation: 1_000, brief: 200, answer: 100, run: 100, signal: 500 } as const;
const quiet = new AbortController().signal;

type Options = {
  readonly seed: number;
  readonly weeks: number;
  /** Signals of more tokens, and nothing else. */
  readonly isSignals: boolean;
  readonly say: (line: string) => unknown;
};
/** More hours than there are: never. */
const NEVER = 1_000_000;

/** One brief, one answer and one run of the states that were just published; what cannot be written is counted. */
function openMaker(seed: number, failed: Map<string, number>) {
  const draw = drawFrom(seed + 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      const why = isFault(error) ? error.code : error instanceof Error ? error.message : String(error);
      failed.set(`${what}: ${why}`, (failed.get(`${what}: ${why}`) ?? 0) + 1);
    }
  };
  return async (deps: Deps, now: number) => {
    const until = now + PATIENCE_MS;
    const [token, [mode, text], [agent, input]] = [pick(TOKENS), pick(ASKED), pick(AGENTS)];
    const id = () => systemRandom.id(now);
    await attempt("brief", () =>
      investigate(deps, { run: `run_${id()}`, token, hours: pick([1, 4, 24]), until }, quiet),
    );
    await attempt("answer", () => answerAsked(deps, { id: `ans_${id()}`, token, mode, text, until }, quiet));
    await attempt("run", () => runAgent(deps, { id: `run_${id()}`, agent, input: { ...input(token) }, until }, quiet));
  };
}

/** @returns whether there were enough of each kind, and every one was made again byte for byte. */
export async function replayWeeks(ground: IngestGround, { seed, weeks, isSignals, say }: Options): Promise<boolean> {
  const tokens = isSignals ? MORE : TOKENS;
  const { store } = ground.deps;
  const failed = new Map<string, number>();
  const hours = Math.round(weeks * 168);
  const done = await replay({
    ...{ store, redisUrl: ground.redis.url, tokens, seed, startMs: START, hours, isKept: true },
    // What fires is judged from the market itself: its candles are what calls are scored by.
    venues: isSignals ? 1 : 3,
    ...(isSignals
      ? { mintHours: NEVER, scoreHours: NEVER }
      : { mintHours: 1, scoreHours: 12, beside: openMaker(seed, failed) }),
    say: (line) => say(`  ${line}`),
  });
  say(`${weeks} weeks of ${tokens.join(", ")}, seed ${seed}: ${JSON.stringify(done)}`);
  for (const [why, count] of failed) say(`  not written ${count} times: ${why}`);
  const before = START + hours * HOUR_MS + 30 * DAY_MS;
  const limit = 100_000;
  const kinds = Object.keys(ISSUED);
  const byKind = await Promise.all(
    (isSignals ? [] : kinds).map(async (kind) => {
      const rows = await store.query(issuedNewest, { before, limit, kinds: [kind] });
      return [kind, rows.map(({ id }) => id)] as const;
    }),
  );
  const signals = await store.query(signalNewest, { before, limit });
  let holds = true;
  for (const [kind, ids] of [...byKind, ["signal", signals.map(({ id }) => `signal_${id}`)] as const]) {
    const { identical, others } = await runReplay(ground.engine, ids);
    for (const line of others.slice(0, SHOWN_MAX)) say(line);
    say(`${kind}: ${identical} of ${ids.length} made again byte for byte`);
    // Four tokens fire too few signals in two weeks: those are asked for of more tokens, by the second run of the soak.
    const wanted = kind === "signal" && !isSignals ? 1 : WANTED[kind as keyof typeof WANTED];
    holds &&= identical === ids.length && ids.length >= (wanted * weeks) / 2;
  }
  return holds;
}
