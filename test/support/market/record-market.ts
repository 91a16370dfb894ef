// Records the simulated market as the service would: the real connectors pull, minute by minute of the sandbox's frozen clock.
import { listedTokens, pullSource } from "../../../ingest/pull.ts";
import { missingWindows } from "../../../ingest/run/gap.ts";
import { closedUntil } from "../../../ingest/run/grid.ts";
import { SOURCES } from "../../../ingest/sources.ts";
import { fillWindow } from "../../../ingest/window.ts";
import type { Deps } from "../../../jobs/deps.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import type { DatasetId } from "../../../schema/freshness.ts";
import type { IngestGround } from "../ingest.ts";

/** What signal rules read, less what needs whole blocks of a chain. */
const READ: readonly DatasetId[] = [
  ...(["candle", "order_book", "open_interest", "funding", "liquidation", "long_short"] as const),
  ...(["coin_market", "tvl", "unlock", "contract_risk"] as const),
];

const sources = Object.values(SOURCES).filter(
  ({ dataset, id }) => READ.includes(dataset) && !id.endsWith("perp-candle-1h") && !id.endsWith("candle-1d"),
);
const isDue = ({ everyS }: { everyS: number }, minute: number) => (minute / MINUTE_MS) % Math.max(1, everyS / 60) === 0;

/** One pull of every source that is due, in the order given by `shuffle`; a dead token fails the recording. */
async function pullDue(deps: Deps, minute: number, tokens: readonly string[], all: boolean, shuffle: Shuffle) {
  const due = shuffle(sources.filter((source) => all || isDue(source, minute)));
  const half = Math.ceil(due.length / 2);
  // Two at a time, as two workers would: what comes first is chance.
  for (let at = 0; at < half; at++) {
    const pair = [due[at], due[half + at]].filter((source) => source !== undefined);
    await Promise.all(pair.map((source) => pullSource(deps, source.id, { slot: minute, tokens })));
  }
}

type Shuffle = <T>(list: readonly T[]) => T[];
type Recorder = {
  /** Pulls everything once at a minute and fills `pastDays` of hourly candles. */
  begin(minute: number, pastDays: number): Promise<void>;
  /** Pulls what is due at a minute that just ended. */
  pull(minute: number): Promise<void>;
};

/** Pulls are dated a few seconds into the minute after the one they complete. */
export function openRecorder(ground: IngestGround, tokens: readonly string[], shuffle: Shuffle): Recorder {
  const { deps, sandbox } = ground;
  const pull = (minute: number, all: boolean) => {
    sandbox.setTime({ frozenMs: minute + 6_000 });
    return pullDue(deps, minute, tokens, all, shuffle);
  };
  return {
    pull: (minute) => pull(minute, false),
    async begin(minute, pastDays) {
      await pull(minute, true);
      for (const source of sources) {
        if (source.kind !== "grid" || source.intervalS !== 3_600) continue;
        const listed = await listedTokens(deps, source.id);
        const wanted = tokens.filter((token) => listed.has(token));
        const listings = wanted.map((token) => ({ token, symbol: listed.get(token) ?? "", listedAt: null }));
        const shallow = { ...source, backfillDays: pastDays };
        const until = closedUntil(minute, source.intervalS);
        for (const window of await missingWindows(deps, shallow, listings as never, until))
          await fillWindow(deps, window);
      }
    },
  };
}
