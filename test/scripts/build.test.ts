// What is built: once for a state of the sources however many ask at once, in force for as long as it is used, and with
// the addresses and lines of the sources.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import t from "tap";
import { DAY_MS } from "../../schema/duration.ts";
import { wallNow } from "../support/base.ts";
import { ROOT } from "../support/tree.ts";

const run = promisify(execFile);
const { PROGRAMS } = (await import(join(ROOT, "scripts/build.js"))) as { PROGRAMS: Readonly<Record<string, string>> };
const CODE_VERSION = "jobs/proof/code-version.ts";
const PAGES = [
  ...["api/page/bundle.ts", "api/page/packed.ts", "api/page/kit/icon.svg", "api/page/kit/first.ts"],
  "api/page/reference/redoc.js",
  ...readdirSync(join(ROOT, "api/page/kit"))
    .filter((name) => name.endsWith(".css"))
    .map((name) => `api/page/kit/${name}`),
];
const TALE = "export const tale = 'told';\n";
/** Written so that building this file leaves it alone. */
const ADDRESS = ["import", "meta", "url"].join(".");
const SOURCE = `import { tale } from "../schema/tale.ts";\nprocess.stdout.write(${ADDRESS} + " " + tale);\n`;

/** A project of the same programs, each a line or two. */
function makeProject(t: { testdir(): string }): string {
  const root = t.testdir();
  mkdirSync(join(root, "scripts"));
  mkdirSync(join(root, dirname(CODE_VERSION)), { recursive: true });
  for (const folder of ["kit", "reference"]) mkdirSync(join(root, "api/page", folder), { recursive: true });
  for (const file of [
    "scripts/build.js",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    CODE_VERSION,
    ...PAGES,
  ]) {
    cpSync(join(ROOT, file), join(root, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  for (const folder of ["schema", "ingest"]) mkdirSync(join(root, folder));
  for (const file of Object.values(PROGRAMS)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "export {};\n");
  }
  writeFileSync(join(root, "schema/tale.ts"), TALE);
  writeFileSync(
    join(root, "scripts/migrate.ts"),
    `import { codeVersion } from "../${CODE_VERSION}";\nprocess.stdout.write(codeVersion());\n`,
  );
  writeFileSync(join(root, "api/main.ts"), SOURCE);
  writeFileSync(
    join(root, "jobs/main.ts"),
    "type Lost = string;\n\nconst lost: Lost = 'lost';\nthrow new Error(lost);\n",
  );
  return root;
}

const build = async (root: string, ...args: readonly string[]) => {
  const { stdout, stderr } = await run(process.execPath, [join(root, "scripts/build.js"), ...args]);
  return { folder: stdout.trim(), said: stderr };
};
const start = (folder: string, name: string) =>
  run(process.execPath, ["--enable-source-maps", join(folder, `${name}.js`)]);

t.test("many who ask at once get one build, and nothing else is left", async (t) => {
  const root = makeProject(t);
  const built = await Promise.all([build(root), build(root), build(root)]);
  t.equal(new Set(built.map(({ folder }) => folder)).size, 1);
  t.equal(readdirSync(join(root, ".cache/built")).length, 1);
  const { folder, said } = await build(root);
  t.equal(said, "", "what is there is not made again");
  const { stdout } = await start(folder, "api");
  t.equal(stdout, `${pathToFileURL(join(root, "api/main.ts"))} told`, "a source's files are found where it is");
  await t.rejects(start(folder, "jobs"), /Error: lost\n.*jobs\/main\.ts:4/, "an error names the line");
});

t.test("changed sources are another build; an old one goes unless a process runs it", async (t) => {
  const root = makeProject(t);
  const { folder: first } = await build(root);
  writeFileSync(join(root, "schema/tale.ts"), TALE.replace("told", "retold"));
  const { folder: second } = await build(root);
  t.equal((await start(second, "api")).stdout.split(" ")[1], "retold");
  t.equal((await start(first, "api")).stdout.split(" ")[1], "told");
  const version = async (folder: string) => (await start(folder, "migrate")).stdout;
  t.match(await version(first), /^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
  t.not(
    await version(first),
    await version(second),
    "each says the code that it was made of, not what is there by now",
  );
  mkdirSync(join(root, "jobs/statement"));
  writeFileSync(join(root, "jobs/statement/new.sql"), "SELECT 1");
  t.not((await build(root)).folder, second, "a statement is code as well");
  rmSync(join(root, "jobs/statement"), { recursive: true });
  const old = new Date(wallNow() - DAY_MS);
  for (const name of readdirSync(join(root, ".cache/built"))) utimesSync(join(root, ".cache/built", name), old, old);
  const code = `process.stdout.write("up"); setInterval(() => {}, 1000)`;
  const running = spawn(process.execPath, ["-e", code, join(second, "start.js")], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  t.teardown(() => running.kill("SIGKILL"));
  await once(running.stdout, "data");
  writeFileSync(join(root, "schema/tale.ts"), TALE.replace("told", "told anew"));
  const { folder: third } = await build(root);
  t.same(
    readdirSync(join(root, ".cache/built"))
      .map((name) => join(root, ".cache/built", name))
      .sort(),
    [second, third].sort(),
  );
});

t.test(
  "tests are built by the names of their files, share what they load, and are no part of the programs",
  async (t) => {
    const root = makeProject(t);
    const { folder: programs } = await build(root);
    mkdirSync(join(root, "test/schema"), { recursive: true });
    const counted = "export const count = { at: 0 };\n";
    writeFileSync(join(root, "schema/count.ts"), counted);
    const source = `import { count } from "../../schema/count.ts";\ncount.at += 1;\nprocess.stdout.write(${ADDRESS} + count.at);\n`;
    for (const name of ["one", "two"]) writeFileSync(join(root, `test/schema/${name}.test.ts`), source);
    const { folder } = await build(root, "--suites");
    const code = `for (const name of ["one", "two"]) await import(${JSON.stringify(folder)} + "/test.schema." + name + ".test.js");`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code]);
    const addressOf = (name: string) => pathToFileURL(join(root, `test/schema/${name}.test.ts`)).href;
    t.equal(stdout, `${addressOf("one")}1${addressOf("two")}2`);
    writeFileSync(join(root, "test/schema/two.test.ts"), source.replace("+= 1", "+= 2"));
    t.not((await build(root, "--suites")).folder, folder, "a changed test is another build");
    rmSync(join(root, "schema/count.ts"));
    t.equal((await build(root)).folder, programs, "and the programs are what they were");
  },
);

t.test("sources that cannot be built are refused with what is wrong, and nothing is left of it", async (t) => {
  const root = makeProject(t);
  writeFileSync(join(root, "schema/tale.ts"), "export const told = 1;\n");
  await t.rejects(build(root), /No matching export in "schema\/tale\.ts"/);
  t.same(readdirSync(join(root, ".cache/built")), []);
});
