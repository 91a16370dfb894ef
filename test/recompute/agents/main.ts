// `npm run soak agents`: for each agent and each of its verdicts a planted scenario of the simulated market, pulled, built and
// judged by the real jobs; prints what came, makes every run again from the store, and fails where a verdict was not met.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runAgent } from "../../../jobs/agent/run-agent.ts";
import { readState, readStates } from "../../../jobs/state/read-state.ts";
import { AGENT_IDS, AGENTS, type AgentId } from "../../../schema/agent/index.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { systemRandom } from "../../../schema/io/random.ts";
import type { AgentRun } from "../../../schema/object/agent.ts";
import { programArgs } from "../../../scripts/program.ts";
import { setAddress } from "../../../scripts/sandbox/risk/address.ts";
import { setProfile } from "../../../scripts/sandbox/risk/profile.ts";
import { replay } from "../../support/market/replay.ts";
import { checkRun } from "../../support/statement/check-run.ts";
import {
  BEGIN_BEFORE_MS,
  contracts,
  DEPTH_SHARE,
  PHASES,
  type PhaseId,
  plantedAt,
  RECORD,
  type Scenario,
  scenariosOf,
  WATCHED,
  walletsOf,
} from "./scenario.ts";
import { differing } from "./second.ts";
import { openWorld } from "./world.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const seed = Number(process.env.AGENTS_SEED ?? 7);
const AT = Date.UTC(2026, 10, 16, 12, 0);
const RUN_MS = 20_000;
/** So long before the first instant blocks are scanned: the prices of what moved in them are read by then. */
const SCANNED_MS = 10 * MINUTE_MS;
const SHOWN_MAX = 900;
const quiet = new AbortController().signal;

type Came = {
  readonly scenario: Scenario;
  readonly came: string;
  readonly why: string;
  readonly faults: readonly string[];
};

const teardowns: (() => unknown)[] = [];
const planted = plantedAt(AT, seed);
const world = await openWorld({ teardown: (fn) => teardowns.push(fn) }, seed, planted);
const { deps, sandbox } = world;
const issued: string[] = [];

/** An order that is a share of the depth, in dollars. */
async function sized(input: object): Promise<Record<string, unknown>> {
  const { token, size_usd: size } = input as { readonly token?: string; readonly size_usd?: number };
  if (token === undefined || size !== DEPTH_SHARE) return { ...input };
  const { depth_2pct_usd: depth } = (await readState(deps, token, "judge")).sections.liquidity;
  return { ...input, size_usd: Math.round(size * Number(depth)) };
}

/** Of an order that is to be smaller: the size that is told goes through, and one per cent more does not. */
async function askAgain(asked: Record<string, unknown>, { verdict, details }: AgentRun["data"]): Promise<string[]> {
  if (verdict !== "REDUCE") return [];
  const safe = Number(details.max_safe_size_usd);
  const verdictOf = async (size_usd: number) => {
    const id = `run_${systemRandom.id(deps.clock.now())}`;
    const until = deps.clock.now() + RUN_MS;
    const run = await runAgent(deps, { id, agent: "trade-gatekeeper", input: { ...asked, size_usd }, until }, quiet);
    return run?.data.verdict;
  };
  const [same, more] = [await verdictOf(safe), await verdictOf(safe * 1.01)];
  say(`  the size told, ${safe}: ${same}; one per cent more: ${more}`);
  return same === "ALLOW" && more !== "ALLOW" ? [] : [`${safe} is ${same}, one per cent more ${more}`];
}

type Named = { readonly token: string };

/** What was not measured of the tokens that were asked about. */
async function gapsBehind(input: object): Promise<string[]> {
  const {
    token,
    tokens = [],
    holdings = [],
  } = input as Partial<Named> & {
    readonly tokens?: readonly string[];
    readonly holdings?: readonly Named[];
  };
  const asked = [...(token === undefined ? [] : [token]), ...tokens, ...holdings.map((one) => one.token)];
  return [...(await readStates(deps, asked))].flatMap(([name, { sections }]) =>
    Object.entries(sections).flatMap(([id, { unassessed, partial = [] }]) => {
      const said = [...unassessed, ...partial].map(({ path, reason, detail = "" }) => `${path} ${reason} ${detail}`);
      return said.length === 0 ? [] : [`${name} ${id}: ${said.join("; ")}`.slice(0, SHOWN_MAX)];
    }),
  );
}

async function call(scenario: Scenario): Promise<Came> {
  const { agent, input } = scenario;
  const id = `run_${systemRandom.id(deps.clock.now())}`;
  try {
    const asked = await sized(input);
    const run: AgentRun | null = await runAgent(
      deps,
      { id, agent, input: asked, until: deps.clock.now() + RUN_MS },
      quiet,
    );
    if (run === null) return { scenario, came: "nobody waits", why: "", faults: [] };
    issued.push(id);
    const { data } = run;
    const told = data.reasons.filter(({ code }) => code !== "within_limits").slice(0, 3);
    const why = told
      .map(({ code, metric, subject }) => [code, code === "not_measured" ? metric : subject].filter(Boolean).join(" "))
      .join(", ");
    const isMet = data.verdict === scenario.verdict;
    const lacks = data.unassessed.map(({ path, reason, detail = "" }) => `${path} ${reason} ${detail}`);
    const gaps = isMet ? [] : await gapsBehind(input);
    const shown = JSON.stringify(data.details).slice(0, SHOWN_MAX);
    return {
      scenario,
      came: data.verdict,
      why,
      faults: [
        ...checkRun(AGENTS[agent], data),
        ...(await differing(deps, data, deps.clock.now())),
        ...(await askAgain(asked, data)),
        ...(isMet ? [] : [...lacks, shown, ...gaps]),
      ],
    };
  } catch (error) {
    return { scenario, came: "fault", why: error instanceof Error ? error.message : String(error), faults: [] };
  }
}

