// Data folders that were made for tests do not pile up.
import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { wallNow } from "./base.ts";
import { pruneFolders } from "./ground.ts";

t.test("of folders that are kept the newest few stay, and whatever was used within the hour", async (t) => {
  const root = t.testdir();
  const make = (name: string, minutesAgo: number) => {
    mkdirSync(join(root, name));
    const at = wallNow() / 1_000 - minutesAgo * 60;
    utimesSync(join(root, name), at, at);
  };
  for (const [at, name] of ["a", "b", "c", "d", "e", "f", "g", "h"].entries()) make(name, 90 + at);
  pruneFolders(root);
  t.same(readdirSync(root).sort(), ["a", "b", "c", "d", "e", "f"]);
  for (const name of ["i", "j", "k"]) make(name, 10);
  pruneFolders(root);
  t.same(readdirSync(root).sort(), ["a", "b", "c", "i", "j", "k"]);
  for (const name of ["l", "m", "n", "o"]) make(name, 5);
  pruneFolders(root);
  t.same(readdirSync(root).sort(), ["i", "j", "k", "l", "m", "n", "o"], "what another run may copy stays");
});
