// Every command explains itself in one form, and a mistyped one says where the explanation is.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import t from "tap";
import { decodeSigner } from "../../schema/proof/note.ts";
import { decodeVerifier } from "../../schema/proof/note-text.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";
import { TOKENS } from "../../schema/token/token-list.ts";
import { showKey } from "../../scripts/keys/show-key.ts";
import { createKey } from "../../scripts/keys/store-key.ts";
import { findFreePort } from "../../scripts/start/port.ts";
import { ROOT, readText } from "../support/tree.ts";

const { scripts } = JSON.parse(readText("package.json")) as { scripts: Record<string, string> };
/** Style and types; and the verifier, a file that stands alone and explains itself. */
const TOOLS = new Set(["verify", "verify-proof"]);
const run = (script: string, ...args: string[]) => {
  const [command = "", ...given] = (scripts[script] ?? "").split(" ");
  return spawnSync(command, [...given, ...args], { cwd: ROOT, encoding: "utf8", timeout: 60_000 });
};

const NAMES = Object.keys(scripts).filter((name) => !TOOLS.has(name));
/** In one process what `--help` answers for each: a start of its own for each of them costs more than all the rest. */
function readHelps(): { name: string; stdout: string }[] {
  const code = `import(process.env.HELP).then(({ helpOf }) => process.stdout.write(JSON.stringify(
    JSON.parse(process.env.NAMES).map((name) => helpOf(name)))))`;
  const env = { ...process.env, NAMES: JSON.stringify(NAMES), HELP: join(ROOT, "scripts/help.js") };
  const { stdout } = spawnSync(process.execPath, ["-e", code], { cwd: ROOT, encoding: "utf8", env });
  const told = JSON.parse(stdout) as string[];
  return NAMES.map((name, at) => ({ name, stdout: told[at] ?? "" }));
}
const HELPS = readHelps();

