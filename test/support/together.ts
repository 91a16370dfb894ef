// Runs the tests of whole folders one after another in one process: loading the code costs more than most of them do.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { ROOT } from "./tree.ts";

/** The runner's own bound for a file that asks for no other; without it a suite had that bound as a whole. */
const FILE_MS = 120_000;

/** Runs every test file of these folders of test/, not of the folders within. Only a file's tests may await a test. */
export async function together(...folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const names = readdirSync(join(ROOT, "test", folder)).filter((name) => name.endsWith(".test.ts"));
    for (const name of names.sort()) {
      // A file's tests queue up behind the one that loads it, and the next file behind them.
      await t.test(`${folder}/${name}`, async () => {
        t.setTimeout(FILE_MS);
        await import(join(ROOT, "test", folder, name));
      });
    }
  }
}
