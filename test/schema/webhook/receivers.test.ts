// The receivers of docs/webhooks.md, run as they stand: they take what we sign, and nothing else.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import t, { type Test } from "tap";
import { makeSecret } from "../../../schema/webhook/secret.ts";
import { signDelivery } from "../../../schema/webhook/sign.ts";
import { findFreePort } from "../../../scripts/start/port.ts";
import { suiteNow, wallNow } from "../../support/base.ts";
import { ROOT } from "../../support/tree.ts";
import { until } from "../../support/until.ts";

const SECRET = makeSecret(Buffer.alloc(32, 5));
const page = readFileSync(join(ROOT, "docs/webhooks.md"), "utf8");
const code = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? "";
// Within the project, where its packages are found.
mkdirSync(join(ROOT, ".cache"), { recursive: true });
const folder = mkdtempSync(join(ROOT, ".cache/receiver-"));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** `now` is the clock that the receiver has, epoch milliseconds. */
async function judge(t: Test, now: () => number, start: (port: number) => ChildProcess): Promise<void> {
  const port = await findFreePort();
  const child = start(port);
  t.teardown(() => child.kill("SIGKILL"));
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const body = '{"monitor_id":"mon_1","kind":"signal","token":"bitcoin","id":"msg_1","sequence":1,"text":"é"}';
  const header = "X-Service-Signature";
  const signed = (secret = SECRET, at = now()) => signDelivery({ secret, id: "msg_1", at, body, header });
  const post = async (headers: Record<string, string>, text = body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: text });
    return answer.status;
  };
  await until(() => post(signed()).catch(() => null), 30_000);
  t.equal(await post(signed()), 204, "what we signed");
  t.equal(await post(signed(), body.replace("bitcoin", "bitcoiN")), 401, "a changed body");
  t.equal(await post(signed(makeSecret(Buffer.alloc(32, 6)))), 401, "another secret");
  t.equal(await post(signed(SECRET, now() - 400_000)), 401, "an old message");
  t.equal(await post({ ...signed(), [header]: "0".repeat(64) }), 401, "one signature that does not hold");
  t.equal(await post({}), 401, "none");
  t.match(said, /msg_1/, "the message is there");
}

const env = { ...process.env, MONITOR_SECRET: SECRET };

t.test("TypeScript", async (t) => {
  const { code: plain } = await transform(code("ts"), { loader: "ts", format: "esm" });
  await judge(t, suiteNow, (port) => {
    const path = join(folder, "receiver.mjs");
    writeFileSync(path, plain.replace("8443", String(port)));
    return spawn(process.execPath, [path], { env, stdio: ["ignore", "pipe", "ignore"] });
  });
});

const hasPython = spawnSync("python3", ["--version"], { stdio: "ignore" }).status === 0;

t.test("Python", { skip: hasPython ? false : "there is no python3" }, async (t) => {
  await judge(t, wallNow, (port) => {
    const path = join(folder, "receiver.py");
    writeFileSync(path, code("python").replace("8443", String(port)));
    return spawn("python3", [path], { env, stdio: ["ignore", "pipe", "ignore"] });
  });
});
