// What the starter reads off a simulated market that runs: where its providers are, and settings that open all of it.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { READERS, Settings } from "../../../schema/env.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { startSandbox } from "../../../scripts/sandbox/start-sandbox.ts";
import {
  apiSpecs,
  engineSpec,
  jobsRoles,
  jobsSpec,
  readSandbox,
  redisSpec,
  sandboxSpec,
} from "../../../scripts/start/stack.ts";

t.test("the usual settings are valid, and the key among them opens what is only sold", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "assay-stack-"));
  const sandbox = await startSandbox({ seed: 5 });
  t.teardown(async () => {
    await sandbox.stop().catch(() => undefined);
    await rm(root, { recursive: true });
  });
  const spec = sandboxSpec({ root, redis: root, engine: root, log: root }, 5, 0);
  await writeFile(spec.logFile, `${JSON.stringify({ event: "ready", origins: sandbox.origins })}\n`);
  const isAnswering = async () => typeof spec.answers === "function" && (await spec.answers().catch(() => false));
  t.equal(await isAnswering(), true, "whether it hangs is asked");
  const { sandboxOrigins, usual } = await readSandbox(spec);
  t.same(JSON.parse(sandboxOrigins), sandbox.origins);
  const env = parseEnv(usual);
  const answer = await fetch(`${sandbox.origins.defillama}/${env.DEFILLAMA_API_KEY}/etfs/flows`);
  t.equal(answer.status, 200);
  t.equal(parseEnv({ ...usual, DEFILLAMA_API_KEY: "" }).DEFILLAMA_API_KEY, undefined, "set to nothing it is not set");
  await sandbox.stop();
  t.equal(await isAnswering(), false);
});

t.test("each process is given the settings that it uses, and nobody else's secrets", (t) => {
  const names = Object.keys(Settings.properties);
  const before = { ...process.env };
  t.teardown(() => {
    for (const name of names) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  for (const name of names) process.env[name] = `value of ${name}`;
  const folder = { root: "/r", redis: "/r", engine: "/r", log: "/r" };
  const variables = { ...process.env, LANG: "C" };
  const env = { ...parseEnv({}), API_PROCESSES: 2 };
  const apis = apiSpecs(folder, env, variables);
  const jobs = jobsSpec(folder, { name: "build", role: "clock,build", behind: 2 }, variables);
  const others = [
    redisSpec(folder, { port: 1, password: "p" }),
    engineSpec(folder, { port: 1, token: "t", readonlyToken: "r" }),
    sandboxSpec(folder, 1, 1),
  ];
  const given = (spec: { readonly env: object }) => names.filter((name) => Object.hasOwn(spec.env, name));
  const readBy = (reader: string) =>
    names.filter((name) => (READERS as Record<string, readonly string[]>)[name]?.includes(reader));
  for (const api of apis) t.same(given(api), readBy("api"));
  t.same(given(jobs), readBy("jobs"));
  // How many tokens the simulated market lists is no secret of anybody's.
  for (const spec of others) t.same(given(spec), spec.name === "sandbox" ? ["SANDBOX_TOKENS"] : [], spec.name);
  for (const spec of [...apis, jobs, ...others]) t.ok(spec.answers, `whether ${spec.name} hangs is watched`);
  t.equal(jobs.env.LANG, "C", "what is no setting is passed on");
  for (const secret of ["LOG_SIGNING_KEYS", "ANCHOR_KEY", "ORACLE_TOKEN", "COINGECKO_API_KEY", "DEFILLAMA_API_KEY"]) {
    for (const api of apis) t.notMatch(JSON.stringify(api.env), secret);
    t.ok(Object.hasOwn(jobs.env, secret), secret);
  }
  t.end();
});

t.test("each process has a port of its own for operators behind the starter's, and none without one", (t) => {
  const folder = { root: "/r", redis: "/r", engine: "/r", log: "/r" };
  const env = { ...parseEnv({}), API_PROCESSES: 3 };
  const portsAt = (first: string) => {
    const variables = { ADMIN_PORT: first };
    const engine = engineSpec(folder, { port: 1, token: "t", readonlyToken: "r" }, variables).env.ENGINE_ADMIN_PORT;
    const jobs = jobsRoles("all").map((role) => jobsSpec(folder, role, variables).env.ADMIN_PORT);
    return [engine, ...jobs, ...apiSpecs(folder, env, variables).map((api) => api.env.ADMIN_PORT)];
  };
  t.same(portsAt("9464"), ["9465", "9466", "9467", "9468", "9469", "9470"]);
  t.same(new Set(portsAt("")), new Set(["0"]));
  const logs = apiSpecs(folder, env, {}).map((api) => api.env.ACCESS_LOG);
  t.equal(new Set(logs).size, 3, "and each api writes an access log of its own");
  const named = (to: string) => apiSpecs(folder, env, { ACCESS_LOG: to }).map((api) => api.env.ACCESS_LOG);
  t.same(named("/var/log/assay"), ["/var/log/assay", "/var/log/2-assay", "/var/log/3-assay"], "where it is set, too");
  t.same(new Set(named("stdout")), new Set(["stdout"]));
  t.end();
});
