// What the machine says of the settings: ports, files, folders and servers, before anything starts.
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import t from "tap";
import { Settings } from "../../../schema/env.ts";
import { sayMisspelt } from "../../../schema/setting/read-settings.ts";
import { checkSettings, sayFree } from "../../../scripts/start/check-settings.ts";
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
    BACKFIL_DAYS: "3",
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
    /! BACKFIL_DAYS is no setting; do you mean BACKFILL_DAYS\?/,
  ]) {
    t.match(text, line);
  }
  t.equal(text.split("\n").length, 10);
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

t.test(
  "whatever malformed value a setting has, the one list says so and no look at the machine stumbles over it",
  async (t) => {
    const malformed = ["foo", "null", "[]", "{", '"x"', "1e23", "-1", "99999999999999999999999", "~/x", " ", "a,b"];
    const shared = { MARKET: "live", DATA_DIR: t.testdir(), PORT: String(await findFreePort()) };
    for (const name of Object.keys(Settings.properties)) {
      for (const value of name === "DATA_DIR" ? ["~/x", "~", "/proc/x"] : malformed) {
        const text = await checkSettings({ ...shared, [name]: value }).then(
          () => "",
          (error: unknown) => String(error),
        );
        const [first, ...lines] = text.split("\n");
        const isList = first === "Error: These settings are not valid; nothing was started:" && lines.length > 0;
        const isSaid = text === "" || (isList && lines.every((line) => /^ {2}[A-Z_]+[ =]/.test(line)));
        if (!isSaid) t.fail(`${name}=${value}: ${text}`);
      }
    }
    const both = { ...shared, LIVE_ORIGINS: "foo", SANDBOX_ORIGINS: "null", TLS_PORT: "no" };
    await t.rejects(checkSettings(both), {
      message:
        /(?=[\s\S]*LIVE_ORIGINS="foo" is not JSON)(?=[\s\S]*SANDBOX_ORIGINS="null" is no object)[\s\S]*TLS_PORT="no"/,
    });
  },
);

t.test("what only looks like a setting is refused, or said", async (t) => {
  const shared = { DATA_DIR: t.testdir(), PORT: String(await findFreePort()) };
  const refused: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ DATA_DIR: "~/assay" }, /DATA_DIR="~\/assay" begins with ~/],
    [{ SANDBOX_SEED: "100000000000000000000000" }, /SANDBOX_SEED=.* a whole number from 0 to 4294967295/],
    [{ SANDBOX_ORIGINS: '{"binanse":"http://127.0.0.1:1"}' }, /SANDBOX_ORIGINS=.* names no provider with "binanse"/],
    [{ PUBLIC_URL: "foo" }, /PUBLIC_URL="foo" must be an address such as https:\/\/api\.example\.com/],
  ];
  for (const [source, message] of refused) await t.rejects(checkSettings({ ...shared, ...source }), { message });
  t.same(
    sayMisspelt({ MARKT: "live", PROT: "1", TRACKED_TOKEN: "x", HOSTT: "", LOG_LEVEL: "info", HOME: "/", PATH: "" }),
    [
      "MARKT is no setting; do you mean MARKET?",
      "PROT is no setting; do you mean PORT?",
      "TRACKED_TOKEN is no setting; do you mean TRACKED_TOKENS?",
      "HOSTT is no setting; do you mean HOST?",
    ],
  );
  t.match(sayFree(12.9 * 1_048_576), /^12 MB free; 64 MB are the least/);
});

t.test("a mistyped payment address is refused on every market: its letters are checked", async (t) => {
  const good = "addr_test1vzgavgyvry9daw9p2mqrr8gnnearmxkw4zada5hwhnv3hfgkeyuty";
  for (const MARKET of ["live", "sandbox"]) {
    const source = { MARKET, DATA_DIR: t.testdir(), PORT: String(await findFreePort()) };
    t.equal((await checkSettings({ ...source, PAYMENT_ADDRESS: good })).PAYMENT_ADDRESS, good);
    for (const PAYMENT_ADDRESS of [good.replace("vry9", "vrz9"), "addr_test1foo"]) {
      await t.rejects(checkSettings({ ...source, PAYMENT_ADDRESS }), {
        message: /PAYMENT_ADDRESS=".*" is no address that a key opens/,
      });
    }
  }
});
