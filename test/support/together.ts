// Runs the tests of whole folders one after another in one process: loading the code costs more than most of them do.
import { readdirSync } from "node:fs";
import { join, posix } from "node:path";
import t from "tap";
import { endFile, holdUndos } from "./file-end.ts";
import { ROOT } from "./tree.ts";

/** The runner's own bound for a file that asks for no other; without it a suite had that bound as a whole. */
const FILE_MS = Math.max(120, Number(process.env.TAP_TIMEOUT ?? 0)) * 1_000;

/** The tests as `npm test` has built them; as they are written where one suite is run by itself. */
const BUILT = process.env.BUILT_SUITES;
const addressOf = (file: string): string =>
  BUILT === undefined ? join(ROOT, file) : join(BUILT, file.replaceAll("/", ".").replace(/\.ts$/, ".js"));

/** Runs these files of test/, and every test file of these folders of it, not of those within. Only a file's tests may await a test. */
export async function together(...places: readonly string[]): Promise<void> {
  holdUndos();
  for (const place of places) {
    const isFile = place.endsWith(".test.ts");
    const folder = isFile ? posix.dirname(place) : place;
    const names = isFile ? [posix.basename(place)] : readdirSync(join(ROOT, "test", folder));
    for (const name of names.filter((one) => one.endsWith(".test.ts")).sort()) {
      // A file's tests queue up behind the one that loads it, and the next file behind them.
      await t.test(posix.join(folder, name), async () => {
        t.setTimeout(FILE_MS);
        await endFile();
        await import(addressOf(posix.join("test", folder, name)));
      });
    }
  }
}
