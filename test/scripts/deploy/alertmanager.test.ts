// Who is told of an alert: every file that has a part in it names the next one, and the address that is set is the one asked.
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { parse } from "yaml";
import { ROOT, readText } from "../../support/tree.ts";

const FOLDER = "scripts/deploy/prometheus";
type Route = { readonly receiver: string; readonly matchers?: readonly string[]; readonly routes?: readonly Route[] };
type Notification = {
  readonly route: Route;
  readonly receivers: readonly {
    readonly name: string;
    readonly webhook_configs?: readonly { readonly url: string }[];
  }[];
};
type Prometheus = { readonly alerting: { readonly alertmanagers: readonly Readonly<Record<string, unknown>>[] } };
const told = parse(readText(`${FOLDER}/alertmanager.yml`)) as Notification;
const compose = parse(readText("docker-compose.yml"), { merge: true }) as {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly ports?: readonly string[];
        readonly command?: readonly string[];
        readonly profiles?: readonly string[];
      }
    >
  >;
};

t.test("each severity has somebody, and Prometheus sends where Alertmanager listens", async (t) => {
  const names = new Set(told.receivers.map(({ name }) => name));
  const routes = [told.route, ...(told.route.routes ?? [])];
  for (const { receiver } of routes) t.ok(names.has(receiver), receiver);
  t.same(told.receivers[0]?.webhook_configs?.length, 1);
  const [inCompose, onHost] = ["compose", "host"].map((name) => parse(readText(`${FOLDER}/${name}.yml`)) as Prometheus);
  t.match(inCompose?.alerting.alertmanagers, [{ dns_sd_configs: [{ names: ["alertmanager"], port: 9093 }] }]);
  t.match(onHost?.alerting.alertmanagers, [{ static_configs: [{ targets: ["127.0.0.1:9093"] }] }]);
  const { ports, profiles } = compose.services.alertmanager ?? {};
  t.same(ports, ["127.0.0.1:9093:9093"], "to this machine alone");
  t.same(profiles, ["alerts"]);
});

t.test("in Docker Compose the address is ALERT_WEBHOOK_URL, as it is; without one it says what to set", async (t) => {
  const root = t.testdir({ bin: {}, tmp: {} });
  const stub = join(root, "bin", "alertmanager");
  writeFileSync(stub, "#!/bin/sh\nexit 0\n");
  chmodSync(stub, 0o755);
  const [script = ""] = compose.services.alertmanager?.command ?? [];
  const here = script
    .replaceAll("$$", "$")
    // In one pass, as the project may itself lie in such a folder.
    .replaceAll(/\/etc\/prometheus|\/tmp(?=\/)/g, (place) =>
      place === "/tmp" ? join(root, "tmp") : join(ROOT, FOLDER),
    );
  const run = (url: string) =>
    spawnSync("/bin/sh", ["-c", here], {
      env: { PATH: `${join(root, "bin")}:${process.env.PATH}`, ALERT_WEBHOOK_URL: url },
      encoding: "utf8",
    });
  t.match(run(""), { status: 1, stderr: /Set ALERT_WEBHOOK_URL/ });
  const url = "https://hooks.example/a|b?x=1&y=%2F&z=2";
  t.match(run(url), { status: 0, stderr: "" });
  const made = readFileSync(join(root, "tmp", "alertmanager.yml"), "utf8");
  t.ok(made.includes(`url: "${url}"`), made);
});

const amtool = (...args: string[]) => spawnSync("amtool", args, { cwd: join(ROOT, FOLDER), encoding: "utf8" });
const skip =
  amtool("--version").error === undefined ? false : "amtool is not installed (apt-get install prometheus-alertmanager)";

t.test("Alertmanager takes the file", { skip }, async (t) => {
  const { status, stdout, stderr } = amtool("check-config", "alertmanager.yml");
  t.equal(status, 0, `${stdout}${stderr}`);
});
