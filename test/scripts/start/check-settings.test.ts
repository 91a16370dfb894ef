// What the machine says of the settings: ports, files, folders and servers, before anything starts.
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import t from "tap";
import { checkSettings } from "../../../scripts/start/check-settings.ts";
import { findFreePort } from "../../../scripts/start/port.ts";
import { listFiles } from "../../support/tree.ts";

const TLS = listFiles().filter((file) => file.startsWith("test/fixture/tls/"));
const pem = (part: string) => TLS.find((file) => file.includes(part)) ?? "";

t.test("settings that hold here are given back, and their data folder is made", async (t) => {
  const root = join(t.testdir(), "one", "two");
  const env = await checkSettings({ DATA_DIR: root, PORT: String(await findFreePort()) });
  t.equal(env.DATA_DIR, root);
  t.ok(existsSync(root));
});

t.test("every fault of this machine stands in the one list beside the faults of form", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await once(server, "listening");
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? String(address.port) : "";
  const folder = t.testdir({ file: "x", "no.pem": "no certificate" });
  const source = {
    MARKET: "moon",
    PORT: taken,
    HOST: "127.0.0.1",
    DATA_DIR: join(folder, "file", "below"),
    TLS_PORT: String(await findFreePort()),
    TLS_CERT_FILE: join(folder, "no.pem"),
    TLS_KEY_FILE: join(folder, "missing.pem"),
    LIVE_ORIGINS: '{"binanse":"http://127.0.0.1:1"}',
    ANCHOR_KEY: "ed25519_sk1abc",
    REDIS_URL: "redis://127.0.0.1:1",
    CLICKHOUSE_URL: "http://127.0.0.1:1",
  };
  const error = await checkSettings(source).then(
    () => null,
    (reason: unknown) => reason as Error,
  );
  const text = error?.message ?? "";
  for (const line of [
    /MARKET="moon" must be one of sandbox, live/,
    /PORT="\d+" is taken/,
    /DATA_DIR=".*" cannot be written \(ENOTDIR/,
    /TLS_KEY_FILE=".*" cannot be read \(ENOENT\)/,
    /LIVE_ORIGINS=.* names no provider with "binanse"; there are binance/,
    /ANCHOR_KEY \(secret, 14 characters\) cannot be read/,
    /REDIS_URL=.* takes no writes/,
    /CLICKHOUSE_URL=.* answers no statement/,
  ]) {
    t.match(text, line);
  }
  t.equal(text.split("\n").length, 9);
});

t.test("a folder that the system refuses ends in a message, not in a start that never ends", async (t) => {
  await t.rejects(checkSettings({ DATA_DIR: "/proc/assay", PORT: String(await findFreePort()) }), {
    message: /DATA_DIR="\/proc\/assay" cannot be written/,
  });
});

t.test("a certificate is taken with its own key only", async (t) => {
  const folder = t.testdir();
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "other.pem"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
  const source = {
    DATA_DIR: join(folder, "data"),
    PORT: String(await findFreePort()),
    TLS_PORT: String(await findFreePort()),
    TLS_CERT_FILE: pem("cert"),
    TLS_KEY_FILE: pem("key"),
  };
  t.equal((await checkSettings(source)).TLS_CERT_FILE, source.TLS_CERT_FILE);
  await t.rejects(checkSettings({ ...source, TLS_KEY_FILE: join(folder, "other.pem") }), {
    message: /TLS_CERT_FILE=".*" and TLS_KEY_FILE are no PEM certificate with its key/,
  });
});

t.test("on live providers a mistyped payment address is refused: its letters are checked", async (t) => {
  const good = "addr_test1vzgavgyvry9daw9p2mqrr8gnnearmxkw4zada5hwhnv3hfgkeyuty";
  const source = { MARKET: "live", DATA_DIR: t.testdir(), PORT: String(await findFreePort()) };
  t.equal((await checkSettings({ ...source, PAYMENT_ADDRESS: good })).PAYMENT_ADDRESS, good);
  await t.rejects(checkSettings({ ...source, PAYMENT_ADDRESS: good.replace("vry9", "vrz9") }), {
    message: /PAYMENT_ADDRESS=".*" is no address that a key opens/,
  });
});
