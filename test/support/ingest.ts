// The whole ground of an ingest test: engine, Redis and sandbox, real all three, and the dependencies over them.
import type { Deps } from "../../jobs/deps.ts";
import { createModel, type Model } from "../../scripts/sandbox/model/model.ts";
import type { Planted } from "../../scripts/sandbox/model/plan.ts";
import { PROVIDER_IDS, type Sandbox, startSandbox } from "../../scripts/sandbox/start-sandbox.ts";
import { askedOnce } from "./asked-once.ts";
import { openTestDeps } from "./deps.ts";
import type { TestEngine } from "./engine.ts";
import { steadyRandom } from "./market/steady-random.ts";
import { startTestRedis, type TestRedis } from "./redis.ts";
import { startTestStore } from "./store.ts";

const SEED = 7;
/** The market of all tests of this process: half of what a simulated provider costs is what the market did. */
let market: Model | undefined;

type Teardown = { teardown(fn: () => unknown): void };

export type IngestGround = {
  readonly deps: Deps;
  readonly sandbox: Sandbox;
  readonly redis: TestRedis;
  readonly engine: TestEngine;
  /** Another process's worth of dependencies over the same servers. */
  another(): Deps;
  /** Rows of a plain query. */
  sql<R>(text: string): Promise<R[]>;
};

type Given = {
  readonly seed: number;
  readonly planted: readonly Planted[];
  /**
   * The first of as many ports as there are providers, where addresses of calls, and their ids, are to be the same each
   * time; any without it.
   */
  readonly portFrom?: number;
};

const portsOf = ({ portFrom }: Given): Readonly<Record<string, number>> =>
  portFrom === undefined ? {} : Object.fromEntries(PROVIDER_IDS.map((id, at) => [id, portFrom + at]));

/** Starts everything; market time is the sandbox's, which follows the real clock until told otherwise. */
export async function startIngestGround(t: Teardown, given?: Given): Promise<IngestGround> {
  market ??= given ? createModel(given.seed, given.planted) : createModel(SEED);
  const [opening, redis, sandbox] = await Promise.all([
    startTestStore(t),
    startTestRedis(t),
    startSandbox({ seed: market.seed, model: market, ports: given ? portsOf(given) : {} }),
  ]);
  t.teardown(() => sandbox.stop());
  const { engine } = opening;
  const store = askedOnce(opening.store);
  const another = (): Deps => {
    const opened = openTestDeps(redis.url, { store, clock: sandbox.clock });
    t.teardown(() => opened.close());
    const env = { ...opened.deps.env, SANDBOX_ORIGINS: JSON.stringify(sandbox.origins) };
    return { ...opened.deps, env, ...(given?.portFrom === undefined ? {} : { random: steadyRandom() }) };
  };
  return {
    deps: another(),
    sandbox,
    redis,
    engine,
    another,
    sql: (text) => store.query({ name: "test", sql: text }, {}) as Promise<never[]>,
  };
}
