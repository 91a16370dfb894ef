// The clock of a suite: it starts at the base instant, whatever the machine's says, in every process and in the engine.
import { execFileSync } from "node:child_process";
import t from "tap";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import { BASE, suiteNow } from "./base.ts";
import { startTestStore } from "./store.ts";

/** A suite takes minutes. */
const isOfSuite = (at: number) => at >= BASE && at < BASE + HOUR_MS;

t.test("instants of a process are of its suite, and dates that are given are as they are", async (t) => {
  t.ok(isOfSuite(suiteNow()));
  t.ok(isOfSuite(Date.parse(new Date().toISOString())));
  t.ok(isOfSuite(Date.parse(Date())), "to the second");
  t.ok(new Date() instanceof Date);
  t.ok(Math.abs(new Date(2_026, 0).getTime() - Date.UTC(2_026, 0)) < DAY_MS, "in the zone of the machine");
  t.equal(new Date("2026-11-18T12:07:00Z").getTime(), Date.UTC(2026, 10, 18, 12, 7));
  t.equal(Object.prototype.toString.call(new Date(0)), "[object Date]");
  class Instant extends Date {}
  t.ok(new Instant() instanceof Instant);
  t.ok(isOfSuite(new Instant().getTime()));
});

t.test("so are those of every process that a test starts, whatever environment it gets", async (t) => {
  const code = `const { execFileSync: run } = require("node:child_process");
    const say = "process.stdout.write(String(Date.now()))";
    process.stdout.write(Date.now() + " " + run(process.execPath, ["-e", say]))`;
  for (const env of [process.env, { PATH: process.env.PATH }]) {
    const said = execFileSync(process.execPath, ["-e", code], { env, encoding: "utf8" }).split(" ").map(Number);
    t.equal(said.length, 2);
    for (const at of said) t.ok(Math.abs(at - suiteNow()) < 60_000, `${at}`);
  }
});

t.test("and those of the engine's statements and views", async (t) => {
  const { store } = await startTestStore(t);
  const ask = (sql: string) => store.query({ name: "test", sql }, {}) as Promise<Record<string, unknown>[]>;
  const [said] = await ask(`SELECT toUnixTimestamp(now()) * 1000 AS second, toUnixTimestamp64Milli(now64(3)) AS milli,
    toUnixTimestamp(toDateTime(today(), 'UTC')) * 1000 AS day, toUnixTimestamp(toDateTime(yesterday(), 'UTC')) * 1000 AS before,
    'now()' AS quoted, toUnixTimestamp(materialize(now())) * 1000 AS row`);
  for (const name of ["second", "milli", "row"]) t.ok(isOfSuite(Number(said?.[name]) + 1_000), name);
  t.equal(Number(said?.day) - Number(said?.before), DAY_MS);
  t.ok(Math.abs(Number(said?.day) - BASE) < 2 * DAY_MS, "in the engine's zone");
  t.equal(said?.quoted, "now()");
  t.equal((await ask("SELECT 1 AS n -- the venue's now()\n/* today () */")).length, 1, "what is said beside is left");
  for (const other of ["now ()", "UTCTimestamp()", "CURRENT_TIMESTAMP", "now64(toUInt8(3))"])
    await t.rejects(ask(`SELECT ${other}`), /told the machine's time/, other);
});
