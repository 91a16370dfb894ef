import t from "tap";
import { publishedVersion, publishFrames, readFrames } from "../../jobs/publish.ts";
import { encodeFrame } from "../../schema/frame.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { startTestRedis } from "../support/redis.ts";

const frame = (name: string, version: number) => ({
  name,
  version,
  frame: encodeFrame({ name, version, meta: { asOf: version } }, new Map([["rows", `["${version}"]\n`]])),
});

t.test("concurrent writers in any order leave the newest, whole, and announce only what was stored", async (t) => {
  const server = await startTestRedis(t);
  const writers = Array.from({ length: 4 }, (_, i) => openRedis(server.url, "patient", `writer-${i}`));
  const listener = openRedis(server.url, "patient", "listener");
  t.teardown(() => {
    for (const redis of [...writers, listener]) redis.disconnect();
  });
  const announced: string[] = [];
  await listener.subscribe(KEYS.snapshotChannel);
  listener.on("message", (_channel, message) => announced.push(message));
  const names = ["tokens", "market", "state/bitcoin"];
  const versions = Array.from({ length: 200 }, (_, i) => 1_000 + ((i * 73) % 200));
  const stored = await Promise.all(
    writers.map((redis, i) =>
      publishFrames(
        redis,
        versions.filter((_, at) => at % writers.length === i).flatMap((v) => names.map((name) => frame(name, v))),
      ),
    ),
  );
  const [redis] = writers;
  if (!redis) throw new Error("no writer");
  for (const name of names) t.equal(await publishedVersion(redis, name), 1_199);
  for (const read of await readFrames(redis, names)) {
    t.equal(read?.version, 1_199);
    t.equal(read?.parts.get("rows")?.toString(), `["1199"]\n`);
  }
  await listener.ping();
  t.same(
    announced.map((message) => Number(message.split(" ")[0])),
    announced.map((_, at) => at + 1),
    "numbered without a gap",
  );
  t.equal(
    announced.length,
    stored.reduce((a, b) => a + b, 0),
  );
  for (const name of names) {
    const heard = announced.filter((m) => m.endsWith(` ${name}`)).map((m) => Number(m.split(" ")[0]));
    t.strictSame(
      heard,
      [...heard].sort((a, b) => a - b),
      `${name} only moves forward`,
    );
  }
});

t.test("the same version twice and an older one are refused; a frame does not stay for ever", async (t) => {
  const server = await startTestRedis(t);
  const redis = openRedis(server.url, "patient", "writer");
  t.teardown(() => redis.disconnect());
  t.equal(await publishFrames(redis, [frame("market", 5)]), 1);
  t.equal(await publishFrames(redis, [frame("market", 5), frame("market", 4)]), 0);
  t.ok((await redis.ttl(KEYS.snapshot("market"))) > 0);
  t.equal(await publishedVersion(redis, "status"), null);
  t.strictSame(await readFrames(redis, ["status"]), [null]);
});
