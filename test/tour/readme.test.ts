// The documents and the deployment say what the code says: settings, Redis arguments, origins, processes.
import { dirname, join } from "node:path";
import t from "tap";
import { Settings } from "../../schema/env.ts";
import { THREADS } from "../../scripts/engine/thread.ts";
import { PROVIDER_IDS } from "../../scripts/sandbox/start-sandbox.ts";
import { redisArguments } from "../../scripts/start/redis-server.ts";
import { engineSpec, jobsRoles } from "../../scripts/start/stack.ts";
import { listFiles, pathExists, readText } from "../support/tree.ts";

type Shape = { default?: unknown; description?: string; enum?: readonly string[] };

/** The table of settings as the documents must show it. */
const rows = Object.entries(Settings.properties as Record<string, Shape>).map(([name, shape]) => {
  const usual = shape.default === undefined || shape.default === "" ? "–" : `\`${shape.default}\``;
  const words = shape.enum ? ` One of ${shape.enum.map((word) => `\`${word}\``).join(", ")}.` : "";
  return `| \`${name}\` | ${usual} | ${shape.description ?? ""}${words} |`;
});

t.test("docs/operating.md lists every setting with its default and meaning", async (t) => {
  const table = ["| setting | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
  const squeezed = readText("docs/operating.md").replace(/ +\|/g, " |").replace(/-{3,}/g, "---");
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

const DOCUMENTS = listFiles().filter((file) => /^(README|docs\/[\w-]+)\.md$/.test(file));

t.test("commands of the documents survive a shell: what it would expand is quoted", async (t) => {
  for (const file of DOCUMENTS) {
    for (const [, block = ""] of readText(file).matchAll(/```sh\n([\s\S]*?)```/g)) {
      const bare = block.replace(/'[^']*'|"[^"]*"/g, "").replace(/#.*$/gm, "");
      t.notMatch(bare, /\S*[?*]\S*/, `${file}: ${block}`);
    }
  }
});

t.test("links between the documents lead to a file", async (t) => {
  for (const file of DOCUMENTS) {
    for (const [, target = ""] of readText(file).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
      t.ok(pathExists(join(dirname(file), target)), `${file}: ${target}`);
    }
  }
});

t.test("README.md says how many providers are simulated, and is a page", async (t) => {
  const text = readText("README.md");
  t.match(text, `a whole market of ${PROVIDER_IDS.length} providers`);
  t.ok(text.split("\n").length <= 160, `${text.split("\n").length} lines`);
});
