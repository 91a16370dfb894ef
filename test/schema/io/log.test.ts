import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import t from "tap";
import { openLog, openReminder } from "../../../schema/io/log.ts";
import { openLogOutput } from "../../../schema/io/log-output.ts";
import { ROOT } from "../../support/tree.ts";

t.test("a line says which coin it is about; what else is called a token is removed", async (t) => {
  const lines: string[] = [];
  const log = openLog("test", "info");
  const stream = Object.getOwnPropertySymbols(log).find((symbol) => String(symbol) === "Symbol(pino.stream)");
  if (!stream) throw new Error("the logger has no stream");
  Object.assign(log, { [stream]: { write: (line: string) => lines.push(line) } });
  log.warn({ token: "bitcoin", first: { token: "shiba-inu", outcome: "timeout" } }, "pulled in part");
  log.warn({ token: "s3cr3t-bearer", call: { token: "eyJhbGciOi", password: "bitcoin" } }, "asked");
  t.match(JSON.parse(lines[0] ?? ""), { token: "bitcoin", first: { token: "shiba-inu", outcome: "timeout" } });
  t.match(JSON.parse(lines[1] ?? ""), { token: "[removed]", call: { token: "[removed]", password: "[removed]" } });
});

t.test("a log that cannot be written ends nobody, and how much was lost is said once it can be", (t) => {
  let said = "";
  let room = 100;
  const output = openLogOutput("test", (bytes) => {
    if (room === 0) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    const count = Math.min(room, bytes.length);
    room -= count;
    said += Buffer.from(bytes.subarray(0, count)).toString();
    return count;
  });
  const line = (n: number) => `${JSON.stringify({ n, text: "x".repeat(60) })}\n`;
  for (let n = 1; n <= 5; n++) output.write(line(n));
  room = 10_000;
  for (let n = 6; n <= 7; n++) output.write(line(n));
  const lines = said.split("\n").filter((text) => text.endsWith("}"));
  t.match(
    lines.map((text) => JSON.parse(text)),
    [{ n: 1 }, { lost: 4, why: "ENOSPC" }, { n: 6 }, { n: 7 }],
  );
  t.end();
});

t.test(
  "a process whose log goes to a full disk does its work and ends as it wants to",
  { skip: !existsSync("/dev/full") },
  (t) => {
    const door = pathToFileURL(join(ROOT, "schema/io/log.ts")).href;
    const code = `const log = (await import(${JSON.stringify(door)})).openLog("full", "info");
    for (let line = 0; line < 50; line++) {
      log.info({ line }, "working");
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    log.fatal("ending");
    process.stderr.write("done");
    process.exit(7);`;
    const full = openSync("/dev/full", "w");
    const args = ["--import=tsx", "--input-type=module", "-e", code];
    const ended = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ["ignore", full, "pipe"], timeout: 60_000 });
    closeSync(full);
    t.match(ended, { status: 7, signal: null });
    t.equal(ended.stderr.toString(), "done");
    t.end();
  },
);

t.test("what stays so is said when it begins, then once a minute with how often it was met", (t) => {
  const clock = { at: 0, now: () => clock.at };
  const remind = openReminder(clock);
  const said: string[] = [];
  for (; clock.at < 150_000; clock.at += 1_000) {
    remind("Redis is away", (times) => said.push(`${clock.at} away ${times}`));
    if (clock.at === 5_000) remind("Redis is full", (times) => said.push(`${clock.at} full ${times}`));
  }
  t.same(said, ["0 away 1", "5000 full 1", "60000 away 60", "120000 away 60"]);
  t.end();
});
