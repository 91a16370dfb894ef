// Building: state of every tracked token from a store with two weeks of minutes, against a bare scan of the same rows.
import { pullSource } from "../../ingest/pull.ts";
import { SOURCES } from "../../ingest/sources.ts";
import { loadFacts } from "../../jobs/fact/load-facts.ts";
import { buildState, stateFrame } from "../../jobs/state/build-state.ts";
import { tokensFrame } from "../../jobs/state/build-tokens.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { ask } from "./ask.ts";
import { detect } from "./detect.ts";
import { cpuOf, type Ground, openGround } from "./ground.ts";
import { LIVE_MINUTES, live } from "./live.ts";
import { judge, median, noteFigure, say } from "./measure.ts";

const ROUNDS = 5;
/** Of the bare scan of all candles in the same run. */
const BUILD_MAX = 2.5;
const SIGNALS_MAX = 0.196;
const VENUES = ["binance", "bybit", "okx"];
const minute = 60_000;

/** Two weeks of minutes and five of hours for every token and venue: a walk around the newest price that was pulled. */
function fillSql(asOf: number, intervalS: number, count: number, market: string): string {
  const tokens = TRACKED.map((token) => `'${token.id}'`).join(",");
  const venues = VENUES.map((venue) => `'${venue}'`).join(",");
  const last = Math.floor(asOf / (intervalS * 1_000)) * intervalS * 1_000;
  return `INSERT INTO candle (* EXCEPT (stored_at, replaced_at))
SELECT token, venue, '${market}', concat(upper(token), 'USDT'), ${intervalS},
  fromUnixTimestamp64Milli(toInt64(${last} - (n + 1) * ${intervalS * 1_000}), 'UTC'),
  p, p * 1.001, p * 0.999, p * 1.0002, 100 + (n % 60), (100 + (n % 60)) * p,
  concat('sandbox:', venue), fromUnixTimestamp64Milli(toInt64(${last}), 'UTC')
FROM (
  SELECT token, number AS n, (1 + cityHash64(token) % 1000) * exp(0.02 * sin(n / 211) + 0.01 * sin(n / 37)) AS p
  FROM numbers(${count}) ARRAY JOIN [${tokens}] AS token
) AS walk ARRAY JOIN [${venues}] AS venue
SETTINGS max_insert_block_size = 1000000`;
}

/** Everything that is not a candle comes from the simulated market itself. */
async function fillStore(ground: Ground, asOf: number): Promise<void> {
  const slot = Math.floor(asOf / minute) * minute;
  const live = Object.values(SOURCES).flatMap((source) => (source.dataset === "candle" ? [] : [source.id]));
  await Promise.all(live.map((id) => pullSource(ground.deps, id, { slot })));
  await ground.deps.store.command(fillSql(asOf, 60, 14 * 1_440, "spot"));
  await ground.deps.store.command(fillSql(asOf, 3_600, 35 * 24, "spot"));
  await ground.deps.store.command(fillSql(asOf, 3_600, 14 * 24, "perp"));
}

async function buildAll(ground: Ground, asOf: number): Promise<number> {
  const tokens = TRACKED.map((token) => token.id);
  const facts = await loadFacts(ground.deps.store, { asOf, tokens, market: "sandbox" });
  const states = new Map(tokens.map((id) => [id, buildState(facts, id)]));
  let bytes = tokensFrame(facts, states, new Map(), asOf).length;
  for (const state of states.values()) bytes += stateFrame(state, asOf).length;
  return bytes;
}

export async function build(): Promise<void> {
  const ground = await openGround();
  try {
    const asOf = ground.deps.clock.now();
    await fillStore(ground, asOf);
    const count = { name: "bench-count", sql: "SELECT count() AS rows FROM candle" };
    const [stored] = (await ground.deps.store.query(count, {})) as { rows: number }[];
    const scan = {
      name: "bench-scan",
      sql: "SELECT token, venue, interval_s, sum(close) AS s FROM candle FINAL GROUP BY ALL",
    };
    const scans: number[] = [];
    const builds: number[] = [];
    const walls: number[] = [];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const first = await cpuOf(ground);
      await ground.deps.store.query(scan, {});
      const second = await cpuOf(ground);
      const from = performance.now();
      bytes = await buildAll(ground, asOf);
      walls.push((performance.now() - from) / 1_000);
      builds.push((await cpuOf(ground)) - second);
      scans.push(second - first);
    }
    say(
      `  ${stored?.rows} candles stored; ${TRACKED.length} tokens, ${bytes} bytes of frames, ${median(walls).toFixed(2)} s of wall time`,
    );
    say(
      `  CPU seconds: build ${median(builds).toFixed(2)}, bare scan of all candles ${median(scans).toFixed(2)} (ratio ${(median(builds) / median(scans)).toFixed(1)})`,
    );
    const scanS = median(scans);
    noteFigure("full build, CPU s", median(builds));
    judge(
      `full build of ${TRACKED.length} tokens, CPU of worker and engine, of a bare scan's`,
      median(builds) / scanS,
      BUILD_MAX,
      "below",
    );
    const tokens = TRACKED.map((token) => token.id);
    const signalsS = await detect(ground, await loadFacts(ground.deps.store, { asOf, tokens, market: "sandbox" }));
    noteFigure("signals, CPU s a minute", signalsS);
    judge(
      `signals of ${TRACKED.length} tokens, CPU a minute of worker and engine, of a bare scan's`,
      signalsS / scanS,
      SIGNALS_MAX,
      "below",
    );
    const liveS = await live(ground, asOf);
    noteFigure("live builds, CPU s a minute", liveS);
    say(
      `  live builds, three a minute: ${liveS.toFixed(2)} CPU s (${(liveS / scanS).toFixed(2)} of a bare scan), with frames and publishing`,
    );
    await ask(ground, asOf + LIVE_MINUTES * minute);
  } finally {
    await ground.stop();
  }
}