t.test("every command answers --help in the same form, and starts nothing", async (t) => {
  for (const name of NAMES) t.equal(scripts[name], `node scripts/setup.js ${name}`);
  for (const name of ["start", "test", "soak", "client"]) {
    const { status, stdout, stderr } = run(name, "--help");
    t.same([status, stderr], [0, ""], name);
    t.equal(stdout, HELPS.find((one) => one.name === name)?.stdout);
  }
  for (const { name, stdout } of HELPS) {
    const call = name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`;
    t.ok(stdout.startsWith(call), `${name} begins with how it is called`);
    const [, empty, about, blank, ...lines] = stdout.trimEnd().split("\n");
    t.same([empty, blank], ["", ""], name);
    t.match(about, /^[A-Z].*\.$/, `${name} says what it is for`);
    for (const line of lines) t.match(line, /^ {2}\S.* {2}\S/, `${name}: ${line}`);
    t.match(lines.at(-1), / --help +this text$/);
  }
});

t.test(
  "a command that there is not is told from those that there are, before anything is installed or run",
  async (t) => {
    for (const given of [["nosuch"], ["--help"], ["nosuch", "--help"]]) {
      const { status, stderr } = spawnSync("node", ["scripts/setup.js", ...given], { cwd: ROOT, encoding: "utf8" });
      t.same([status, stderr.trim().split("\n").length], [1, 1], stderr);
      t.match(stderr, /There is no command (nosuch|--help): use start, test, /);
    }
  },
);

/** What `scripts/argument.js` says of each call, in one process. */
function sayAll(calls: readonly (readonly string[])[]): (string | null)[] {
  const code = `import(process.env.CHECK).then(({ wrongArguments }) => process.stdout.write(JSON.stringify(
    JSON.parse(process.env.CALLS).map(([mode, ...given]) => wrongArguments(mode, given)))))`;
  const env = { ...process.env, CALLS: JSON.stringify(calls), CHECK: join(ROOT, "scripts/argument.js") };
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", code], { cwd: ROOT, encoding: "utf8", env });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as (string | null)[];
}

const MISTYPED: readonly (readonly [string, RegExp])[] = [
  ["start --port 9000", /settings come from the environment: PORT=9000 npm start\./],
  ["start --port=9000", /PORT=9000 npm start\./],
  ["start live", /takes no arguments/],
  ["soak freshness foo", /MINUTES is "foo": it must be a number/],
  ["soak overload 1 --stop-minutes foo", /--stop-minutes is "foo"/],
  ["soak overload --stop-minutes", /--stop-minutes needs a value/],
  ["soak log foo", /NUMBER is "foo"/],
  ["soak watch", /is missing/],
  ["soak failover foo", /is "foo": it must be cluster or sentinel/],
  ["soak watch foo", /is "foo": it must be storm, kill or flush/],
  ["soak verdicts foo", /SEED is "foo"/],
  ["soak weeks foo", /WEEKS is "foo"/],
  ["soak weeks 1 4 x", /SEED is "x"/],
  ["soak weeks 1 bitcoinn", /there is no bitcoinn among bitcoin, ethereum, /],
  ["soak weeks 1 bitcoin,dogg,floky", /there is no dogg, floky among /],
  ["test --watch", /there is no option --watch/],
  ["test test/house.test.ts --reporter=terse", /there is no option --reporter/],
  ["test --jobs many", /--jobs is "many"/],
  ["soak chaos 3", /takes no "3"/],
  ["soak chaos --minutes long", /--minutes is "long": it must be a number above 0/],
  ["soak chaos --case F28", /--case is "F28": it must be F1 to F27/],
  ["bench --foo", /no option --foo/],
  ["retune --days foo", /--days is "foo": it must be a whole number from 1 to 400/],
  ["retune --days 0", /--days is "0"/],
  ["retune extra", /takes no "extra"/],
  ["backup folder --every 720", /--every is "720": it must be a number above 0, and at most 596/],
  ["backup folder --every 0", /--every is "0"/],
  ["probe --foo", /no option --foo/],
  ["probe extra", /takes no "extra"/],
  ["pay", /URL is missing/],
  ["pay foo", /URL is "foo": it must be a path such as/],
  ["pay /v1/state/bitcoin extra", /"extra" is one too many/],
  ["pay /v1/state/bitcoin --ledger foo", /--ledger is "foo": it must be an address/],
  ["pay /v1/state/bitcoin --spend=1", /--spend takes no value/],
  ["keys", /a command is missing; there are create, list/],
  ["keys dance", /no command "dance"; there are create, list/],
  ["keys create", /NAME is missing/],
  ["keys create a b", /"b" is one too many/],
  ["keys create a --read x", /--read is "x"/],
  ["export --table candle", /--out is needed/],
  ["sql --colour", /no option --colour/],
  ["sql --file no/such.sql", /--file is "no\/such.sql": it must be a file/],
  ["test no/such.test.ts", /FILE is "no\/such.test.ts": it must be a file/],
  ["dictionary x", /takes no "x"/],
];
const TAKEN = [
  "start",
  "test test/house.test.ts",
  "test --bail",
  "test test/house.test.ts --grep /cycle/ --timeout=300 --jobs 1",
  "soak weeks 6 100",
  "soak verdicts 11 2 30",
  "bench read mixed --quick",
  "soak outage 0.5 binance okx",
  "soak outage",
  "soak watch kill 7",
  "soak watch flush 7",
  "soak overload 10 --stop-minutes=5",
  "soak overload 0 --stop-minutes 90",
  "soak weeks 6 bitcoin,solana 7",
  "retune --days 30",
  "probe",
  "probe --pull",
  "probe --pull binance,okx",
  "pay http://127.0.0.1:8080/v1/state/bitcoin --body {} --spend",
  "keys create name --read 5 --llm=6",
  "keys signing",
  "sql --facts --format CSV SELECT 1",
  "export --table candle --out x.parquet --from 2026-11-01",
];

t.test("what is mistyped ends in one line that says what would do and where the help is", async (t) => {
  const said = sayAll(MISTYPED.map(([call]) => call.split(" ")));
  for (const [at, [call, words]] of MISTYPED.entries()) {
    t.match(said[at], words, call);
    t.match(said[at], /^npm [^\n]* -- --help says what may follow\.$/, call);
  }
  t.same(
    sayAll(TAKEN.map((call) => call.split(" "))),
    TAKEN.map(() => null),
  );
  const { status, stderr } = run("keys", "dance");
  t.equal(status, 1);
  t.match(stderr, /^npm run keys: no command "dance"[^\n]*\n$/);
});

t.test("a command says which setting is misspelt, and what to do where no service runs", async (t) => {
  const [command = "", ...given] = (scripts.keys ?? "").split(" ");
  const dataDir = join(t.testdir(), "none");
  const { REDIS_URL: _redis, CLICKHOUSE_URL: _store, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: dataDir, MARKT: "live" };
  const { status, stderr } = spawnSync(command, [...given, "list"], { cwd: ROOT, encoding: "utf8", env });
  t.equal(status, 1);
  const [hint, absent] = stderr.trimEnd().split("\n").slice(-2);
  t.equal(hint, "! MARKT is no setting; do you mean MARKET?");
  t.equal(
    absent,
    `No service uses ${dataDir}: start it with \`npm start\`, name its folder with DATA_DIR=…, or set REDIS_URL and CLICKHOUSE_URL.`,
  );
});

