// The style as a test: who may import whom, who owns what, names, sizes and words (ARCHITECTURE.md says why).
import { posix } from "node:path";
import t from "tap";
import { USER_AGENT } from "../schema/version.ts";
import {
  type Import,
  listFiles,
  pathExists,
  readExports,
  readImports,
  readText,
  stripComments,
} from "./support/tree.ts";

const FILES = listFiles();
const CODE = FILES.filter((file) => /\.tsx?$/.test(file));
const SOURCE = CODE.filter((file) => !file.startsWith("test/"));
const TEXT = FILES.filter((file) =>
  /\.(tsx?|js|css|json|md|sql|yml|yaml|conf|svg)$|(^|\/)(Dockerfile|run)$/.test(file),
);
const IMPORTS = new Map<string, Import[]>(CODE.map((file) => [file, readImports(file)]));
const CLEAN = new Map(CODE.map((file) => [file, stripComments(readText(file))]));

/** By room, the rooms it may import; with a star only a room's face: its own files, not what lies in its folders. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  schema: ["schema"],
  "schema/io": ["schema", "schema/io"],
  ingest: ["schema", "schema/io", "ingest"],
  jobs: ["schema", "schema/io", "ingest/*", "jobs"],
  api: ["schema", "schema/io", "api"],
  scripts: ["schema", "schema/io", "ingest", "jobs", "api", "scripts/*"],
  "scripts/engine": ["schema", "schema/io", "scripts/*"],
  "scripts/sandbox": ["schema", "scripts/*"],
};

const PACKAGE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  "@modelcontextprotocol/server": ["api/mcp/serve.ts", "scripts/bench/empty-mcp-server.ts"],
  ajv: ["schema/check.ts"],
  "ajv-formats": ["schema/check.ts"],
  "@clickhouse/client": ["schema/io/clickhouse.ts"],
  ioredis: ["schema/io/redis.ts"],
  bullmq: ["schema/io/queue.ts", "jobs/host.ts"],
  "@emurgo/cardano-serialization-lib-nodejs": ["schema/pay/cardano-library.ts"],
  "@noble/curves": ["schema/proof/curve.ts"],
  "@noble/hashes": ["schema/proof/curve.ts", "schema/pay/hash.ts"],
  "@scure/base": ["schema/token/address.ts", "schema/token/sol-address.ts", "scripts/sandbox/chain/bech32.ts"],
  pino: ["schema/io/log.ts"],
  "pino-roll": ["schema/io/seen/access-log.ts"],
  "prom-client": ["schema/io/seen/metrics.ts"],
  "@bull-board/api": ["schema/io/seen/board.ts"],
  "@bull-board/hono": ["schema/io/seen/board.ts"],
  hono: ["schema/io/seen/board.ts"],
  "@hono/node-server": ["schema/io/seen/board.ts"],
  undici: ["schema/io/http.ts", "schema/io/webhook.ts"],
  "ipaddr.js": ["schema/webhook/address.ts"],
  standardwebhooks: ["schema/webhook/sign.ts"],
  ccxt: ["ingest/client/exchange.ts"],
  "fast-xml-parser": ["ingest/news/feed.ts"],
  "node-cron": ["jobs/clock.ts"],
  openai: ["jobs/model/openai-model.ts"],
  "uWebSockets.js": ["api/server.ts", "scripts/bench/bare-server.ts"],
  chdb: ["scripts/engine/"],
  esbuild: ["scripts/verify-proof/bundle-verifier.ts", "api/page/bundle.ts"],
  marked: ["api/page/markdown.ts"],
  preact: ["api/page/"],
  uplot: ["api/page/kit/"],
};

/** What runs in browsers; what a page is on the server lies beside it. */
const BROWSER = CODE.filter((file) => /^api\/page\/[^/]+\//.test(file) && posix.basename(file) !== "page.ts");

/** The clock by another name. */
const ASIDE =
  /(?<!["'`])\bDate\b(?!\.(?:UTC|parse|now|prototype)\b|\(|["'`])|\.Date\(|(?<!new )\bDate\(|\bnew Date\(\s*(?:undefined|void)\b|\bperformance\.timeOrigin\b/;
/** The engine's clock, in a statement. */
const SQL_CLOCK =
  /\b(?:now64|today|yesterday|nowInBlock|UTCTimestamp|curdate|current_date)\s*\((?!\?)|\bCURRENT_TIMESTAMP\b|\bnow\(\)\s*[-+]\s*(?:INTERVAL|toInterval)/i;
/** A date that is of the machine's zone. */
const ZONED =
  /\.(?:get(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)|toLocale(?:Date|Time)String)\(|\bDateTimeFormat\b|\bnew Date\(\s*[\w.]+\s*,|(?:\bDate\.parse|\bnew Date)\(\s*["'`][^"'`]*T[\d:.]+["'`]/;

/** Globals with one owner in the running parts; scripts and tests may use them freely. */
const GLOBAL_OWNERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bprocess\.env\b/, ["schema/env.ts"]],
  [/\bDate\.now\b|\bnew Date\(\)|\bnew Date(?!\()/, ["schema/io/clock.ts", "api/page/kit/clock.ts"]],
  [ASIDE, ["schema/io/clock.ts"]],
  [SQL_CLOCK, ["schema/io/migrate.ts", "schema/io/await-writers.ts"]],
  [/(?<![.\w])fetch\(/, ["schema/io/http.ts", "api/page/kit/ask.ts", "api/page/kit/first.ts"]],
  [/\bMath\.random\b|\brandomUUID\(/, ["schema/io/random.ts"]],
  [/\bprocess\.(stdout|stderr)\b/, ["schema/io/log.ts", "jobs/main.ts", "api/main.ts"]],
  [/\bprocess\.exit\b|\bprocess\.on\(/, ["jobs/main.ts", "api/main.ts", "schema/io/parent.ts"]],
];

const room = (file: string): string => {
  const [first = "", second = ""] = file.split("/");
  if (first === "schema") return second === "io" ? "schema/io" : "schema";
  if (first === "scripts" && file.split("/").length > 2) return `scripts/${second}`;
  return first;
};

const mayImport = (from: string, to: string): boolean => {
  if (from.startsWith("test/")) return true;
  if (to.startsWith("test/")) return false;
  const [here, there] = [room(from), room(to)];
  const kind = here in ALLOWED ? here : (here.split("/")[0] ?? "");
  // A face is in front of its own room.
  if (here === there || there.startsWith(`${posix.dirname(from)}/`)) return true;
  return (ALLOWED[kind] ?? []).some((one) => one === there || one === `${posix.dirname(to)}/*`);
};

const isOwner = (owners: readonly string[], file: string) =>
  owners.some((owner) => (owner.endsWith("/") ? file.startsWith(owner) : owner === file));

t.test("imports follow the table of rooms, name files that exist and never name a main.ts", async (t) => {
  const broken: string[] = [];
  for (const [file, imports] of IMPORTS) {
    for (const { path } of imports) {
      if (path === null) continue;
      if (!pathExists(path)) broken.push(`${file} imports ${path}, which does not exist`);
      if (!mayImport(file, path)) broken.push(`${file} may not import ${path}`);
      if (posix.basename(path) === "main.ts") broken.push(`${file} imports ${path}: a main is imported by nobody`);
    }
  }
  t.same(broken, []);
});

t.test("what runs in browsers imports definitions, what pages share, its own page, and two packages", async (t) => {
  const broken: string[] = [];
  for (const file of BROWSER) {
    const own = `${posix.dirname(file)}/`;
    for (const { path, name } of IMPORTS.get(file) ?? []) {
      const isOurs = path !== null && [own, "api/page/kit/", "schema/"].some((place) => path.startsWith(place));
      const isDoor = path?.startsWith("schema/io/") === true || path?.endsWith("/page.ts") === true;
      const isKnown = name === "preact" || name === "uplot";
      if (path === null ? !isKnown : !isOurs || isDoor) broken.push(`${file} imports ${path ?? name}`);
    }
    // Types of definitions bring those of Node along.
    const hit = /(?<![.\w])(?:process|Buffer|require|globalThis|setImmediate)\b(?=[.([])/.exec(CLEAN.get(file) ?? "");
    if (hit) broken.push(`${file}: ${hit[0]} is not there`);
  }
  t.ok(BROWSER.length > 0);
  t.same(broken, []);
});

t.test("there is no cycle of imports, of types either", async (t) => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) {
      cycles.push([...trail.slice(at), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const { path } of IMPORTS.get(file) ?? []) if (path !== null) visit(path, [...trail, file]);
    done.add(file);
  };
  for (const file of CODE) visit(file, []);
  t.same(cycles, []);
});

t.test("what we call ourselves is the version of the package", async (t) => {
  const { version } = JSON.parse(readText("package.json")) as { version: string };
  t.match(USER_AGENT, `assay/${version} `);
});

t.test("every package has one owner and is a dependency with an exact version", async (t) => {
  const manifest = JSON.parse(readText("package.json")) as Record<string, Record<string, string>>;
  const known = { ...manifest.dependencies, ...manifest.devDependencies };
  const broken: string[] = [];
  for (const [file, imports] of IMPORTS) {
    for (const { name } of imports) {
      if (name === null || name.startsWith("node:")) continue;
      const inTest = file.startsWith("test/");
      // What one would use instead of us is measured, what writes a client is for others: neither is shipped.
      const isMeasured = /^scripts\/(bench|client)\//.test(file);
      if (!(name in (inTest || isMeasured ? known : (manifest.dependencies ?? {}))))
        broken.push(`${file}: ${name} is no dependency`);
      const owners = PACKAGE_OWNERS[name];
      if (!inTest && owners && !isOwner(owners, file)) broken.push(`${file} imports ${name}, owned by ${owners}`);
    }
  }
  for (const [name, version] of Object.entries(known)) {
    if (!/^(npm:[^@]+@)?\d+\.\d+\.\d+$/.test(version)) broken.push(`${name} has no exact version: ${version}`);
  }
  t.same(broken, []);
});

t.test("clock, environment, network, randomness and process belong to their owners", async (t) => {
  const broken: string[] = [];
  for (const file of SOURCE.filter((f) => !f.startsWith("scripts/"))) {
    for (const [pattern, owners] of GLOBAL_OWNERS) {
      const hit = pattern.exec(CLEAN.get(file) ?? "");
      if (hit && !isOwner(owners, file)) broken.push(`${file}: ${hit[0]}`);
    }
  }
  t.same(broken, []);
});

/** What reads the clock in a test: how long something takes or may take, and the clock that a part of ours is given. */
const TIMED: readonly RegExp[] = [
  /\bconst (from|began|begun|before|started|startedAt) = Date\.now\(\);/g,
  /\bDate\.now\(\) - (from|began|begun|before|started|startedAt)\b/g,
  /\bconst (deadline|end) = Date\.now\(\) \+ /g,
  /\bDate\.now\(\) [<>]=? /g,
  /\bnow: (\(\) => Date\.now\(\)|Date\.now)(?=[\s,}])/g,
];

t.test(
  "a test takes its instants from test/support/base.ts, and nothing asks for the zone of the machine",
  async (t) => {
    const broken: string[] = [];
    for (const file of CODE.filter((one) => !/^test\/(house|support\/base)\.test\.ts$/.test(one))) {
      const text = CLEAN.get(file) ?? "";
      const zoned = ZONED.exec(text);
      if (zoned) broken.push(`${file}: ${zoned[0]}`);
      if (!file.startsWith("test/") || file.startsWith("test/support/")) continue;
      const rest = TIMED.reduce((left, allowed) => left.replace(allowed, ""), text);
      const hit = /.*(\bDate\.now\b|\bnew Date\(\)|\bnew Date(?![\w(])).*/.exec(rest) ?? ASIDE.exec(rest);
      if (hit) broken.push(`${file}: ${hit[0].trim()}`);
    }
    t.same(broken, []);
  },
);

t.test("no table has the engine drop rows by its own clock", async (t) => {
  // Tables had that until migration 032 took it away.
  const isOf = (file: string) =>
    /^(schema|jobs|ingest|api)\/.*\.(ts|sql)$/.test(file) && !/^schema\/migration\/0([0-2]\d|3[0-2])_/.test(file);
  t.same(
    FILES.filter((file) => isOf(file) && /(?<!REMOVE )\bTTL\s+[\w(]/.test(CLEAN.get(file) ?? readText(file))),
    [],
  );
});

t.test("an index.ts is a registry that equals its folder, and its members do not know each other", async (t) => {
  const broken: string[] = [];
  const pathsOf = (file: string) => (IMPORTS.get(file) ?? []).map((i) => i.path);
  const usedBy = new Map<string, string[]>();
  for (const file of SOURCE) {
    for (const path of pathsOf(file)) if (path !== null) usedBy.set(path, [...(usedBy.get(path) ?? []), file]);
  }
  for (const index of SOURCE.filter((file) => posix.basename(file) === "index.ts")) {
    const folder = posix.dirname(index);
    const inside = SOURCE.filter((file) => posix.dirname(file) === folder && file !== index);
    const members = inside.filter((file) =>
      (IMPORTS.get(index) ?? []).some(({ path, isType }) => path === file && !isType),
    );
    // What is no member is what members share, or what works on the registry: in either case somebody uses it.
    for (const file of inside.filter((f) => !usedBy.has(f))) broken.push(`${file} is not in ${index}`);
    for (const file of members) {
      if (pathsOf(file).includes(index)) broken.push(`${file} imports its registry`);
      for (const path of pathsOf(file)) {
        if (path !== null && members.includes(path)) broken.push(`${file} imports its sibling ${path}`);
      }
    }
  }
  t.same(broken, []);
});

t.test("a day in milliseconds is written once", async (t) => {
  const written = /\b86_400_000\b|\b24 \* (60 \* 60 \* 1_?000|3_600_000|HOUR_MS)\b/;
  t.same(
    CODE.filter((file) => written.test(CLEAN.get(file) ?? "")),
    ["schema/duration.ts"],
  );
});

t.test("what is exported is imported by another file", async (t) => {
  const taken = new Map<string, Set<string> | null>();
  for (const { path, names } of FILES.filter((file) => /\.(tsx?|js)$/.test(file)).flatMap((file) =>
    readImports(file),
  )) {
    if (path === null) continue;
    const before = taken.get(path);
    taken.set(path, names === null || before === null ? null : new Set([...(before ?? []), ...names]));
  }
  // A program that a test writes down imports from the root of a copy of the project.
  for (const file of CODE.filter((one) => one.startsWith("test/"))) {
    for (const [, names = "", path = ""] of readText(file).matchAll(/\bimport \{ ([^}]*) \} from "\.\/([^"]+)"/g)) {
      for (const name of names.split(", ")) taken.get(path)?.add(name);
    }
  }
  t.same(
    CODE.flatMap((file) => {
      const of = file.replace(/\.d\.ts$/, ".js");
      const names = taken.has(of) ? taken.get(of) : new Set<string>();
      return readExports(file).flatMap((name) => (names?.has(name) === false ? [`${file}: ${name}`] : []));
    }),
    [],
  );
});

t.test("files are short, start by saying what they are, and few are longer than 250 lines", async (t) => {
  const lengths = CODE.map((file) => ({ file, lines: readText(file).split("\n").length - 1 }));
  t.same(
    lengths.filter(({ lines }) => lines > 400),
    [],
    "at most 400 lines",
  );
  const long = lengths.filter(({ lines }) => lines > 250);
  t.ok(long.length <= 0.15 * lengths.length, `${long.length} of ${lengths.length} are over 250 lines`);
  t.same(
    SOURCE.filter((file) => !/^(\/\/|\/\*\*?) \S/.test(readText(file))),
    [],
    "first line is a comment",
  );
});

t.test("no folder has more than 40 files", async (t) => {
  const counts = new Map<string, number>();
  for (const file of FILES) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  t.same(
    [...counts].filter(([, count]) => count > 40),
    [],
  );
});

t.test("names are kebab-case and say something", async (t) => {
  const vague = /^(utils?|helpers?|common|misc|lib|shared|types|constants)$/;
  const broken = FILES.filter((file) => {
    const parts = file.split("/");
    const base = parts.pop() ?? "";
    if ([...parts, base.split(".")[0] ?? ""].some((part) => vague.test(part))) return true;
    if (!parts.every((part) => /^\.?[a-z0-9]+(-[a-z0-9]+)*$/.test(part))) return true;
    return /\.tsx?$/.test(base) && !/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.tsx?$/.test(base);
  });
  t.same(broken, []);
});

t.test("banned words do not occur", async (t) => {
  const outside = new RegExp([["..", "shared"].join("/"), ["", "work", ""].join("/")].join("|"));
  const banned: readonly (readonly [RegExp, string])[] = [
    [/\bas any\b|:\s*any\b|<any>|\bany\[\]/, "any"],
    [/^\s*(export\s+)?(const\s+)?enum\s/m, "enum"],
    [/\bdangerouslySetInnerHTML\b|\b(inner|outer)HTML\b/, "text as markup"],
    [/@ts-(ignore|expect-error|nocheck)/, "a silenced type error"],
    [/^export \* from/m, "a barrel"],
    [/\b(TODO|FIXME|XXX)\b/, "a note to self"],
    [/\bt\.(only|skip)\b/, "a skipped test"],
  ];
  const broken: string[] = [];
  for (const file of CODE.filter((f) => f !== "test/house.test.ts")) {
    for (const [pattern, what] of banned) if (pattern.test(CLEAN.get(file) ?? "")) broken.push(`${file}: ${what}`);
  }
  for (const file of TEXT) if (outside.test(readText(file))) broken.push(`${file}: a path outside the project`);
  t.same(broken, []);
});

t.test("every property is tried on values that the next run has as well", async (t) => {
  const trying = CODE.filter((file) => /\bfc\.(assert|check)\b/.test(CLEAN.get(file) ?? ""));
  t.same(trying, ["test/support/property.ts"]);
});

t.test("a test lies where its subject lies, or in a room of tests", async (t) => {
  const rooms = /^(tour|chaos|recompute|recorded|member|injection|many|suite|support|fixture)(\/|$)/;
  const broken = CODE.filter((file) => file.startsWith("test/") && file !== "test/house.test.ts").filter((file) => {
    const folder = posix.dirname(file).slice("test/".length);
    return !rooms.test(folder) && !pathExists(folder);
  });
  t.same(broken, []);
});

t.test("npm test runs every test once, in one of its suites", async (t) => {
  const { tap } = JSON.parse(readText("package.json")) as { tap: { include: readonly string[] } };
  t.same(tap.include, ["test/suite/*.ts"]);
  const suites = CODE.filter((file) => file.startsWith("test/suite/"));
  const together = suites.flatMap((file) =>
    [...(CLEAN.get(file) ?? "").matchAll(/"([a-z][a-z0-9/-]*(?:\.test\.ts)?)"/g)].map((match) => `test/${match[1]}`),
  );
  const runs = (file: string) => together.filter((place) => place === file || place === posix.dirname(file)).length;
  t.same(
    CODE.filter((file) => file.endsWith(".test.ts") && runs(file) !== 1),
    [],
  );
  t.same(
    together.filter((folder) => !pathExists(folder)),
    [],
  );
});

t.test("every path the documents quote exists", async (t) => {
  const quoted = /`((?:schema|ingest|jobs|api|scripts|test|\.ci)\/[^`\s]*|[\w.-]+\.(?:md|yml|json|js))`/g;
  const documents = FILES.filter((file) => file.endsWith(".md"));
  const broken = documents.flatMap((file) =>
    [...readText(file).matchAll(quoted)]
      .map((match) => match[1] ?? "")
      .filter((path) => !/[<>*{}…]/.test(path) && !pathExists(path) && !pathExists(`docs/${path}`))
      .map((path) => `${file}: ${path}`),
  );
  t.same(broken, []);
});
