// The sample for nginx, in a real nginx in front of a real api process: it is valid, and a call through it is the caller's own.
import { spawn, spawnSync } from "node:child_process";
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

const NGINX = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].find((path) => existsSync(path));

/** The sample inside the least of a whole configuration; only addresses and files are replaced. */
function configOf(folder: string, port: number, upstream: number): string {
  const sample = readText("scripts/deploy/nginx.conf")
    .replace("127.0.0.1:8080", `127.0.0.1:${upstream}`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate +\S+;/, `ssl_certificate ${join(ROOT, "test/fixture/tls/cert.pem")};`)
    .replace(/ssl_certificate_key +\S+;/, `ssl_certificate_key ${join(ROOT, "test/fixture/tls/key.pem")};`);
  const scratch = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `pid ${join(folder, "pid")}; error_log stderr; daemon off; worker_processes 1;
    events {} http { access_log off; ${scratch.join(" ")} ${sample} }`;
}

async function startNginx(t: Test, binary: string, upstream: number): Promise<number> {
  const folder = t.testdir();
  mkdirSync(folder, { recursive: true });
  const port = await findFreePort();
  const path = join(folder, "nginx.conf");
  writeFileSync(path, configOf(folder, port, upstream));
  const checked = spawnSync(binary, ["-t", "-c", path, "-p", folder], { encoding: "utf8" });
  t.equal(checked.status, 0, checked.stderr);
  const child = spawn(binary, ["-c", path, "-p", folder], { stdio: "ignore" });
  t.teardown(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await callSecurely(port, "/").then(
      () => true,
      () => false,
    );
    if (isUp) return port;
    await sleep(50);
  }
  throw new Error("nginx does not listen");
}

t.test("calls through the sample reach the api as their own callers, over kept connections", async (t) => {
  if (NGINX === undefined) return t.comment("nginx is not installed here: the sample is not tried out");
  const { url } = await startTestRedis(t);
  const api = await startGated(t, {
    REDIS_URL: url,
    TRUSTED_PROXIES: "127.0.0.1",
    PUBLIC_URL: "https://api.example.com",
  });
  const port = await startNginx(t, NGINX, api.port);
  const left = (answer: SecureAnswer) => /"burst";r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1];
  const first = await callSecurely(port, "/v1/test/a", { "x-forwarded-for": "192.0.2.7" });
  t.equal(first.status, 200, first.body);
  const other = await callSecurely(port, "/v1/test/a", { "x-forwarded-for": "192.0.2.8" });
  t.equal(left(other), left(first), "another caller has an allowance of its own");
  const again = await callSecurely(port, "/v1/test/a", { "x-forwarded-for": "192.0.2.7" });
  t.equal(Number(left(again)), Number(left(first)) - 1);
  // A payment header, larger than nginx takes by default, reaches the api: it refuses the path in its own words.
  const large = await callSecurely(port, "/v1/none", { "payment-signature": "A".repeat(12_000) });
  t.match(large.headers["content-type"], /application\/problem\+json/);
  t.equal(large.status, 404);
});
