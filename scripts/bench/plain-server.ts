// What one would write instead: Fastify that reads JSON from Redis, takes what was asked and sends it as JSON again.
import fastify from "fastify";
import { openRedis } from "../../schema/io/redis.ts";
import { PLAIN_KEYS } from "./plain-key.ts";

const [url = "", port = "0"] = process.argv.slice(2);
const redis = openRedis(url, "patient", "bench-plain");
const app = fastify();

type Envelope = { data: Record<string, unknown> };
const read = async (key: string) => JSON.parse((await redis.get(key)) ?? "null") as Envelope;

app.get("/v1/state/:token", async () => read(PLAIN_KEYS.state));
app.get("/v1/evaluate/:token", async () => read(PLAIN_KEYS.evaluation));

type Series = { rows: [string, ...unknown[]][] };
app.get<{ Querystring: { since?: string } }>("/v1/history/:token", async ({ query: { since = "" } }) => {
  const answer = await read(PLAIN_KEYS.history);
  const from = new Date(since).toISOString();
  for (const series of Object.values(answer.data.series as Record<string, Series>)) {
    series.rows = series.rows.filter(([time]) => time >= from);
  }
  return answer;
});

type Coin = { id: string; symbol: string; name: string };
app.get<{ Querystring: { q?: string } }>("/v1/tokens", async ({ query: { q = "" } }) => {
  const answer = await read(PLAIN_KEYS.tokens);
  const wanted = q.toLowerCase();
  const coins = answer.data.tokens as Coin[];
  const found = coins.filter(({ id, symbol, name }) => `${id} ${symbol} ${name}`.toLowerCase().includes(wanted));
  return { ...answer, data: { ...answer.data, tokens: found.slice(0, 100) } };
});

await app.listen({ host: "127.0.0.1", port: Number(port) });
process.send?.("ready");
