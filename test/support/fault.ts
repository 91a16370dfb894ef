// One fault switch of the simulated market, end to end: pull, fail, let the hard limit pass, build.
import type { Test } from "tap";
import { pullSource } from "../../ingest/pull.ts";
import type { RunResult } from "../../ingest/run.ts";
import { SOURCES } from "../../ingest/source/index.ts";
import { loadFacts } from "../../jobs/fact/load-facts.ts";
import { buildState } from "../../jobs/state/build-state.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import type { Reason } from "../../schema/reason.ts";
import type { FaultKind } from "../../scripts/sandbox/fault.ts";
import type { IngestGround } from "./ingest.ts";
import { compareWithTruth } from "./truth.ts";

const TOKEN = "bitcoin";
const PASSED_MS = (FRESHNESS.candle.hardTtlS + 120) * 1_000;
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
  nan: "stale",
  stale: "stale",
  gap: "stale",
  gone: "source_error",
};

const EXCHANGES = new Set(["binance", "bybit", "okx"]);
const sources = Object.values(SOURCES).filter((source) => EXCHANGES.has(source.provider));
/** A provider that never answers costs its whole deadline: only the minutes are asked for then. */
const chosen = (kind: FaultKind) =>
  sources.filter(({ id }) => kind !== "latency" || id.endsWith("-candle-1m")).map(({ id }) => id);

const pull = (ground: IngestGround, ids: readonly string[]): Promise<RunResult[]> =>
  Promise.all(ids.map((id) => pullSource(ground.deps, id, { slot: ground.sandbox.clock.now(), tokens: [TOKEN] })));

async function readMarket(ground: IngestGround) {
  const asOf = ground.sandbox.clock.now();
  const facts = await loadFacts(ground.deps.store, { asOf, tokens: [TOKEN], market: "sandbox" });
  return buildState(facts, TOKEN).sections.market;
}

async function startOver(ground: IngestGround): Promise<void> {
  ground.sandbox.clearFaults();
  frozenMs += 3_600_000;
  ground.sandbox.setTime({ frozenMs });
  await ground.deps.redis.flushall();
  const tables = await ground.sql<{ name: string }>("SELECT name FROM system.tables WHERE database = 'assay'");
  for (const { name } of tables) if (name !== "migration") await ground.deps.store.command(`TRUNCATE TABLE ${name}`);
}

/** What a switch needs to be told: a wait beyond every deadline, a hole where the new rows would be. */
const extraOf = (kind: FaultKind) => {
  if (kind === "latency") return { latency_ms: 60_000 };
  return kind === "gap" ? { from_ms: frozenMs - 60_000, to_ms: frozenMs + 10 * 3_600_000 } : {};
};

/** Runs the whole story of one switch; the ground is emptied first. */
export async function provokeFault(t: Test, ground: IngestGround, kind: FaultKind): Promise<void> {
  await startOver(ground);
  await pull(ground, chosen(kind));
  const before = await readMarket(ground);
  t.type(before.price_usd, "number", "measured before");

  const fault = { kind, ...extraOf(kind) };
  ground.sandbox.setFault({ provider: "binance", ...fault });
  ground.sandbox.setTime({ frozenMs: frozenMs + PASSED_MS });
  const partial = await pull(ground, chosen(kind));
  t.ok(
    partial.some(({ rows }) => rows > 0),
    "the other venues go on",
  );
  const without = await readMarket(ground);
  t.type(without.price_usd, "number", "still measured by the others");
  const venues = Array.isArray(without.price_sources) ? without.price_sources.map(({ venue }) => venue) : [];
  t.notOk(venues.includes("binance"), "the failing venue is no source of it");
  t.ok(venues.length >= 1);

  await startOver(ground);
  await pull(ground, chosen(kind));
  ground.sandbox.setFault({ provider: "*", ...fault });
  ground.sandbox.setTime({ frozenMs: frozenMs + PASSED_MS });
  await pull(ground, chosen(kind));
  const after = await readMarket(ground);
  t.equal(after.price_usd, "unassessed");
  const said = after.unassessed.find(({ path }) => path === "/price_usd");
  t.equal(said?.reason, FAULT_REASONS[kind]);
  t.same(await compareWithTruth(ground), [], "every stored candle is what the market did");
}
