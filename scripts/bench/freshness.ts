// Freshness: from the moment a venue is polled to the moment its newest reading is in GET /v1/state.
import { setTimeout as sleep } from "node:timers/promises";
import { openProducer } from "../../schema/io/queue.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { jobId } from "../../schema/job.ts";
import { judge, median, say } from "./measure.ts";
import { startService } from "./service.ts";

const ROUNDS = 12;
const SOURCE = "binance-order-book";
const TOKEN = "bitcoin";
const LOOK_MS = 25;
const GIVE_UP_MS = 20_000;
const PAST_MS_MAX = 90_000;

/** When the newest reading behind the section was true, epoch milliseconds. */
async function readAsOf(url: string): Promise<number> {
  const answer = await fetch(`${url}/v1/state/${TOKEN}?sections=liquidity`);
  const body = (await answer.json()) as { data?: { liquidity?: { as_of?: string } } };
  return Date.parse(body.data?.liquidity?.as_of ?? "1970-01-01T00:00:00Z");
}

/** The first start's back-fill shares the machine with what is measured: it is let to end, within reason. */
async function waitForPast(url: string): Promise<void> {
  const deadline = Date.now() + PAST_MS_MAX;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/v1/status`);
    const body = (await answer.json()) as { data?: { backfill?: { windows_total: unknown; windows_done: number } } };
    const past = body.data?.backfill;
    if (
      past &&
      typeof past.windows_total === "number" &&
      past.windows_total > 0 &&
      past.windows_done >= past.windows_total
    )
      return;
    await sleep(1_000);
  }
  say("  the past is still being filled beside this");
}

export async function freshness(): Promise<void> {
  const service = await startService({ BACKFILL_DAYS: "1" });
  const place = await service.place();
  const redis = openRedis(place.redisUrl, "patient", "bench");
  const producer = openProducer(redis);
  try {
    await waitForPast(place.url);
    const delays: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(1_000 + round * 137);
      const event = Date.now();
      const id = jobId("source.pull", SOURCE, event);
      await producer.add({ name: "source.pull", id, payload: { source: SOURCE, slot: event, tokens: [TOKEN] } });
      while ((await readAsOf(place.url)) < event) {
        if (Date.now() - event > GIVE_UP_MS) throw new Error(`not visible within ${GIVE_UP_MS} ms`);
        await sleep(LOOK_MS);
      }
      delays.push(Date.now() - event);
    }
    say(`  ${ROUNDS} events, from ${Math.min(...delays)} to ${Math.max(...delays)} ms`);
    judge("venue event to visible in GET, median", median(delays) / 1_000, 3, "below", " s");
  } finally {
    await producer.close();
    redis.disconnect();
    await service.stop();
  }
}
