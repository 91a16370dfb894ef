// The doctor at a service that is well, at one fault after the other, and at a folder whose service is stopped.
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import t, { type Test } from "tap";
import { openRedis } from "../../../schema/io/redis.ts";
import { encodeSigner, signerOf } from "../../../schema/proof/note.ts";
import { makeSecret, readSealKeys, seal } from "../../../schema/webhook/secret.ts";
import { examine } from "../../../scripts/doctor/examine.ts";
import { type Finding, lineOf, summaryOf } from "../../../scripts/doctor/finding.ts";
import { lookAtSkew } from "../../../scripts/doctor/skew.ts";
import { writeRun } from "../../../scripts/folder.ts";
import { BASE, suiteNow } from "../../support/base.ts";
import { LOG_SIGNER, logObjects } from "../../support/proof/proof-log.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const clock = { now: suiteNow };
const MONITOR_KEY = Buffer.alloc(32, 3).toString("base64");

/** What a healthy api says to a doctor. */
async function startApi(t: Test): Promise<string> {
  const answers: Readonly<Record<string, unknown>> = {
    "/readyz": { status: "ready", snapshots_age_s: 4, parts: { redis: { status: "ok" } } },
    "/v1/status": { data: { late_s: 0, pipeline: [{ job: "snapshot.build", status: "ok", last_error: null }] } },
  };
  const server = createServer((request, response) => response.end(JSON.stringify(answers[request.url ?? ""])));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serve(t: Test) {
  const place = t.testdir();
  const root = join(place, "data");
  await mkdir(root, { mode: 0o700 });
  const { engine, store } = await startTestStore(t);
  const { url: redisUrl } = await startTestRedis(t);
  const redis = openRedis(redisUrl, "patient", "test");
  t.teardown(() => redis.disconnect());
  await symlink(engine.path, join(root, "engine"));
  const keep = (name: string, text: string) => writeFile(join(root, name), `${text}\n`, { mode: 0o600 });
  await keep("log.key", encodeSigner(LOG_SIGNER));
  await keep("monitor.key", MONITOR_KEY);
  await writeRun(root, {
    ...{ pid: process.pid, url: await startApi(t), redisUrl, clickhouseUrl: engine.url, clickhouseUser: "default" },
    ...{ clickhousePassword: engine.token, clickhouseReadonlyPassword: "", clickhouseDatabase: "assay" },
    ...{ sandboxOrigins: "{}", children: {}, isServing: true },
  });
  await logObjects({ store, clock }, 0, 20);
  const look = (more: Record<string, string> = {}) => examine({ DATA_DIR: root, ...more }, () => undefined, suiteNow);
  return { place, root, engine, store, redis, keep, look };
}

const bad = (findings: readonly Finding[]): string[] =>
  findings.filter(({ level }) => level === "warn" || level === "fail").map(({ part, says }) => `${part}: ${says}`);
/** But clocks: those of the servers here are not the one of the suite. */
const failed = (findings: readonly Finding[]): string =>
  findings
    .filter(({ level, part }) => level === "fail" && part !== "clocks")
    .map(lineOf)
    .join();

const monitorOf = (secret: string) => ({
  ...{ id: "mon_1", secret_digest: "d", secret_sealed: secret, tokens: [], kinds: [], min_severity: 1 },
  ...{ verdict_changes: 1, new_briefs: 0, webhook_url: "https://a.example/", since_event: 0, caller: "", payment: "" },
  ...{ created_at: BASE, begun_at: BASE, stopped_at: null, suspended_at: null, resumed_at: null, changed_at: BASE },
});

t.test("a service that is well has nothing to mend; each fault is named with what to do", async (t) => {
  const { root, store, redis, keep, look } = await serve(t);
  const sealed = seal(readSealKeys(MONITOR_KEY), "secret", makeSecret(Buffer.alloc(32, 1)), Buffer.alloc(12, 1));
  await store.insert("monitor", [monitorOf(sealed)], "monitor~1");
  await redis.config("SET", "maxmemory-policy", "noeviction");
  const well = await look();
  t.equal(failed(well), "");
  t.match(bad(well).join(), /keeps no log on the disk/, "the Redis of tests");
  t.match(summaryOf(well), /in order|Nothing is wrong/);
  for (const part of [
    "settings",
    "folder",
    "disk",
    "keys",
    "redis",
    "clocks",
    "store",
    "schema",
    "log",
    "record",
    "monitors",
    "service",
    "jobs",
  ]) {
    t.ok(
      well.some((one) => one.part === part && one.level === "ok"),
      part,
    );
  }

  await redis.config("SET", "maxmemory-policy", "allkeys-lru");
  t.match(failed(await look()), /evicts keys when it is full \(allkeys-lru\)[\s\S]*→ Set maxmemory-policy noeviction/);
  await redis.config("SET", "maxmemory-policy", "noeviction");

  t.match(bad(await look({ REDIS_ULR: "x" })), [/settings: REDIS_ULR is no setting; do you mean REDIS_URL/]);
  t.match(failed(await look({ RATE_FACTOR: "much" })), /settings +RATE_FACTOR/);
  await chmod(join(root, "log.key"), 0o644);
  t.match(bad(await look()).join(), /others may read log\.key/);
  await chmod(join(root, "log.key"), 0o600);

  await keep("monitor.key", Buffer.alloc(32, 4).toString("base64"));
  t.match(failed(await look()), /the secrets of 1 of 1 monitors do not open/);
  await keep("monitor.key", MONITOR_KEY);
  await keep("log.key", encodeSigner(signerOf("test/log", Buffer.alloc(32, 6))));
  t.match(failed(await look()), /signed by no key that is known here/);
  await keep("log.key", encodeSigner(LOG_SIGNER));

  const event = { kind: "signal", token: "bitcoin", at: BASE, id: "1", direction: "bullish", severity: 2 };
  await store.insert("event", [{ number: 3, ...event, verdict_from: "", verdict_to: "", written_at: BASE }], "event~3");
  t.match(failed(await look()), /3 events were numbered and 1 are there/);
  await store.command("TRUNCATE TABLE event");

  await store.command("ALTER TABLE log_leaf DELETE WHERE leaf_index = 7 SETTINGS mutations_sync = 1");
  t.match(failed(await look()), /the log has 19 leaves below index 20/);
  await store.command("RENAME TABLE candle TO candle_away");
  t.match(failed(await look()), /schema +missing: candle/);
  await store.command("RENAME TABLE candle_away TO candle");
  await store.command("INSERT INTO migration (name, digest) VALUES ('999_of_tomorrow', 'd')");
  t.match(failed(await look()), /of a newer version \(999_of_tomorrow\)/);
  await store.command("ALTER TABLE migration DELETE WHERE name = '999_of_tomorrow' SETTINGS mutations_sync = 1");
});

/** Every file below a folder with a digest of its bytes, and when it was changed. */
async function digestFolder(root: string): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const path of entries
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort()) {
    hash.update(path).update(await readFile(path));
  }
  return hash.digest("hex");
}

