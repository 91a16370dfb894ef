// The market of the pictures: one seed at frozen instants, read, judged, proven and scored by the real jobs, so that each
// run of it serves the same bytes.
import { pullSource } from "../../../ingest/pull.ts";
import { SOURCES } from "../../../ingest/sources.ts";
import { runAgent } from "../../../jobs/agent/run-agent.ts";
import { investigate } from "../../../jobs/brief/investigate.ts";
import type { Deps } from "../../../jobs/deps.ts";
import { handleCheckpointSign } from "../../../jobs/handler/checkpoint-sign.ts";
import { publishRecord } from "../../../jobs/record/publish-record.ts";
import { scoreOutcomes } from "../../../jobs/record/score.ts";
import { buildHistory } from "../../../jobs/snapshot/build-history.ts";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { buildStatus } from "../../../jobs/snapshot/build-status.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { AgentRun } from "../../../schema/object/agent.ts";
import { encodeSigner, signerOf } from "../../../schema/proof/note.ts";
import { replay } from "../../support/market/replay.ts";
import { openWorld } from "../agents/world.ts";

const SEED = 7;
/** Below those that systems hand out by themselves. */
const PORT_FROM = 31_400;
/** The instant of the pictures. */
export const AT = Date.UTC(2026, 10, 16, 12, 0);
const READ_BEFORE_MS = HOUR_MS;
/** The past whose calls the record scores. */
const RECORD = { tokens: ["bitcoin", "solana", "uniswap", "dogecoin"], beforeMs: 16 * DAY_MS, hours: 7 * 24 } as const;
const LAST_STEP_MS = 10 * MINUTE_MS;
const LOST_MS = 5 * MINUTE_MS;
const WAIT_MS = MINUTE_MS;
const quiet = new AbortController().signal;

type Teardown = { teardown(fn: () => unknown): void };

type Pictured = {
  readonly deps: Deps;
  readonly redisUrl: string;
  /** The last instant, at which pages are looked at. */
  readonly now: number;
  /** Lets a provider answer nothing for some minutes; the instant by then. */
  lose(provider: string): Promise<number>;
  run(agent: string, input: Record<string, unknown>): Promise<AgentRun | null>;
};

/** Everything that a service reads, in the order of its list, so that all of it is in time; how many gave nothing. */
async function readAll(deps: Deps, tokens: readonly string[], slot: number): Promise<number> {
  let failed = 0;
  for (const { id } of Object.values(SOURCES)) {
    await pullSource(deps, id, { slot, tokens }).catch((error: unknown) => {
      failed += 1;
      deps.log.warn({ source: id, err: error }, "not read");
    });
  }
  return failed;
}

export async function openPictured(t: Teardown, say: (line: string) => void): Promise<Pictured> {
  const world = await openWorld(t, SEED, [], PORT_FROM);
  const { sandbox, ground } = world;
  const signer = signerOf("assay.sandbox/log", Buffer.alloc(32, 7));
  const deps: Deps = { ...world.deps, env: { ...world.deps.env, LOG_SIGNING_KEYS: encodeSigner(signer) } };
  const days = { startMs: AT - RECORD.beforeMs, hours: RECORD.hours, mintHours: 6, scoreHours: 24, venues: 3 };
  const { settled } = await replay({
    ...{ store: deps.store, redisUrl: ground.redis.url, tokens: RECORD.tokens, seed: SEED, ...days },
    say: () => undefined,
  });
  say(`${settled} outcomes of ${RECORD.tokens.length} tokens`);
  // A replay keeps its minutes in short: what follows begins anew, after the last number.
  await deps.store.command("TRUNCATE TABLE signal_minute");
  await world.begin(AT - READ_BEFORE_MS);
  await world.scan("btc", AT - READ_BEFORE_MS);
  say(`read ${world.tokens.length} tokens`);
  await world.goTo(AT - READ_BEFORE_MS, AT - LAST_STEP_MS);
  // The last verdict is judged by what all of it says, as the pages show it.
  sandbox.setTime({ frozenMs: AT + 6_000 });
  await readAll(deps, world.tokens, AT);
  await world.goTo(AT - LAST_STEP_MS, AT);
  sandbox.setTime({ frozenMs: AT + 50_000 });
  say(`read all, ${await readAll(deps, world.tokens, AT)} of it in vain`);
  const now = AT + 55_000;
  sandbox.setTime({ frozenMs: now });
  await investigate(
    deps,
    { run: "run_PICTURED", token: "bitcoin", hours: 4, until: now + WAIT_MS, isFree: true },
    quiet,
  );
  await handleCheckpointSign(deps, { slot: AT }, quiet);
  await scoreOutcomes(deps, quiet);
  await publishRecord(deps, quiet);
  await buildLive(deps, now, quiet);
  await buildHistory(deps, now, {}, quiet);
  await buildStatus(deps, now);
  say("judged, proven and scored");
  return {
    ...{ deps, redisUrl: ground.redis.url, now },
    async lose(provider) {
      const slot = AT + LOST_MS;
      const later = slot + 55_000;
      sandbox.setFault({ provider, kind: "5xx" });
      sandbox.setTime({ frozenMs: slot + 50_000 });
      await readAll(deps, world.tokens, slot);
      sandbox.setTime({ frozenMs: later });
      await buildLive(deps, later, quiet);
      await buildStatus(deps, later);
      return later;
    },
    run: (agent, input) => runAgent(deps, { id: "run_PICTURED_AGENT", agent, input, until: now + WAIT_MS }, quiet),
  };
}
