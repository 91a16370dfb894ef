// Freshness: from the moment a venue is polled to the moment its newest reading is in GET /v1/state, at rest and while the past
// is fetched. Events come at their own pace, not each after the one before: then none would ever come late in a build's turn.
import { setTimeout as sleep } from "node:timers/promises";
import { openProducer, type Producer } from "../../schema/io/queue.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { jobId } from "../../schema/job.ts";
import { LIMITS } from "../../schema/limit.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { judge, median, say } from "./measure.ts";
import { startService } from "./service.ts";

const EVENTS = 45;
/** No divisor of what builds come at: events fall on every part of their turn. */
const EVENT_EVERY_MS = 2_300;
const SOURCE = "binance-order-book";
const TOKENS = TRACKED.filter(({ stablecoin }) => !stablecoin)
  .slice(0, 12)
  .map(({ id }) => id);
const LOOK_MS = 100;
const GIVE_UP_MS = 60_000;
const START_MS_MAX = 300_000;
const PAST_MS_MAX = 150_000;
/** Of all tokens it takes longer to fetch than the rounds take. */
const LONG_PAST_DAYS = "14";
/** In periods of the timetable, which are the same on every machine: by the timetable alone it is half of one and a build. */
const REST_MAX = 0.45;
const MEDIAN_RATIO_MAX = 1.5;
const P95_RATIO_MAX = 3;

/** When the newest reading behind the section was true, epoch milliseconds; 0 where it cannot be told. */
async function readAsOf(url: string, token: string): Promise<number> {
  const answer = await fetch(`${url}/v1/state/${token}?sections=liquidity`);
  const body = (await answer.json()) as { data?: { liquidity?: { as_of?: string } } };
  return Date.parse(body.data?.liquidity?.as_of ?? "1970-01-01T00:00:00Z");
}

/** Whether all of the past is there by its own count. */
async function isFilled(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/status`);
  const body = (await answer.json()) as { data?: { backfill?: { windows_total: unknown; windows_done: number } } };
  const past = body.data?.backfill;
  return (
    past !== undefined &&
    typeof past.windows_total === "number" &&
    past.windows_total > 0 &&
    past.windows_done >= past.windows_total
  );
}

/** The first start's back-fill shares the machine with what is measured: it is let to end, within reason. */
async function waitForPast(url: string): Promise<void> {
  const deadline = Date.now() + PAST_MS_MAX;
  while (Date.now() < deadline) {
    if (await isFilled(url)) return;
    await sleep(1_000);
  }
  say("  the past is still being filled beside this");
}

async function timeOnce(producer: Producer, url: string, token: string): Promise<number> {
  const event = Date.now();
  const id = jobId("source.pull", SOURCE, token, event);
  await producer.add({ name: "source.pull", id, payload: { source: SOURCE, slot: event, tokens: [token] } });
  while ((await readAsOf(url, token)) < event) {
    if (Date.now() - event > GIVE_UP_MS) return GIVE_UP_MS;
    await sleep(LOOK_MS);
  }
  return Date.now() - event;
}

/** Events of one token after the other, each timed by itself. */
async function timeAll(producer: Producer, url: string, isFilling: boolean): Promise<number[]> {
  const timed: Promise<number>[] = [];
  for (let event = 0; event < EVENTS; event++) {
    await sleep(EVENT_EVERY_MS);
    timed.push(timeOnce(producer, url, TOKENS[event % TOKENS.length] ?? ""));
    if (isFilling && (await isFilled(url))) {
      say(`  the past was there after ${event + 1} events`);
      break;
    }
  }
  return Promise.all(timed);
}

const p95 = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.ceil(list.length * 0.95) - 1] ?? 0;

/** Delays of a service that has its day of past, or is fetching weeks of it. */
async function timeService(days: string, isFilling: boolean): Promise<number[]> {
  const service = await startService({ BACKFILL_DAYS: days }, START_MS_MAX);
  const { url, redisUrl } = await service.place();
  const redis = openRedis(redisUrl, "patient", "bench");
  const producer = openProducer(redis);
  try {
    if (!isFilling) await waitForPast(url);
    const delays = await timeAll(producer, url, isFilling);
    say(
      `  ${isFilling ? `while ${days} days of past are fetched` : "at rest"}: ${delays.length} events, from ${Math.min(...delays)} to ${Math.max(...delays)} ms, median ${median(delays).toFixed(0)}, p95 ${p95(delays)}`,
    );
    say(`    ${delays.join(" ")}`);
    return delays;
  } finally {
    await producer.close();
    redis.disconnect();
    await service.stop();
  }
}

export async function freshness(): Promise<void> {
  const rest = await timeService("1", false);
  judge("venue event to visible in GET, median, in periods", median(rest) / LIMITS.liveEveryMs, REST_MAX, "below");
  const filling = await timeService(LONG_PAST_DAYS, true);
  judge(
    "while the past is fetched, median in those at rest",
    median(filling) / median(rest),
    MEDIAN_RATIO_MAX,
    "below",
  );
  judge("while the past is fetched, p95 in those at rest", p95(filling) / p95(rest), P95_RATIO_MAX, "below");
}
