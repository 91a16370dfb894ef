// The Caddyfile of compose, in a real Caddy in front of a real api process: TLS, callers told apart, an api that comes back.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import { findFreePort } from "../../../scripts/start/port.ts";
import { startGated } from "../../support/api/gated.ts";
import { callSecurely, type SecureAnswer } from "../../support/api/https-call.ts";
import { startTestRedis } from "../../support/redis.ts";
import { ROOT, readText } from "../../support/tree.ts";

const CADDY = ["/usr/bin/caddy", "/usr/local/bin/caddy"].find((path) => existsSync(path));

/** As it is, but for its ports, and with a certificate that is there: to get or sign one is not ours to test. */
function configOf(port: number, health: number): string {
  const tls = `tls ${join(ROOT, "test/fixture/tls/cert.pem")} ${join(ROOT, "test/fixture/tls/key.pem")}`;
  return readText("scripts/deploy/Caddyfile")
    .replace("admin off", `admin off\n\tauto_https disable_redirects\n\thttp_port ${health}`)
    .replace("127.0.0.1:2080", `127.0.0.1:${health}`)
    .replace("{$DOMAIN:localhost} {", `https://localhost:${port} {\n\t${tls}`);
}

async function startCaddy(t: Test, binary: string, upstream: number): Promise<{ port: number; health: number }> {
  const folder = t.testdir();
  mkdirSync(folder, { recursive: true });
  const [port, health] = [await findFreePort(), await findFreePort()];
  const path = join(folder, "Caddyfile");
  writeFileSync(path, configOf(port, health));
  const env = { ...process.env, UPSTREAM: `127.0.0.1:${upstream}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(binary, ["run", "--config", path, "--adapter", "caddyfile"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  t.teardown(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await callSecurely(port, "/").then(
      () => true,
      () => false,
    );
    if (isUp) return { port, health };
    await sleep(50);
  }
  throw new Error(`caddy does not listen: ${said}`);
}

t.test(
  "calls through Caddy reach the api over TLS as their own callers, whatever they say of themselves",
  async (t) => {
    if (CADDY === undefined) return t.comment("caddy is not installed here: the Caddyfile is not tried out");
    const { url } = await startTestRedis(t);
    const api = await startGated(t, {
      REDIS_URL: url,
      TRUSTED_PROXIES: "127.0.0.1",
      PUBLIC_URL: "https://api.example.com",
    });
    const { port, health } = await startCaddy(t, CADDY, api.port);
    const left = (answer: SecureAnswer) => Number(/"burst";r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]);
    const first = await callSecurely(port, "/v1/test/a", { "x-forwarded-for": "192.0.2.7" });
    t.equal(first.status, 200, first.body);
    const other = await callSecurely(port, "/v1/test/a", { "x-forwarded-for": "192.0.2.8" });
    t.equal(left(other), left(first) - 1, "one address, one caller: what it says of itself is not believed");
    const large = await callSecurely(port, "/v1/none", { "payment-signature": "A".repeat(12_000) });
    t.match(large.headers["content-type"], /application\/problem\+json/, "a payment header reaches the api");
    t.equal(large.status, 404);
    t.equal(await (await fetch(`http://127.0.0.1:${health}/`)).text(), "ok");
  },
);
