import t from "tap";
import { providerName, Settings } from "../../schema/env.ts";
import { encodeSigner, signerOf } from "../../schema/proof/note.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";

t.test("an empty environment gives the embedded sandbox on port 8080", async (t) => {
  const env = parseEnv({});
  t.equal(env.MARKET, "sandbox");
  t.equal(env.PORT, 8080);
  t.equal(env.ROLE, "all");
  t.equal(env.REDIS_URL, undefined);
  t.equal(env.CLICKHOUSE_URL, undefined);
});

t.test("an empty value counts as not set", async (t) => {
  t.equal(parseEnv({ PORT: "", REDIS_URL: "" }).PORT, 8080);
});

t.test("every setting at fault is named in one error", async (t) => {
  t.throws(() => parseEnv({ PORT: "eighty", MARKET: "moon", REDIS_URL: "not a url" }), {
    message: /(?=[\s\S]*PORT)(?=[\s\S]*MARKET)(?=[\s\S]*REDIS_URL)/,
  });
});

const MADE = encodeSigner(signerOf("assay.test/log", Buffer.alloc(32, 7)));

/** Settings that were taken and then ended the processes one after the other, and what a person is told instead. */
const WRONG: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
  [{ TRUSTED_PROXIES: "1.2.3" }, /TRUSTED_PROXIES="1\.2\.3" names no network.*such as 127\.0\.0\.1,10\.0\.0\.0\/8/],
  [{ TRUSTED_PROXIES: "10.0.0.0/33" }, /TRUSTED_PROXIES/],
  [{ TRUSTED_PROXIES: "10.0.0.0/8,fd00::/129" }, /"fd00::\/129"/],
  [{ TLS_PORT: "8443" }, /TLS_CERT_FILE \(not set\) is needed[\s\S]*TLS_KEY_FILE \(not set\) is needed/],
  [{ TLS_PORT: "8080", TLS_CERT_FILE: "a", TLS_KEY_FILE: "b" }, /TLS_PORT="8080" is PORT too/],
  [{ TLS_REDIRECT: "on", PUBLIC_URL: "http://example.com" }, /TLS_REDIRECT="on" needs a PUBLIC_URL of https/],
  [
    { PUBLIC_URL: "https://example.com/path?x=1" },
    /PUBLIC_URL="https:\/\/example.com\/path\?x=1" has \?, # or a user in it/,
  ],
  [{ PUBLIC_URL: "https://example.com/#" }, /PUBLIC_URL=".*" has \?, # or a user in it/],
  [{ PUBLIC_URL: "https://me:mine@example.com" }, /PUBLIC_URL="https:\/\/me:…@example.com" has \?, # or a user in it/],
  [{ SANDBOX_ORIGINS: "{" }, /SANDBOX_ORIGINS="\{" is not JSON/],
  [{ SANDBOX_ORIGINS: "[]" }, /is no object/],
  [{ LIVE_ORIGINS: '{"binance":"ftp://x"}' }, /gives "binance" no http or https address/],
  [{ WITNESSES: "a+b+c" }, /WITNESSES="a\+b\+c" cannot be read at witness 1: a witness reads <name>/],
  [{ LOG_RETIRED_KEYS: "a+b+c" }, /LOG_RETIRED_KEYS="a\+b\+c" cannot be read at key 1/],
  [{ ORACLE_URL: "http://127.0.0.1:1" }, /ORACLE_URL=.* needs ORACLE_WORKFLOW/],
  [
    { ORACLE_URL: "http://x", ORACLE_WORKFLOW: `${"a".repeat(64)}/${"b".repeat(40)}`, ORACLE_F: "2" },
    /needs more ORACLE_SIGNERS than ORACLE_F: 3 of them sign, 0 are named/,
  ],
  [{ MODEL_URL: "http://127.0.0.1:1/v1" }, /MODEL_NAME \(not set\) is needed where MODEL_URL is set/],
  [{ MODEL_NAME: "deterministic-2" }, /MODEL_NAME="deterministic-2" is how the rules call themselves/],
  [{ MODEL_NAME: "a".repeat(65) }, /MODEL_NAME="a+…" must be a text of at most 64 characters/],
  [{ MODEL_PRICES: "cheap" }, /MODEL_PRICES="cheap" must be two prices joined by a slash, such as 2\.5\/10/],
  [{ MODEL_TIMEOUT_S: "90" }, /MODEL_TIMEOUT_S="90" must be a whole number from 1 to 35/],
  [{ PAYMENT_ADDRESS: "addr1abc" }, /is not of cardano:preprod, whose addresses begin addr_test1/],
  [{ CARDANO_URL: "http://x" }, /CARDANO_URL="http:\/\/x" is of a real ledger/],
  [{ TRACKED_TOKENS: "ETH" }, /names no known token with "ETH"; do you mean ethereum\?/],
  [{ PORT: "70000" }, /PORT="70000" must be a whole number from 0 to 65535/],
  [{ SANDBOX_SEED: "-1" }, /must be a whole number from 0 to 4294967295/],
  [{ REDIS_URL: "http://x" }, /must be an address such as redis:/],
];

t.test("a setting that cannot work is refused with its value, what is wrong and what would do", async (t) => {
  for (const [source, message] of WRONG) t.throws(() => parseEnv(source), { message }, JSON.stringify(source));
});

t.test("what is shown has no secret, no regular expression and one line a setting", async (t) => {
  const secrets = { LOG_SIGNING_KEYS: `${MADE.slice(0, -2)}`, ANCHOR_KEY: "mine", DEFILLAMA_API_KEY: "a b" };
  const source = { ...Object.assign({}, ...WRONG.map(([one]) => one)), ...secrets, LOG_LEVEL: "x\ny".repeat(99) };
  try {
    parseEnv(source);
    t.fail("it is refused");
  } catch (error) {
    const text = (error as Error).message;
    for (const secret of ["mine", "a b", MADE.slice(20, 40)]) t.notOk(text.includes(secret), secret);
    t.notMatch(text, /\^|\\d|must match|NOT|\(\?/);
    const names = text
      .split("\n")
      .slice(1)
      .map((line) => /^ {2}([A-Z_]+)/.exec(line)?.[1]);
    t.equal(new Set(names).size, names.length, "each once");
    for (const name of names) t.ok(name !== undefined && name in Settings.properties, String(name));
    for (const line of text.split("\n")) t.ok(line.length < 400, line);
  }
});

t.test("every setting with a pattern says in words what it may be", async (t) => {
  const shapes = Object.entries(Settings.properties as Record<string, { pattern?: string; "x-form"?: string }>);
  t.same(
    shapes.filter(([, shape]) => shape.pattern !== undefined && shape["x-form"] === undefined).map(([name]) => name),
    [],
  );
});

t.test("good settings of every kind are taken", async (t) => {
  const env = parseEnv({
    TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,fd00::/8",
    LOG_SIGNING_KEYS: MADE,
    LIVE_ORIGINS: '{"binance":"https://mirror.example"}',
    REDIS_URL: "rediss://:secret@host:6380/1",
    TLS_PORT: "8443",
    TLS_CERT_FILE: "a.pem",
    TLS_KEY_FILE: "b.pem",
  });
  t.equal(env.TLS_PORT, 8_443);
});

t.test("a role is all, or lanes and clock", async (t) => {
  t.equal(parseEnv({ ROLE: "pull,build,clock" }).ROLE, "pull,build,clock");
  t.throws(() => parseEnv({ ROLE: "pull,dance" }), { message: /ROLE/ });
});

t.test("simulated data names a sandbox provider, real data the provider itself", async (t) => {
  t.equal(providerName({ MARKET: "sandbox" }, "binance"), "sandbox:binance");
  t.equal(providerName({ MARKET: "live" }, "binance"), "binance");
});

t.test("the tracked tokens are all, or some of those that are known", async (t) => {
  t.equal(parseEnv({}).TRACKED_TOKENS, "all");
  t.equal(parseEnv({ TRACKED_TOKENS: "bitcoin,snek" }).TRACKED_TOKENS, "bitcoin,snek");
  for (const wrong of ["BTC", "bitcoin,", "bitcoin,dodgecoin", "bitcoin ethereum"])
    t.throws(() => parseEnv({ TRACKED_TOKENS: wrong }), { message: /TRACKED_TOKENS/ }, wrong);
});
