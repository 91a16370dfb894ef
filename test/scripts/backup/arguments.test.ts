// Arguments of the program that makes backups, as docker-compose.yml and systemd start it: without `npm run` before it.
import { spawnSync } from "node:child_process";
import t from "tap";
import { programArgs } from "../../../scripts/program.ts";

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [["--check", "abc"], /--check is "abc": it must be a number above 0/],
  [["--every", "abc"], /--every is "abc"/],
  [["--every", "0"], /--every is "0"/],
  [["--every", "720"], /--every is "720": it must be a number above 0, and at most 596/],
  [["--keep", "seven"], /--keep is "seven": it must be a whole number from 1 on/],
  [["--keep", ""], /--keep is ""/],
  [["--kept", "7"], /there is no option --kept/],
];

t.test("a backup does not start on an argument that it cannot take", async (t) => {
  const folder = t.testdir({});
  const start = (...args: readonly string[]) =>
    spawnSync(process.execPath, [...programArgs("backup"), ...args], { encoding: "utf8", timeout: 60_000 });
  for (const [args, says] of WRONG) {
    const { status, stderr } = start(folder, ...args);
    t.equal(status, 1, args.join(" "));
    t.match(stderr, says);
  }
  t.match(start().stderr, /FOLDER is missing/);
  t.match(start("--restore").stderr, /BACKUP is missing/);
  t.match(start(folder, "--check", "26").stderr, /There is no backup in/, "and starts on what it takes");
});
