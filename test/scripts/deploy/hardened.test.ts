// Image, compose and units as a machine reads them: nothing runs as root or writes where it need not, everything that
// stays is asked whether it is well, and what is inside the image is listed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { parse } from "yaml";
import { jobsRoles } from "../../../scripts/start/stack.ts";
import { listFiles, ROOT, readText } from "../../support/tree.ts";

type Service = {
  readonly image?: string;
  readonly build?: string;
  readonly user?: string;
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly volumes?: readonly string[];
};
const compose = parse(readText("docker-compose.yml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const services = Object.entries(compose.services);
const dockerfile = readText("Dockerfile");

t.test("a container of ours is no root, writes nothing but /tmp, has no capability and cannot get one", async (t) => {
  const ours = services.filter(([, { build }]) => build !== undefined);
  t.ok(ours.length >= 6);
  for (const [name, service] of ours) {
    t.equal(service.read_only, true, `${name}: its root file system`);
    t.same(service.cap_drop, ["ALL"], `${name}: capabilities`);
    t.same(service.security_opt, ["no-new-privileges:true"], name);
    t.match(service.user, /^(node|101:101)$/, `${name}: its user`);
    t.ok(service.logging?.options["max-size"], `${name}: its log is bounded`);
  }
  t.match(dockerfile, /\nUSER node\n(?![\s\S]*\n(?:RUN|COPY|ADD|USER) )/, "nothing comes after the image's user");
});

t.test("whatever stays has a health check, and a way to stop that waits for its work", async (t) => {
  for (const [name, { restart, healthcheck }] of services) {
    if (restart !== "no") t.ok(healthcheck, `${name} is asked whether it is well`);
  }
  t.match(dockerfile, /\nHEALTHCHECK .*readyz/);
});

t.test("what other machines reach is the proxy with TLS, and nothing else", async (t) => {
  const open = services.flatMap(([name, { ports = [] }]) =>
    ports.filter((port) => !port.startsWith("127.0.0.1:")).map((port) => `${name} ${port}`),
  );
  t.same(open, ["caddy 80:80", "caddy 443:443", "caddy 443:443/udp"]);
});

t.test("the image holds what was built and every file that its programs read by name", async (t) => {
  const run = services.flatMap(([, { build, command = [] }]) => (build === undefined ? [] : [command]));
  for (const command of run)
    t.ok(
      command.some((word) => word.startsWith("built/")),
      command.join(" "),
    );
  const copied = [...dockerfile.matchAll(/COPY --from=build \/app\/(\w+) /g)].map(([, folder]) => folder);
  // Programs that no container runs read beside these.
  const apart = /^scripts\/(?!backup|migrate|deploy|keys)|^api\/page\/bundle|^jobs\/proof\/code-version/;
  for (const file of listFiles().filter(
    (one) => /^(api|jobs|ingest|schema|scripts)\/.*\.ts$/.test(one) && !apart.test(one),
  )) {
    for (const [, path = ""] of readText(file).matchAll(/new URL\((?:`|")([^`"$]*)[^)]*import\.meta\.url\)/g)) {
      const [folder = ""] = join(file, "..", path).split("/");
      t.ok(copied.includes(folder), `${file} reads ${path}`);
    }
  }
});

t.test("what is in the image is listed by npm sbom, each package with its version", async (t) => {
  t.match(dockerfile, /node scripts\/deploy\/make-sbom\.js > sbom\.cdx\.json/);
  const { stdout, status, stderr } = spawnSync(process.execPath, ["scripts/deploy/make-sbom.js"], {
    ...{ cwd: ROOT, encoding: "utf8", maxBuffer: 1e8 },
  });
  t.equal(status, 0, stderr);
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: readonly { name: string; group?: string; version: string }[];
  };
  t.equal(bomFormat, "CycloneDX");
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const { dependencies, devDependencies } = JSON.parse(readText("package.json")) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(dependencies)) {
    const [, alias = name, real = version] = /^npm:(.+)@([\d.]+)$/.exec(version) ?? [];
    t.ok(listed.has(`${alias}@${real}`) || listed.has(`${name}@${real}`), `${name} ${version}`);
  }
  t.notOk(listed.has(`tap@${devDependencies.tap}`), "and nothing that only tests use");
});

const UNITS = listFiles().filter((file) => file.startsWith("scripts/deploy/systemd/"));
const ANALYZE = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"].find((path) => existsSync(path));

t.test("systemd takes every unit, and finds each well confined", async (t) => {
  if (ANALYZE === undefined) return t.comment("systemd-analyze is not here: the units are not verified");
  const folder = t.testdir();
  mkdirSync(folder, { recursive: true });
  const names = UNITS.map((file) => file.split("/").at(-1) ?? "");
  // Where Node lies differs between machines; that it is there is what the tool looks at.
  for (const [at, file] of UNITS.entries()) {
    writeFileSync(join(folder, names[at] ?? ""), readText(file).replaceAll("/usr/bin/node", process.execPath));
  }
  for (const name of names) {
    const { stdout, stderr, status } = spawnSync(ANALYZE, ["verify", join(folder, name)], { encoding: "utf8" });
    t.same([status, `${stdout}${stderr}`.split("\n").filter((line) => line.includes(folder))], [0, []], name);
  }
  for (const name of names.filter((one) => one.endsWith(".service"))) {
    const args = ["security", "--offline=true", "--no-pager", "--threshold=40", join(folder, name)];
    const { status, stdout } = spawnSync(ANALYZE, args, { encoding: "utf8" });
    t.equal(status, 0, `${name}: ${stdout.trim().split("\n").at(-1)}`);
  }
});

t.test("the units start every program by its built name, and jobs of all roles", async (t) => {
  const programs = UNITS.flatMap((file) =>
    [...readText(file).matchAll(/built\/([\w-]+)\.js/g)].map(([, name]) => name),
  );
  t.same([...new Set(programs)].sort(), ["api", "backup", "jobs", "migrate", "start"]);
  const roles = UNITS.flatMap((file) => /^Environment=ROLE=(.*)$/m.exec(readText(file))?.[1] ?? []);
  t.same(
    roles.sort(),
    jobsRoles("all")
      .map(({ role }) => role)
      .sort(),
  );
});
