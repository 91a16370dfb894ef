// npm run soak gates [--keep]: what the gate agents make of the public fixtures; --keep writes the table that the status tells.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Gates } from "../../../schema/object/gates.ts";
import { measureGates, meetOrders, meetWallets } from "./measure.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const MEASURED = "schema/measured/gates.ts";
const git = (...args: readonly string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
/** What is measured is what stands in a commit. */
const wantsKept = process.argv.includes("--keep");
if (wantsKept && git("status", "--porcelain", "--", "api", "jobs", "schema", "test", "scripts", "ingest") !== "") {
  say("uncommitted changes: the table would not be that of a commit");
  process.exit(2);
}

for (const { name, wanted, verdict } of [...meetOrders(), ...meetWallets()])
  say(`${name.padEnd(52)} ${wanted.padEnd(8)} ${verdict}`);
const rows = measureGates();
for (const { agent, fixtures, false_allow, false_block } of rows)
  say(`${agent}: ${fixtures} fixtures, ${false_allow} false ALLOW, ${false_block} false BLOCK`);
if (wantsKept) {
  const told: Gates = { commit: git("rev-parse", "HEAD"), fixtures: "test/recompute/gates/fixtures.ts", rows };
  const text = JSON.stringify(told, null, 2).replace(/"([a-z_]+)":/g, "$1:");
  writeFileSync(
    MEASURED,
    `// How often gate agents were wrong about the public fixtures, as \`npm run soak gates -- --keep\` measured it. Not edited by hand.
import type { Gates } from "../object/gates.ts";

export const GATES: Gates = ${text};
`,
  );
  execFileSync("npx", ["biome", "format", "--write", MEASURED]);
  say(`kept in ${MEASURED}`);
}
process.exit(rows.every(({ false_allow }) => false_allow === 0) ? 0 : 1);
