// Adding a source, a section and an endpoint touches the files ARCHITECTURE.md names and nothing else: a copy of the
// project gets one of each, still compiles, and everything that should follow by itself does.
import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import t from "tap";
import { ROOT, readText } from "../support/tree.ts";

const run = promisify(execFile);

/** The new files of each addition, as ARCHITECTURE.md shows them. */
const NEW_FILES: Readonly<Record<string, string>> = {
  "ingest/source/okx-echo.ts": `// Echoes of OKX.
import { okxTickers } from "../parse/okx-ticker.ts";

export const okxEcho = okxTickers("okx-echo", "spot");
`,
  "schema/section/echo.ts": `// State section echo: a dummy.
import { count } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";

export const echo = sectionShape("Echo: a dummy.", { echoes: count("Echoes heard.") });
`,
  "jobs/section/echo.ts": `// Builds the state section echo: a dummy.
import { gap } from "../measure/gap.ts";
import type { SectionBuilder } from "../state/section-builder.ts";

export const echo: SectionBuilder<"echo"> = ({ facts }) => ({
  asOf: facts.asOf,
  sources: [],
  members: { echoes: gap("no_source", "Nobody listens.") },
});
`,
  "api/route/get-echo.ts": `// GET /v1/echo: a dummy.
import { Type } from "typebox";
import { route } from "../contract.ts";

const contract = route({
  id: "getEcho",
  method: "GET",
  path: "/v1/echo",
  tag: "Discover",
  tier: "free",
  summary: "Say something back",
  description: "A dummy.",
  params: Type.Object({}),
  query: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ echo: Type.String() }, { additionalProperties: false }),
  faults: [],
  maxAgeS: 1,
  example: { params: {}, query: {}, answer: { echo: "echo" } },
});

export const getEcho = contract.handle((_input, { clock }) => ({ body: { echo: "echo" }, asOf: clock.now(), from: null }));
`,
};

/** The lines that registries get: what is there, and what it becomes. */
const LINES: readonly (readonly [string, string, string])[] = [
  [
    "ingest/source/index.ts",
    "const ALL: readonly Source[] = [",
    "import { okxEcho } from './okx-echo.ts';\nconst ALL: readonly Source[] = [okxEcho,",
  ],
  [
    "schema/section/index.ts",
    "export const SECTIONS = {",
    "import { echo } from './echo.ts';\nexport const SECTIONS = { echo,",
  ],
  [
    "jobs/section/index.ts",
    "export const SECTION_BUILDERS = {",
    "import { echo } from './echo.ts';\nexport const SECTION_BUILDERS = { echo,",
  ],
  ["api/route/index.ts", "readonly Route[] = [", "readonly Route[] = [getEcho, "],
  ["api/route/index.ts", "import type { Route }", "import { getEcho } from './get-echo.ts';\nimport type { Route }"],
];

const PROBE = `
import { SOURCES } from "./ingest/source/index.ts";
import { SECTION_IDS } from "./schema/section/index.ts";
import { sourceInfos } from "./jobs/source-info.ts";
import { timetable } from "./jobs/clock.ts";
import { ROUTES } from "./api/route/index.ts";
import { state } from "./schema/object/state.ts";
const jobs = timetable(Object.values(SOURCES)).map((line) => line.key);
process.stdout.write(JSON.stringify({
  scheduled: jobs.includes("source.pull~okx-echo"),
  known: sourceInfos().some(({ id }) => id === "okx-echo"),
  section: SECTION_IDS.includes("echo"),
  onTheWire: JSON.stringify(state).includes("Echoes heard."),
  routed: ROUTES.some(({ contract }) => contract.path === "/v1/echo"),
}));`;

t.test("one source, one section and one endpoint: four new files, four registries, nothing else", async (t) => {
  const copy = t.testdir();
  for (const part of ["schema", "ingest", "jobs", "api", "package.json", "tsconfig.json"]) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  for (const [path, text] of Object.entries(NEW_FILES)) writeFileSync(join(copy, path), text);
  for (const [path, before, after] of LINES) {
    const text = readFileSync(join(copy, path), "utf8");
    t.ok(text.includes(before), `${path} is the registry it was`);
    writeFileSync(join(copy, path), text.replace(before, after));
  }
  const compiled = await run(join(ROOT, "node_modules/.bin/tsc"), ["--noEmit", "--checkers", "1"], { cwd: copy }).catch(
    (error: { stdout: string }) => error,
  );
  t.equal(compiled.stdout, "", "it compiles");
  writeFileSync(join(copy, "probe.ts"), PROBE);
  const { stdout } = await run(process.execPath, ["--import=tsx", "probe.ts"], { cwd: copy });
  t.same(JSON.parse(stdout), { scheduled: true, known: true, section: true, onTheWire: true, routed: true });
});

t.test("ARCHITECTURE.md names exactly the files that were touched", async (t) => {
  const page = readText("ARCHITECTURE.md");
  const section = page.slice(page.indexOf("## To add something"), page.indexOf("## The embedded engine"));
  for (const path of [...Object.keys(NEW_FILES), ...LINES.map(([file]) => file)]) t.match(section, path);
});
