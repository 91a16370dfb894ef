// One fault switch of the simulated market, end to end: pull, fail, let the hard limit pass, build.
import type { Test } from "tap";
import { pullSource } from "../../ingest/pull.ts";
import type { RunResult } from "../../ingest/run/run.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { loadFacts } from "../../jobs/fact/load-facts.ts";
import { buildState } from "../../jobs/state/build-state.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import type { Reason } from "../../schema/reason.ts";
import type { FaultKind } from "../../scripts/sandbox/fault.ts";
import type { IngestGround } from "./ingest.ts";
import { compareWithTruth } from "./market/truth.ts";

const TOKEN = "bitcoin";
const PASSED_MS = (FRESHNESS.open_interest.hardTtlS + 120) * 1_000;
/** Market time only goes on, from story to story too. */
let frozenMs = Date.parse("2026-11-20T12:00:30Z");

/** What a price says that nobody could give any more. */
export const FAULT_REASONS: Readonly<Record<FaultKind, Reason>> = {
  latency: "source_error",
  "429": "source_rate_limited",
  "418": "source_rate_limited",
  "5xx": "source_error",
  html: "source_error",
  empty: "source_error",
  truncated: "source_error",
  nan: "source_error",
  stale: "stale",
  gap: "stale",
  gone: "source_error",
  void: "source_error",
  country: "source_error",
};

/** One source a venue of three datasets; a provider that never answers costs its deadlines, so then only the minutes. */
const chosen = (kind: FaultKind) =>
  Object.keys(SOURCES).filter((id) =>
    (kind === "latency" ? /-candle-1m$/ : /^(binance|bybit|okx)-(candle-1m|order-book|open-interest)$/).test(id),
  );

const pull = (ground: IngestGround, ids: readonly string[]): Promise<RunResult[]> =>
  Promise.all(ids.map((id) => pullSource(ground.deps, id, { slot: ground.sandbox.clock.now(), tokens: [TOKEN] })));

async function build(ground: IngestGround) {
  const asOf = ground.sandbox.clock.now();
  const facts = await loadFacts(ground.deps.store, { asOf, tokens: [TOKEN], market: "sandbox" });
  return buildState(facts, TOKEN).sections;
}

async function startOver(ground: IngestGround): Promise<void> {
  ground.sandbox.clearFaults();
  frozenMs += 3_600_000;
  ground.sandbox.setTime({ frozenMs });
  await ground.deps.redis.flushall();
  const tables = await ground.sql<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = 'assay' AND total_rows > 0",
  );
  for (const { name } of tables) if (name !== "migration") await ground.deps.store.command(`TRUNCATE TABLE ${name}`);
}

/** From now on nothing that was read before is fresh enough to be told. */
function passHardLimit({ sandbox }: IngestGround): void {
  frozenMs += PASSED_MS;
  sandbox.setTime({ frozenMs });
}

/** What a switch needs to be told: a wait beyond every deadline, a hole where the new rows would be. */
const extraOf = (kind: FaultKind) => {
  if (kind === "latency") return { latency_ms: 60_000 };
  return kind === "gap" ? { from_ms: frozenMs - 60_000, to_ms: frozenMs + 10 * 3_600_000 } : {};
};

/** Runs the whole story of one switch; the ground is emptied first. */
export async function provokeFault(t: Test, ground: IngestGround, kind: FaultKind): Promise<void> {
  await startOver(ground);
  const first = await pull(ground, chosen(kind));
  t.ok(
    first.every(({ rows }) => rows > 0),
    "every venue is read before",
  );

  const fault = { kind, ...extraOf(kind) };
  ground.sandbox.setFault({ provider: "binance", ...fault });
  passHardLimit(ground);
  const partial = await pull(ground, chosen(kind));
  t.ok(
    partial.some(({ rows }) => rows > 0),
    "the other venues go on",
  );
  const { market: without } = await build(ground);
  t.type(without.price_usd, "number", "still measured by the others");
  const venues = Array.isArray(without.price_sources) ? without.price_sources.map(({ venue }) => venue) : [];
  t.notOk(venues.includes("binance"), "the failing venue is no source of it");
  t.ok(venues.length >= 1);

  ground.sandbox.setFault({ provider: "*", ...fault });
  passHardLimit(ground);
  await pull(ground, chosen(kind));
  const { market, liquidity, derivatives } = await build(ground);
  const members = [
    { section: market, value: market.price_usd, path: "/price_usd" },
    // A hole takes rows out of lists; a slow provider was asked for the minutes only.
    ...(kind === "latency" || kind === "gap"
      ? []
      : [
          { section: liquidity, value: liquidity.spread_bps, path: "/spread_bps" },
          { section: derivatives, value: derivatives.open_interest_usd, path: "/open_interest_usd" },
        ]),
  ];
  for (const { section, value, path } of members) {
    t.equal(value, "unassessed", path);
    const reason = section.unassessed.find((missing) => missing.path === path)?.reason ?? "none";
    // A venue's listing is loaded once for all its sources: those that did not ask for it themselves see only age.
    t.ok(reason === FAULT_REASONS[kind] || (path !== "/price_usd" && reason === "stale"), `${path}: ${reason}`);
  }
  t.same(await compareWithTruth(ground), [], "every stored candle is what the market did");
}
