// The access log: whole lines, bounded files, and nothing of the caller but a kind.
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { openLog } from "../../../../schema/io/log.ts";
import { type AccessLine, openAccessLog } from "../../../../schema/io/seen/access-log.ts";
import { until } from "../../../support/until.ts";

const clock = { now: () => Date.UTC(2026, 10, 20, 12) };
const log = openLog("test", "silent");
const line: AccessLine = {
  ...{ id: "mine_1", caller: "key", method: "GET", route: "getState", status: 200, bytes: 21_000, us: 47.4, of: 1_000 },
};

async function folderFor(t: { teardown(end: () => unknown): void }) {
  const folder = await mkdtemp(join(tmpdir(), "assay-access-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
const read = async (folder: string) =>
  (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")))).join("");

t.test("a line is JSON with the id, the kind of caller, route, status, bytes and microseconds", async (t) => {
  const folder = await folderFor(t);
  const access = await openAccessLog(join(folder, "access"), { process: "api", clock, log });
  access?.write(line);
  await access?.close();
  const text = await read(folder);
  t.same(JSON.parse(text), { time: "2026-11-20T12:00:00.000Z", process: "api", ...line, us: 47 });
  t.ok(text.endsWith("\n"));
});

t.test("what is written while nobody closes it is there soon", async (t) => {
  const folder = await folderFor(t);
  const access = await openAccessLog(join(folder, "access"), { process: "api", clock, log });
  access?.write(line);
  await until(async () => (await read(folder)).includes("mine_1"));
  await access?.close();
});

t.test("files are rolled by size and the oldest go, so that the folder stays bounded", async (t) => {
  const folder = await folderFor(t);
  const access = await openAccessLog(join(folder, "access"), { process: "api", clock, log, size: "20k" });
  for (let batch = 0; batch < 60; batch++) {
    for (let k = 0; k < 100; k++) access?.write(line);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await access?.close();
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  t.ok(names.length > 1 && names.length <= 7, `${names.length} files`);
  t.ok(sizes.reduce((sum, size) => sum + size, 0) < 60 * 100 * 100, "less than what was written");
  for (const text of (await read(folder)).trim().split("\n")) t.ok(JSON.parse(text), "whole lines");
});

t.test("off and nothing at all write nothing", async (t) => {
  for (const to of ["", "off"]) t.equal(await openAccessLog(to, { process: "api", clock, log }), null);
});
