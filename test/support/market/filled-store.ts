// An engine with a whole generated market that ends now, beside what only a running service writes.
import { handleHourFold } from "../../../jobs/handler/hour-fold.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { openLog } from "../../../schema/io/log.ts";
import { BASE, suiteNow } from "../base.ts";
import { fillOutside } from "../rows/analyst-rows.ts";
import { fillMarket } from "../rows/market-rows.ts";
import { startTestStore, type TestStore } from "../store.ts";

export const FILLED_TOKENS = ["bitcoin", "ethereum", "solana", "cardano"] as const;

const HOUR = 3_600_000;

/** Refusals and samples of freshness over the last hours. */
async function fillQuality(store: Store, asOf: number): Promise<void> {
  const hours = Array.from({ length: 30 }, (_, back) => asOf - back * HOUR - 60_000);
  await store.insert(
    "reject",
    hours.map((at, n) => ({
      dataset: n % 2 ? "candle" : "funding",
      provider: "sandbox:okx",
      source: n % 2 ? "okx-candle-1m" : "okx-funding",
      token: FILLED_TOKENS[n % 3],
      reason: n % 2 ? "low_above_open" : "rate_out_of_range",
      row: JSON.stringify({ n }),
      at,
    })),
    "test-reject",
  );
  await store.insert(
    "freshness_sample",
    hours.flatMap((at, n) =>
      ["candle", "funding"].map((dataset) => ({
        dataset,
        at,
        tokens_expected: 4,
        tokens_fresh: n === 3 ? 2 : 4,
        age_p50_s: 40,
        age_p95_s: n === 3 ? 400 : 90,
      })),
    ),
    "test-freshness",
  );
}

/** Calls of a partner and of somebody else. */
async function fillUsage(store: Store, at: number): Promise<void> {
  const key = { id: "abcdefgh", name: "partner", digest: "0".repeat(64), read_per_minute: 60_000, llm_per_minute: 30 };
  await store.insert("api_key", [{ ...key, created_at: at, revoked_at: null, changed_at: at }], "test-api-key");
  const call = { at, process: "a", route: "getState", method: "GET", tier: "data", status: 200 };
  const calls = [
    { ...call, caller: "key:abcdefgh", paid_by: "key", calls: 7 },
    { ...call, caller: "ip:192.0.2.1", paid_by: "allowance", calls: 3 },
  ];
  await store.insert("usage", calls, "test-usage");
}

/** A change of verdict, and what came of calls before it. */
async function fillIssued(store: Store, at: number): Promise<void> {
  const event = { number: 1, kind: "verdict_change", token: "bitcoin", at, id: "eval_1", direction: "", severity: 2 };
  await store.insert(
    "event",
    [{ ...event, verdict_from: "proceed", verdict_to: "caution", written_at: at }],
    "test-event",
  );
  const odds = { "evaluation~caution": { "1h": { n: 40, right: 25, base: 0.5 }, "24h": null, "7d": null } };
  await store.insert("odds", [{ number: 1, at, digest: "0".repeat(64), odds: JSON.stringify(odds) }], "test-odds");
}

/** Stores the hourly panel as the job does, as of `now` (epoch ms). */
export async function foldHours(store: Store, now: number): Promise<void> {
  const deps = { clock: { now: () => now }, log: openLog("test", "silent"), store };
  await handleHourFold(deps, { slot: Math.floor(now / 300_000) * 300_000 }, new AbortController().signal);
}

/** Its clock begins at seven minutes past the hour of the base, so that no hour turns while a test asks it. */
const BEHIND_MS = BASE - (Math.floor(BASE / HOUR) * HOUR + 7 * 60_000);

/** The present of a filled store and its engine, in epoch ms. */
export const filledNow = (): number => suiteNow() - BEHIND_MS;

/** Starts an engine whose tables all hold rows up to the present minute `asOf`; the last token has no perpetual. */
export async function startFilledStore(t: {
  teardown(fn: () => unknown): void;
}): Promise<TestStore & { readonly asOf: number }> {
  const ground = await startTestStore(t, BEHIND_MS);
  const asOf = Math.floor(filledNow() / 60_000) * 60_000;
  await fillMarket(ground.store, {
    asOf,
    tokens: FILLED_TOKENS,
    minuteDays: 8,
    deepTokens: 2,
    bookMinutes: 180,
    fundingDays: 30,
    levels: 3,
  });
  await fillQuality(ground.store, asOf);
  await fillUsage(ground.store, asOf - 60_000);
  await fillIssued(ground.store, asOf - 60_000);
  await fillOutside(ground.store, asOf);
  await foldHours(ground.store, asOf);
  return { ...ground, asOf };
}
