// The world of the planted scenarios: a simulated market with what is put into it, read by the real connectors, built,
// judged and scored by the real jobs, at instants of its frozen clock.
import { listedTokens, pullSource } from "../../../ingest/pull.ts";
import { missingWindows } from "../../../ingest/run/gap.ts";
import { closedUntil } from "../../../ingest/run/grid.ts";
import { SOURCES } from "../../../ingest/sources.ts";
import { fillWindow } from "../../../ingest/window.ts";
import { detectSignals } from "../../../jobs/detect/detect.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Planted } from "../../../scripts/sandbox/model/plan.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { openRecorder } from "../../support/market/record-market.ts";

const quiet = new AbortController().signal;
/** Minutes between two readings of the market: before the last half hour fewer will do. */
const EVERY = { before: 30, last: 10 } as const;
const LAST_MS = 30 * MINUTE_MS;
const SLOT_MS = 5 * MINUTE_MS;
const HOURLY_DAYS = 9;
const DAILY_DAYS = 95;
/** By the length of a candle in seconds. */
const FILLED_DAYS: Readonly<Record<number, number>> = { 60: 1.1, 86400: DAILY_DAYS };
const SCANNED_DAYS = 9;
/** What is told once a day, which the recorder leaves out. */
const ONCE = ["alternative-fear-greed"] as const;

const tokens = TRACKED.map(({ id }) => id);

type Teardown = { teardown(fn: () => unknown): void };

/** `portFrom`: where the simulated providers are each time, as proofs name their addresses. */
export async function openWorld(t: Teardown, seed: number, planted: readonly Planted[], portFrom?: number) {
  const ground = await startIngestGround(t, { seed, planted, ...(portFrom === undefined ? {} : { portFrom }) });
  const env = { ...ground.deps.env, BACKFILL_DAYS: SCANNED_DAYS, PAST_DAYS_MAX: DAILY_DAYS + 1 };
  const deps = { ...ground.deps, env };
  const { sandbox } = ground;
  const recorder = openRecorder({ ...ground, deps }, tokens, (list) => [...list]);

  /** Candles that the recorder leaves out: daily ones, and the minutes of the last day. */
  async function fillCandles(at: number): Promise<void> {
    for (const source of Object.values(SOURCES)) {
      if (source.kind !== "grid" || source.dataset !== "candle") continue;
      const days = FILLED_DAYS[source.intervalS];
      if (days === undefined) continue;
      await pullSource(deps, source.id, { slot: at, tokens });
      const listed = await listedTokens(deps, source.id);
      const listings = tokens.flatMap((token) => {
        const symbol = listed.get(token);
        return symbol === undefined ? [] : [{ token, symbol, listedAt: null }];
      });
      const shallow = { ...source, backfillDays: days };
      for (const window of await missingWindows(deps, shallow, listings as never, closedUntil(at, source.intervalS)))
        await fillWindow(deps, window);
    }
  }

  async function judge(minute: number): Promise<void> {
    sandbox.setTime({ frozenMs: minute + 20_000 });
    for (let left = 1; left > 0; ) ({ left } = await detectSignals(deps, minute, quiet));
    sandbox.setTime({ frozenMs: minute + 25_000 });
    // What is away leaves states that say so, or none at all.
    await buildLive(deps, minute + 25_000, quiet).catch((error: unknown) => error);
    sandbox.setTime({ frozenMs: minute + 40_000 });
    await mintEvaluations(deps, Math.floor(minute / SLOT_MS) * SLOT_MS, quiet);
    sandbox.setTime({ frozenMs: minute + 45_000 });
    await buildLive(deps, minute + 45_000, quiet).catch((error: unknown) => error);
    sandbox.setTime({ frozenMs: minute + 50_000 });
  }

  return {
    ...{ ground, deps, sandbox, tokens },
    async begin(minute: number): Promise<void> {
      sandbox.setTime({ frozenMs: minute + 6_000 });
      await recorder.begin(minute, HOURLY_DAYS);
      for (const source of ONCE) await pullSource(deps, source, { slot: minute, tokens });
      await fillCandles(minute);
      await detectSignals(deps, minute, quiet);
    },
    /** Reads the market up to a minute, then builds, detects and mints there. */
    async goTo(from: number, to: number): Promise<void> {
      const stepAt = (minute: number) => (minute < to - LAST_MS ? EVERY.before : EVERY.last) * MINUTE_MS;
      for (let minute = from + stepAt(from); minute <= to; minute += stepAt(minute)) {
        await recorder.pull(minute);
        // What was not read since a start is waited for before verdicts are issued: they are, once that is over.
        if (minute >= to - LAST_MS) await judge(minute);
      }
    },
    /** The same with one token read each minute, so that no minute of it goes unwatched. */
    async watch(token: string, from: number, to: number): Promise<void> {
      const one = openRecorder({ ...ground, deps }, [token], (list) => [...list]);
      for (let minute = from + MINUTE_MS; minute <= to; minute += MINUTE_MS) {
        const isAll = (to - minute) % (EVERY.last * MINUTE_MS) === 0;
        await (isAll ? recorder : one).pull(minute);
        // The minutes since the last are made up for.
        if (isAll) await judge(minute);
      }
    },
    /** Scans a chain's last days for flows. */
    async scan(chain: string, minute: number): Promise<void> {
      sandbox.setTime({ frozenMs: minute + 6_000 });
      for (let rows = 1; rows > 0; ) ({ rows } = await pullSource(deps, `${chain}-exchange-flow`, { slot: minute }));
    },
    /** Every provider answers with a fault until `work` is done; nothing was read since the last reading. */
    async away(minute: number, work: () => Promise<void>): Promise<void> {
      sandbox.setFault({ provider: "*", kind: "5xx" });
      await judge(minute);
      await work();
      sandbox.clearFaults();
    },
    dayMs: DAY_MS,
  };
}
