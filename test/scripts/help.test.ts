// Every command explains itself in one form, and a mistyped one says where the explanation is.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import t from "tap";
import { parseEnv } from "../../schema/env.ts";
import { decodeSigner } from "../../schema/proof/note.ts";
import { decodeVerifier } from "../../schema/proof/note-text.ts";
import { showKey } from "../../scripts/keys/show-key.ts";
import { createKey } from "../../scripts/keys/store-key.ts";
import { ROOT, readText } from "../support/tree.ts";

const { scripts } = JSON.parse(readText("package.json")) as { scripts: Record<string, string> };
/** Style and types; and the verifier, a file that stands alone and explains itself. */
const TOOLS = new Set(["verify", "verify-proof"]);
const run = (script: string, ...args: string[]) => {
  const [command = "", ...given] = (scripts[script] ?? "").split(" ");
  return spawnSync(command, [...given, ...args], { cwd: ROOT, encoding: "utf8", timeout: 60_000 });
};

t.test("every command answers --help in the same form, and starts nothing", async (t) => {
  for (const name of Object.keys(scripts).filter((one) => !TOOLS.has(one))) {
    const { status, stdout, stderr } = run(name, "--help");
    t.equal(status, 0, `${name}: ${stderr}`);
    const call = name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`;
    t.ok(stdout.startsWith(call), `${name} begins with how it is called`);
    const [, empty, about, blank, ...lines] = stdout.trimEnd().split("\n");
    t.same([empty, blank], ["", ""], name);
    t.match(about, /^[A-Z].*\.$/, `${name} says what it is for`);
    for (const line of lines) t.match(line, /^ {2}\S.* {2}\S/, `${name}: ${line}`);
    t.match(lines.at(-1), / --help +this text$/);
  }
});

t.test("what is mistyped is one line that says where the help is", async (t) => {
  // Whoever comes first hears that it is built.
  spawnSync(process.execPath, [join(ROOT, "scripts/build.js")]);
  for (const [name, ...args] of [
    ["keys", "dance"],
    ["keys", "create"],
    ["pay"],
    ["export", "--table", "candle"],
    ["sql", "--colour"],
  ] as const) {
    const { status, stderr } = run(name, ...args);
    t.not(status, 0, name);
    t.equal(stderr.trim().split("\n").length, 1, stderr);
    t.notMatch(stderr, / {4}at /, "no stack");
  }
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