function tell({ scenario, came, why, faults }: Came): void {
  const holds = came === scenario.verdict && faults.length === 0;
  const told = [scenario.agent.padEnd(22), scenario.verdict.padEnd(13), scenario.planted, `-> ${came}`, why];
  say(`${holds ? "ok  " : "MISS"} ${told.join(" | ")}${faults.map((fault) => `\n       ${fault}`).join("")}`);
}

/** By the command, which has the store and no Redis. */
async function makeAgain(): Promise<{ readonly alike: number; readonly others: string[] }> {
  const { url, token } = world.ground.engine;
  const store = { CLICKHOUSE_URL: url, CLICKHOUSE_USER: "default", CLICKHOUSE_PASSWORD: token };
  const { stdout } = await promisify(execFile)(process.execPath, [...programArgs("replay"), ...issued], {
    env: { ...process.env, ...store, REDIS_URL: "redis://127.0.0.1:1" },
    maxBuffer: 1e8,
  }).catch((error: { readonly stdout: string }) => error);
  const lines = stdout.trim().split("\n");
  const alike = Number(/^(\d+) of \d+ are identical$/.exec(lines.pop() ?? "")?.[1] ?? 0);
  return { alike, others: lines.filter((line) => !/ identical$/.test(line)) };
}

const started = performance.now();
const since = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`;

async function main(): Promise<boolean> {
  for (const [address, profile] of contracts()) setProfile(sandbox.model, address, profile);
  const wallets = walletsOf(sandbox.model, AT);
  setAddress(sandbox.model, wallets.flagged, { flags: ["phishing_activities"] });
  const scenarios = scenariosOf(wallets);
  const days = { startMs: AT - RECORD.beforeMs, hours: RECORD.hours, mintHours: 8, scoreHours: 8, venues: 3 };
  const { signals, settled } = await replay({
    ...{ store: deps.store, redisUrl: world.ground.redis.url, tokens: RECORD.tokens, seed, planted, ...days },
    say: () => undefined,
  });
  // A replay keeps its minutes in short, and candles without what venues trade: what follows begins anew, after the last number.
  for (const table of ["signal_minute", "candle"]) await deps.store.command(`TRUNCATE TABLE ${table}`);
  say(`a record of ${signals} signals, ${settled} settled: ${since()}`);
  await world.begin(AT - BEGIN_BEFORE_MS);
  say(
    `read ${world.tokens.length} tokens from ${new Date(AT - BEGIN_BEFORE_MS).toISOString()} on, seed ${seed}: ${since()}`,
  );
  const came: Came[] = [];
  let now = AT - BEGIN_BEFORE_MS;
  for (const [phase, minutes] of Object.entries(PHASES) as [PhaseId, number][]) {
    const at = AT + minutes * MINUTE_MS;
    const callAll = async () => {
      for (const scenario of scenarios.filter((one) => one.phase === phase)) came.push(await call(scenario));
    };
    if (phase === "away") await world.away(at, callAll);
    else {
      if (phase === "up") {
        await world.goTo(now, at - WATCHED.beforeMs);
        await world.watch(WATCHED.token, at - WATCHED.beforeMs, at - SCANNED_MS);
        await world.scan("btc", at - SCANNED_MS);
        await world.watch(WATCHED.token, at - SCANNED_MS, at);
      } else await world.goTo(now, at);
      await callAll();
      now = at;
    }
    for (const row of came.filter(
      ({ scenario, came: verdict }) => scenario.phase === phase && verdict !== scenario.verdict,
    ))
      tell(row);
    say(`${phase}: ${since()}`);
  }
  const order = (id: AgentId) => AGENT_IDS.indexOf(id);
  const rows = came.toSorted((a, b) => order(a.scenario.agent) - order(b.scenario.agent));
  for (const row of rows) tell(row);
  const unmet = AGENT_IDS.flatMap((id) =>
    AGENTS[id].verdicts
      .filter(({ value }) => !rows.some((one) => one.scenario.agent === id && one.came === value))
      .map(({ value }) => `${id} ${value}`),
  );
  const { alike, others } = await makeAgain();
  say(`made again by another process from the store: ${alike} of ${issued.length} runs byte for byte`);
  for (const line of others) say(`  ${line}`);
  const met = rows.filter(({ scenario, came: verdict }) => verdict === scenario.verdict).length;
  say(
    `${met} of ${rows.length} scenarios came as planted; verdicts nobody reached: ${unmet.join(", ") || "none"}; ${since()}`,
  );
  return (
    met === rows.length &&
    unmet.length === 0 &&
    alike === issued.length &&
    rows.every(({ faults }) => faults.length === 0)
  );
}

let holds = false;
try {
  holds = await main();
} finally {
  for (const teardown of teardowns.reverse()) await teardown();
}
process.exit(holds ? 0 : 1);
