// Building: state of every tracked token from a store with two weeks of minutes, against a bare scan of the same rows.
import { loadFacts } from "../../jobs/fact/load-facts.ts";
import { buildState, stateFrame } from "../../jobs/state/build-state.ts";
import { tokensFrame } from "../../jobs/state/build-tokens.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { detect } from "./detect.ts";
import { fillStore } from "./fill.ts";
import { cpuOf, type Ground, openGround } from "./ground.ts";
import { live } from "./live.ts";
import { judge, median, noteFigure, say } from "./measure.ts";

const ROUNDS = 5;
/** Of the bare scan of all candles in the same run. */
const BUILD_MAX = 2.5;
const SIGNALS_MAX = 0.196;
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
  } finally {
    await ground.stop();
  }
}
