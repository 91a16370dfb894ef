// `npm run pictures -- --twice`: the whole walk two times, each in a process of its own, and whether both took the same pictures.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { noBrowser } from "../../support/browser.ts";
import { ROOT } from "../../support/tree.ts";

const FOLDER = process.env.PICTURES_FOLDER ?? join(ROOT, ".cache/pictures");

async function walk(folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  const child = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, "main.ts")], {
    env: { ...process.env, PICTURES_FOLDER: folder },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  return Number(code);
}

t.test("both walks take the same pictures", { skip: noBrowser }, async (t) => {
  t.setTimeout(3_600_000);
  const [first, second] = [join(FOLDER, "first"), join(FOLDER, "second")];
  for (const folder of [first, second]) t.equal(await walk(folder), 0, folder);
  const names = readdirSync(first).filter((name) => name.endsWith(".png"));
  t.ok(names.length > 0);
  t.same(
    readdirSync(second).filter((name) => name.endsWith(".png")),
    names,
  );
  for (const name of names) t.ok(readFileSync(join(first, name)).equals(readFileSync(join(second, name))), name);
});
