// The typed client that `npm run client` writes: the examples of its document compile against it.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { programArgs } from "../../../scripts/program.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });

t.test("the examples of docs/client.md compile, and a wrong one does not", async (t) => {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache", "client-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const written = run(...programArgs("client"), join(folder, "client"));
  t.equal(written.status, 0, written.stderr);
  const text = readFileSync(join(ROOT, "docs/client.md"), "utf8");
  const examples = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) =>
    code.replaceAll('"./scripts/', '"../../scripts/'),
  );
  t.equal(examples.length, 2);
  for (const [at, code] of examples.entries()) writeFileSync(join(folder, `example-${at}.ts`), code);
  const [first = ""] = examples;
  writeFileSync(join(folder, "wrong.ts"), first.replace("price_usd", "prize_usd").replace("50_000", '"much"'));
  const options = { noEmit: true, composite: false, incremental: false };
  const config = { extends: join(ROOT, "tsconfig.json"), compilerOptions: options, include: ["*.ts", "client/*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  // One checker: each looks anew at what all files share.
  const { stdout } = run(compiler, "-p", folder, "--pretty", "false", "--checkers", "1");
  const wrong = stdout.split("\n").filter((line) => /error TS/.test(line));
  t.same(
    wrong.filter((line) => !line.includes("wrong.ts")),
    [],
  );
  t.match(wrong.join("\n"), /prize_usd[\s\S]*string/);
});
