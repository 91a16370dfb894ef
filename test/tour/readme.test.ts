// README.md and the deployment say what the code says: settings, Redis arguments, origins, processes.
import t from "tap";
import { Settings } from "../../schema/env.ts";
import { THREADS } from "../../scripts/engine/thread.ts";
import { redisArguments } from "../../scripts/start/redis-server.ts";
import { engineSpec, jobsRoles } from "../../scripts/start/stack.ts";
import { readText } from "../support/tree.ts";

type Shape = { default?: unknown; description?: string; enum?: readonly string[] };

/** The table of settings as README.md must show it. */
const rows = Object.entries(Settings.properties as Record<string, Shape>).map(([name, shape]) => {
  const usual = shape.default === undefined || shape.default === "" ? "–" : `\`${shape.default}\``;
  const words = shape.enum ? ` One of ${shape.enum.map((word) => `\`${word}\``).join(", ")}.` : "";
  return `| \`${name}\` | ${usual} | ${shape.description ?? ""}${words} |`;
});

t.test("README.md lists every setting with its default and meaning", async (t) => {
  const table = ["| setting | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
  const squeezed = readText("README.md").replace(/ +\|/g, " |").replace(/-{3,}/g, "---");
  t.ok(squeezed.includes(table), table);
});

t.test("compose runs Redis with what npm start runs it with, and the same jobs processes", async (t) => {
  const compose = readText("docker-compose.yml");
  const given = redisArguments(6379, "/data");
  const own = new Set(["--port", "--bind", "--protected-mode", "--daemonize"]);
  for (let i = 0; i < given.length; i += 2) {
    const [name = "", value = ""] = given.slice(i, i + 2);
    if (!own.has(name)) t.ok(compose.includes(`${name} ${value === "" ? '""' : value}`), `${name} ${value}`);
  }
  for (const { role } of jobsRoles("all")) t.ok(compose.includes(`ROLE: "${role}"`), role);
});

t.test("the engine is started with as many threads as it asks for", async (t) => {
  const folder = { root: "/x", redis: "/x", engine: "/x", log: "/x" };
  const spec = engineSpec(folder, { port: 1, token: "a", readonlyToken: "b" });
  t.equal(spec.env.UV_THREADPOOL_SIZE, String(THREADS));
  t.notOk(
    spec.args.some((arg) => arg === "a"),
    "no token in the arguments",
  );
});
