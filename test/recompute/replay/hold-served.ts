// What is told of past instants is what was served then, byte for byte, of every section of each token and of the market: while
// readings come late and are corrected before, while and after builds read them, and through restarts that hold nothing.
import t from "tap";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { openRecorder } from "../../support/market/record-market.ts";
import { fillMarket } from "../../support/rows/market-rows.ts";
import { drawFrom } from "../causes/world.ts";
import { openMeddler } from "./meddle.ts";
import { openPublished } from "./published.ts";
import { compareServed } from "./served.ts";

const START = Date.UTC(2026, 10, 16, 11, 40);
const MINUTES = 4;
/** Of these minutes nothing is read in time: the next one reads what is left. */
const LATE: ReadonlySet<number> = new Set([3]);
const tokens = TRACKED.map(({ id }) => id);

t.test("each build's sections are told again as they were, through restarts, corrections and late rows", async (t) => {
  t.setTimeout(600_000);
  const ground = await startIngestGround(t);
  const { deps, sandbox } = ground;
  const quiet = new AbortController().signal;
  await fillMarket(deps.store, {
    ...{ asOf: START, tokens, minuteDays: 1, deepTokens: 2, bookMinutes: 2, fundingDays: 3, levels: 5 },
  });
  const published = openPublished(deps, tokens);
  const recorder = openRecorder(ground, tokens, (list) => [...list]);
  const meddler = openMeddler(deps, drawFrom(7));
  let process = ground.another();
  const build = async (at: number) => {
    sandbox.setTime({ frozenMs: at });
    await buildLive(process, at, quiet);
    await published.keep(at);
  };
  for (let past = 1; past <= MINUTES; past += 1) {
    const minute = START + past * MINUTE_MS;
    if (!LATE.has(past)) await recorder.pull(minute);
    if (past % 2 !== 0) continue;
    await meddler.correct(4);
    await Promise.all([build(minute + 15_000), meddler.correct(4)]);
    await build(minute + 30_000);
    // A third build rests on hours as they were before these corrections, unless it is another process's, which holds nothing.
    await meddler.correctWhere("candle", "r.interval_s = 3600");
    if (past === MINUTES) process = ground.another();
    await build(minute + 40_000);
  }
  await meddler.correct(40);
  await meddler.correctWhere("candle", "r.interval_s IN (60, 3600)");
  const compared = await compareServed(deps, published, tokens, deps.clock.now());
  t.same(
    compared.differing,
    [],
    `${compared.asked} states and markets at ${compared.instants} instants; ${meddler.told()}`,
  );
  t.equal(compared.alike, compared.asked);
  t.ok(compared.instants >= 2 * published.versions().length, `${compared.instants} instants`);
});