t.test("the tokens that a command knows are those of the list", async (t) => {
  const code = "import(process.env.CHECK).then(({ tokenIds }) => process.stdout.write(tokenIds().join()))";
  const env = { ...process.env, CHECK: join(ROOT, "scripts/argument.js") };
  const { stdout } = spawnSync(process.execPath, ["-e", code], { cwd: ROOT, encoding: "utf8", env });
  t.same(
    stdout.split(","),
    TOKENS.map(({ id }) => id),
  );
});

t.test("who pays hears which of the two did not answer, and why", async (t) => {
  const away = `http://127.0.0.1:${await findFreePort()}`;
  const { status, stderr } = run("pay", `${away}/v1/state/bitcoin`, "--ledger", away);
  t.equal(status, 1);
  t.match(stderr, new RegExp(`pay: the service at ${away} cannot be reached \\(ECONNREFUSED\\)`));
});

t.test("every option that a help names is taken, and each that is taken is named", async (t) => {
  const given = HELPS.flatMap(({ name, stdout }) => {
    const named = new Set(stdout.match(/--[a-z][a-z-]+/g) ?? []);
    named.delete("--help");
    return [...named].map((option) => [name, ...(name === "keys" ? ["create", "a"] : []), option, "x"]);
  });
  t.ok(given.length > 10, `${given.length} options`);
  for (const [at, said] of sayAll(given).entries()) t.notMatch(said ?? "", /no option/, given[at]?.join(" ") ?? "");
});

t.test("a signing key is made that the settings take", async (t) => {
  const { stdout } = run("keys", "signing", "api.example.com/log");
  const [line = "", , open = ""] = stdout.trim().split("\n");
  const key = line.replace("LOG_SIGNING_KEYS=", "");
  t.equal(decodeSigner(key).name, "api.example.com/log");
  t.same(decodeVerifier(open).publicKey, decodeSigner(key).publicKey);
  t.equal(parseEnv({ LOG_SIGNING_KEYS: key }).LOG_SIGNING_KEYS, key);
});

t.test("a partner's name has nothing that a terminal obeys or hides, made or shown", async (t) => {
  const hostile = "fund\u001b[2J\u001b]0;x\u0007\r\nmade up  read 1/min\u202e\u200bfund";
  const key = { id: "abcdefgh", digest: "", read: 1, llm: 1, createdAt: 0, changedAt: 0, revokedAt: null };
  const line = showKey({ ...key, name: hostile });
  t.match(line, /^abcdefgh {2}fund/);
  t.notMatch(line, /[\p{Cc}\p{Cf}]/u);
  const stored = () => t.fail("it was stored");
  const doors = { redis: { multi: stored } as never, store: { insert: stored } as never, now: () => 0 };
  for (const name of [hostile, "", " fund", "a\u0000b", "x".repeat(81)]) {
    await t.rejects(createKey(doors, name), { message: /visible characters/ }, JSON.stringify(name));
  }
});
