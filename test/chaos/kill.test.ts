// kill -9 of a worker in mid-insert, of the engine, of Redis and of the API while candles come in: afterwards no candle
// is lost or doubled, every value is what the market did, and nothing needed a hand. Then a walk over every member of
// every published shape.
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { MINT } from "../../jobs/clock.ts";
import { NOT_AT_START } from "../support/api/not-at-start.ts";
import { NOT_ASKED, openWalk } from "../support/api/walk.ts";
import { shiftTo, suiteNow } from "../support/base.ts";
import { compareCandles } from "../support/market/truth.ts";
import { FEW_TOKENS, startTestService, until } from "../support/service.ts";
import { pathExists } from "../support/tree.ts";

const SEED = Number(process.env.CHAOS_SEED ?? 1);
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);
/** A few tokens of every kind heal as a hundred do; the long run has them all. */
const TRACKED_TOKENS = ROUNDS > 1 ? "all" : FEW_TOKENS.join(",");
const VICTIMS = ["pull", "engine", "redis", "api", "build"];
const RECOVERY_MS = 20_000;
const HEALED_MS = Number(process.env.CHAOS_HEALED_MS ?? 150_000);
/** A comparison reads an hour of every series: not more often than this while the service heals. */
const COMPARE_AGAIN_MS = 8_000;
/** What takes longest is reading a day of five chains: 190 s on two cores with six times as much to do. */
const WALK_MS = 480_000;
const WALK_AGAIN_MS = 3_000;
const minute = 60_000;
/** The first verdicts are of nothing yet: it starts so long before the next are due that most has been read by then. */
const READ_MS = 120_000;
const now = suiteNow();
const aheadMs = MINT.everyMs - ((now + READ_MS - MINT.offsetMs) % MINT.everyMs);
const serviceNow = () => suiteNow() + aheadMs;

/** A repeatable choice: the same seed kills in the same order after the same waits. */
function openDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

t.setTimeout(WALK_MS + HEALED_MS + ROUNDS * VICTIMS.length * RECOVERY_MS + 120_000);
const service = await startTestService(t, {
  ...{ TRACKED_TOKENS, BACKFILL_DAYS: "1" },
  ...shiftTo(now + aheadMs),
});

// What is told only while something is still to come is told now.
const walk = openWalk(Object.keys(NOT_AT_START));
await walk.round(service.ask, FEW_TOKENS);

t.test(`kill -9 of anything loses and doubles no candle (seed ${SEED}, ${ROUNDS} rounds)`, async (t) => {
  const roll = openDice(SEED);
  const order = Array.from({ length: ROUNDS }, () => VICTIMS.map((name) => ({ name, at: roll() }))).flatMap((round) =>
    round.sort((a, b) => a.at - b.at).map(({ name }) => name),
  );
  for (const victim of order) {
    await sleep(200 + roll() * 1_500);
    const from = Date.now();
    const pid = await service.kill(victim);
    await service.untilReplaced(victim, pid, RECOVERY_MS);
    await until(
      "GET answers",
      async () => (await service.get("/v1/state/BTC?sections=market")).status === 200,
      RECOVERY_MS,
    );
    t.comment(`${victim} was killed and is back after ${Date.now() - from} ms`);
  }

  // Nothing is asked by hand: the sweep finds the holes and the workers fill them.
  const to = Math.floor(serviceNow() / minute) * minute - 2 * minute;
  const whole = { from: to - 60 * minute, to };
  const control = await service.origin("control");
  const where = "interval_s = 60 AND market = 'spot'";
  let differences: string[] = ["nothing was compared"];
  const compare = async () => {
    const store = await service.openStore();
    try {
      const sql = (text: string) => store.query({ name: "test", sql: text }, {}) as Promise<never[]>;
      const [found] = (await sql(`SELECT uniqExact(venue, token) AS series FROM candle WHERE ${where}`)) as {
        series: number;
      }[];
      differences =
        (found?.series ?? 0) < 10
          ? [`only ${found?.series} series`]
          : await compareCandles({ control, sql, whole, where });
    } finally {
      await store.close();
    }
    if (differences.length > 0) await sleep(COMPARE_AGAIN_MS);
    return differences.length === 0;
  };
  await until("every candle is stored once", compare, HEALED_MS).catch(() => undefined);
  t.same(differences, []);

  const status = await service.get("/v1/status");
  t.equal(status.status, 200);
  const example = await service.get("/v1/state/BTC?sections=market");
  t.match(example.body, { data: { market: { price_usd: Number } } }, "numbers are served");
});

t.test("every member of every published shape carries a value after a start, or is named as late", async (t) => {
  t.same(walk.unknown, [], "every endpoint is asked");
  await until(
    "every member was seen",
    async () => {
      await walk.round(service.ask, FEW_TOKENS);
      if (walk.missing().length > 0) await sleep(WALK_AGAIN_MS);
      return walk.missing().length === 0;
    },
    WALK_MS,
  ).catch(() => undefined);
  t.same(walk.missing(), [], `of ${walk.members.size} members`);
  t.comment(`${walk.members.size} members after ${Math.round(performance.now() / 1_000)} s`);
  t.same([...walk.silent], [], "whatever lacks says why");
  const lines = Object.keys(NOT_AT_START);
  t.same(
    lines.filter((line) => !walk.members.has(line)),
    [],
    "what is late is a member",
  );
  const tests = [...Object.values(NOT_AT_START).map(({ shownBy }) => shownBy), ...Object.values(NOT_ASKED)];
  t.same(
    tests.filter((path) => !pathExists(path)),
    [],
    "and there is a test that shows it",
  );
});
