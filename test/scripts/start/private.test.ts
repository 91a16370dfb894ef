// What lies in the data folder and who may ask the Redis over it: the user who started the service, and nobody else.
import { chmod, lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import { openRedis } from "../../../schema/io/redis.ts";
import { openFolder } from "../../../scripts/folder.ts";
import { superviseChild } from "../../../scripts/start/child.ts";
import { findFreePort } from "../../../scripts/start/port.ts";
import { redisSpec } from "../../../scripts/start/stack.ts";
import { startEngine } from "../../../scripts/start-engine.ts";

const OTHERS = 0o077;

/** Everything in a folder, itself included, that others could read, write or enter; links have no rights of their own. */
async function readOpen(root: string): Promise<string[]> {
  const all = [root, ...(await readdir(root, { recursive: true })).map((entry) => join(root, entry))];
  const modes = await Promise.all(all.map(async (path) => ({ path, found: await lstat(path).catch(() => null) })));
  return modes
    .filter(({ found }) => found?.isSymbolicLink() === false && (found.mode & OTHERS) !== 0)
    .map(({ path }) => path);
}

t.test(
  "nobody else reads the data folder: not what an older run left open, nor what Redis and engine write",
  async (t) => {
    const mask = process.umask(0o022);
    t.teardown(() => process.umask(mask));
    const root = join(t.testdir(), "data");
    await mkdir(join(root, "redis", "appendonlydir"), { recursive: true });
    await writeFile(join(root, "redis", "old.aof"), "signed transactions");
    await chmod(root, 0o755);
    const folder = await openFolder(root);
    t.teardown(() => folder.lock.release());
    t.same(await readOpen(root), [], "what was open is closed");

    const port = await findFreePort();
    const redis = superviseChild(redisSpec(folder, { port, password: "of-this-run" }), () => undefined);
    t.teardown(() => redis.stop());
    await redis.untilReady(60_000);
    process.umask(0o022);
    const engine = await startEngine({ path: folder.engine, supervise: false });
    t.teardown(() => engine.stop());
    await fetch(engine.url, {
      method: "POST",
      headers: { "X-ClickHouse-Key": engine.token },
      body: "CREATE TABLE a ENGINE = MergeTree ORDER BY x AS SELECT 1 AS x",
    });
    const names = (await readdir(root, { recursive: true })).join();
    t.match(names, /\.aof/, "Redis has written");
    t.match(names, /primary|data\.bin/, "and the engine");
    t.same(await readOpen(root), []);
  },
);

t.test("the embedded Redis answers only to who has its password, which no list of processes shows", async (t) => {
  const mask = process.umask();
  t.teardown(() => process.umask(mask));
  const folder = await openFolder(join(t.testdir(), "data"));
  t.teardown(() => folder.lock.release());
  const port = await findFreePort();
  const password = "a-password-of-this-run";
  const spec = redisSpec(folder, { port, password });
  const child = superviseChild(spec, () => undefined);
  t.teardown(() => child.stop());
  await child.untilReady(60_000);
  const stranger = openRedis(`redis://127.0.0.1:${port}`, "patient", "test");
  const own = openRedis(spec.address, "patient", "test");
  t.teardown(() => [stranger, own].map((redis) => redis.disconnect()));
  await t.rejects(stranger.get("x"), /NOAUTH/);
  t.equal(await own.set("x", "1"), "OK");
  t.notMatch(await readFile(`/proc/${child.pid()}/cmdline`, "utf8"), password);
  for (const file of await readdir(folder.root, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) t.notMatch(await readFile(join(file.parentPath, file.name), "utf8"), password, file.name);
  }

  const before = child.pid() ?? 0;
  process.kill(before, "SIGKILL");
  while (child.pid() === before) await new Promise((resolve) => setTimeout(resolve, 20));
  await child.untilReady(60_000);
  t.equal(await own.get("x"), "1", "and it has the same one when it was started again");
});