t.test("a stopped service's folder is looked at as a whole, and no byte of it changes", async (t) => {
  const { place, root, engine } = await serve(t);
  const stopped = join(place, "stopped");
  await mkdir(stopped, { mode: 0o700 });
  for (const name of ["log.key", "monitor.key"]) await cp(join(root, name), join(stopped, name));
  await engine.stop();
  await cp(engine.path, join(stopped, "engine"), { recursive: true, verbatimSymlinks: true });
  await chmod(join(stopped, "engine"), 0o700);
  const before = await digestFolder(stopped);
  const findings = await examine({ DATA_DIR: stopped }, () => undefined, suiteNow);
  t.equal(failed(findings), "");
  t.ok(findings.some(({ part, says }) => part === "log" && says.startsWith("20 leaves; the newest 20")));
  t.ok(findings.some(({ part, level }) => part === "service" && level === "none"));
  t.equal(await digestFolder(stopped), before);
});

t.test("a clock is told apart from the way to it", async (t) => {
  const of = (at: number) => lookAtSkew({ name: "Redis", from: 1_000_000, to: 1_000_400, at })[0]?.level;
  t.same([1_000_000, 1_000_400, 1_001_300, 998_900, 1_020_000, 980_000].map(of), [
    "ok",
    "ok",
    "ok",
    "warn",
    "fail",
    "fail",
  ]);
});
