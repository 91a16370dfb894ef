// Adding a source, a section, an endpoint, a signal, a kind of evidence, an issued kind and a dataset touches the files
// ARCHITECTURE.md names and nothing else: a copy of the project gets one of each, still compiles, and everything that
// should follow by itself does.
import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import t from "tap";
import { ROOT, readText } from "../support/tree.ts";

const run = promisify(execFile);

/** The new files of each addition but a dataset, as ARCHITECTURE.md shows them: of none more than two. */
const NEW_FILES: Readonly<Record<string, string>> = {
  "ingest/venue/okx/echo-ticker.ts": `// Echoes of OKX.
import { asNumber, asRecord, asRecords } from "../../source/body.ts";
import { tickers } from "../../parse/ticker.ts";

export const echoTicker = tickers({
  id: "echo-ticker",
  venue: "okx",
  market: "spot",
  call: { endpoint: "okx.tickers", params: { instType: "SPOT" } },
  rows: (body) => asRecords(asRecord(body).data, "data"),
  symbolOf: (row) => row.instId,
  read: (row) => ({ at: asNumber(row.ts), last: row.last, high: row.high24h, low: row.low24h, base: 0, usd: null }),
});
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
  "schema/signal/echo.ts": `// A dummy.
import { plainRule, type SignalRule } from "./rule.ts";

export const echo = {
  ...plainRule,
  kind: "echo",
  measure: "How loud it is",
  unit: "level",
  window: "1m",
  levels: [1, 2, 3],
  direction: "Neutral.",
  cooldownS: 60,
  requires: ["market_cap_usd"],
} as const satisfies SignalRule;
`,
  "jobs/signal/echo.ts": `// Finds a dummy.
import { echo as rule } from "../../schema/signal/echo.ts";
import { type Detector, fired, withInputs } from "./reading.ts";

export const detectEcho: Detector = (input) =>
  withInputs(input, rule.requires, () =>
    fired({ direction: "neutral", severity: 1, value: 1, thresholds: rule.levels, baseline: null }),
  );
`,
  "schema/evidence/echo.ts": `// Evidence echo: a dummy.
import { Type } from "typebox";
import { count } from "../shape/quantity.ts";

export const echo = Type.Object({ echoes: count("Echoes heard.") }, { additionalProperties: false });
`,
  "jobs/evidence/echo.ts": `// Builds the evidence echo: a dummy.
import { type EvidenceBuilder, instantOf } from "./builder.ts";

export const echo: EvidenceBuilder<"echo"> = {
  words: "echoes",
  draft: ({ state }) => [{ asOf: instantOf(state.sections.market), sources: [], members: { echoes: 3 } }],
  say: ({ echoes }) => \`Heard \${echoes} times\`,
};
`,
  "schema/issued/echo.ts": `// Issued kind echo: a dummy.
import { type Static, Type } from "typebox";
import { envelope } from "../shape/envelope.ts";
import { ABOUT, type IssuedKindOf, NO_COLUMNS } from "./issued.ts";

const Said = { said: Type.String() };
const data = Type.Object({ ...Said, hash: Type.String(), verify_url: Type.String() }, { additionalProperties: false });

export const echo = {
  object: "echo",
  schema: "vmi/echo/1",
  shape: envelope("echo", data),
  leftOut: ABOUT,
  atFirst: {},
  columnsOf: ({ said }) => ({ ...NO_COLUMNS, headline: said }),
  isEvent: () => false,
} as const satisfies IssuedKindOf<Omit<Static<typeof data>, "hash" | "verify_url">>;
`,
};

/** A dataset with its source: what it is, and who brings it. */
const NEW_DATASET: Readonly<Record<string, string>> = {
  "schema/dataset/trade/best-quote.ts": `// Best quotes of spot markets: a dummy.
import { ordered, positive, recent } from "../admit.ts";
import { own } from "../analysts.ts";
import { real, SYMBOL, TOKEN, time, VENUE } from "../column.ts";
import type { Row } from "../dataset.ts";
import { hours, minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const bestQuote = reading({
  name: "best_quote",
  about: "Best quotes of spot markets.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    symbol: SYMBOL,
    at: time("When the venue was read. UTC."),
    bid: real("Best bid. USD."),
    ask: real("Best ask. USD."),
  },
  order: ["token", "venue", "at"],
  keep: days(30),
  fresh: { best_quote: { everyS: minutes(1), sloS: minutes(3), hardTtlS: hours(1) } },
  admit: [recent, positive("bid", "ask"), ordered("crossed", "bid", "ask")],
  latest: { member: "bestQuotes", of: "token", by: ["token", "venue"], tells: ["bid", "ask"], within: "1 DAY" },
  analysts: { view: "best_quote", about: "Best quotes of spot markets.", shows: own("token", "at", "bid") },
});

export type BestQuoteRow = Row<typeof bestQuote>;
`,
  "ingest/venue/okx/best-quote.ts": `// Best quotes of OKX: a dummy.
import { asNumber, asRecord, asRecords } from "../../source/body.ts";
import { bulkSource, stamped, withListings } from "../../source/define-source.ts";

export const okxBestQuote = bulkSource({
  id: "okx-best-quote",
  venue: "okx",
  market: "spot",
  call: { endpoint: "okx.tickers", params: { instType: "SPOT" } },
  parse: (body, about) =>
    withListings(about, asRecords(asRecord(body).data, "data"), (row) => row.instId).map(([row, listing]) =>
      stamped(about, listing, { at: asNumber(row.ts), bid: asNumber(row.bidPx), ask: asNumber(row.askPx) }),
    ),
});
`,
};

/** What is there before, and what it becomes: the two registries, and a member of a section with its unassessed case. */
const DATASET_LINES: readonly (readonly [string, string, string])[] = [
  [
    "schema/dataset/index.ts",
    "export const TABLES = {",
    "import { bestQuote } from './trade/best-quote.ts';\nexport const TABLES = { best_quote: bestQuote,",
  ],
  [
    "ingest/sources.ts",
    "const ALL: readonly Source[] = [",
    "import { okxBestQuote } from './venue/okx/best-quote.ts';\nconst ALL: readonly Source[] = [okxBestQuote,",
  ],
  ["schema/section/liquidity.ts", "  spread_bps: bps(", "  best_bid_usd: usd('The highest bid.'),\n  spread_bps: bps("],
  [
    "jobs/section/liquidity.ts",
    "  const members = {",
    `  const quotes = rows.bestQuotes.filter((row) => isFresh("best_quote", row.read_at, facts.asOf));
  const quoted = newest(rows.bestQuotes.map((row) => row.read_at));
  const best = quotes.length > 0 ? newest(quotes.map((row) => row.bid)) : whyMissing(rows.calls, "best_quote", quoted);
  const members = { best_bid_usd: best,`,
  ],
  [
    "jobs/section/liquidity.ts",
    "    sources: [",
    "    sources: [...citeUsed('best_quote', rows.bestQuotes, (row) => quotes.includes(row)), ",
  ],
];

/** The lines that registries get: what is there, and what it becomes. */
const LINES: readonly (readonly [string, string, string])[] = [
  [
    "ingest/sources.ts",
    "const ALL: readonly Source[] = [",
    "import { echoTicker } from './venue/okx/echo-ticker.ts';\nconst ALL: readonly Source[] = [echoTicker,",
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
  [
    "schema/signal/index.ts",
    "export const SIGNALS = {",
    "import { echo } from './echo.ts';\nexport const SIGNALS = { echo,",
  ],
  [
    "jobs/signal/index.ts",
    "export const DETECTORS = {",
    "import { detectEcho } from './echo.ts';\nexport const DETECTORS = { echo: detectEcho,",
  ],
  ["schema/evidence/index.ts", "const OF_BRIEFS = {", "import { echo } from './echo.ts';\nconst OF_BRIEFS = { echo,"],
  [
    "jobs/evidence/index.ts",
    "export const EVIDENCE_BUILDERS",
    "import { echo } from './echo.ts';\nexport const EVIDENCE_BUILDERS",
  ],
  ["jobs/evidence/index.ts", "  spot_volume: spotVolume,", "  echo, spot_volume: spotVolume,"],
  ["schema/evidence/stated.ts", "  price: [", "  echo: [],\n  price: ["],
  ["schema/issued/index.ts", "const MEMBERS = {", "import { echo } from './echo.ts';\nconst MEMBERS = { echo,"],
  [
    "jobs/issued/index.ts",
    "  evaluation: followEvaluations,",
    "  echo: () => Promise.resolve(), evaluation: followEvaluations,",
  ],
  [
    "schema/proof/proof-kind.ts",
    "export const PROOF_KINDS = {",
    "export const PROOF_KINDS = { echo: { object: 'echo', id: /^echo_[0-9A-Z]{26}$/, verdict: 'said' },",
  ],
  ["api/route/index.ts", "readonly Route[] = [", "readonly Route[] = [getEcho, "],
  ["api/route/index.ts", "import type { Route }", "import { getEcho } from './get-echo.ts';\nimport type { Route }"],
];

const PROBE = `
import { SOURCES } from "./ingest/sources.ts";
import { SECTION_IDS } from "./schema/section/index.ts";
import { sourceInfos } from "./jobs/source-info.ts";
import { timetable } from "./jobs/clock.ts";
import { ROUTES } from "./api/route/index.ts";
import { state as shape } from "./schema/object/state.ts";
import { admit } from "./ingest/run/admit.ts";
import { assembleFacts } from "./jobs/fact/assemble-facts.ts";
import { MEMBERS } from "./jobs/fact/member.ts";
import { buildState } from "./jobs/state/build-state.ts";
import { newestOf } from "./jobs/status/newest.ts";
import { createTableSql } from "./schema/dataset/create-table.ts";
import { TABLES } from "./schema/dataset/index.ts";
import { DATASET_IDS } from "./schema/freshness.ts";
import { readViews } from "./schema/io/migrate.ts";
import { keptText } from "./schema/retention.ts";
import { evaluateToken } from "./jobs/detect/evaluate.ts";
import { draftEvidence } from "./jobs/evidence/gather.ts";
import { seal } from "./jobs/proof/seal.ts";
import { Signal } from "./schema/shape/signal.ts";
import { INPUT_NAMES } from "./schema/signal/input-name.ts";
import { proof } from "./schema/object/proof.ts";
const asOf = Date.UTC(2026, 0, 2);
const factsOf = (bestQuotes) =>
  assembleFacts({ asOf, market: "sandbox" }, new Proxy({ bestQuotes }, { get: (rows, name) => rows[name] ?? [] }), ["bitcoin"]);
const quote = { token: "bitcoin", venue: "okx", provider: "okx", read_at: asOf - 60_000, retrieved_ms: asOf, bid: 7, ask: 8 };
const stateOf = (bestQuotes) => buildState(factsOf(bestQuotes), "bitcoin");
const { liquidity: without } = stateOf([]).sections;
const state = stateOf([quote]);
const row = { token: "bitcoin", venue: "okx", symbol: "BTC-USDT", at: asOf, bid: 8, ask: 7, provider: "okx", retrieved_at: asOf };
const context = { now: asOf, table: "best_quote", ageMsMax: null, grid: null, reference: () => undefined };
const dataset = {
  table: createTableSql(TABLES.best_quote).includes("ORDER BY (token, venue, at, replaced_at)"),
  dictionary: keptText("best_quote"),
  views: readViews().then((views) => views.some(({ name }) => name === "analyst.best_quote")),
  refused: admit([row], context).refused.map(({ reason }) => reason),
  asked: MEMBERS.some(({ list, query }) => list === "bestQuotes" && query.name === "best-quote-latest"),
  inStatus: DATASET_IDS.includes("best_quote") && newestOf(factsOf([quote])).get("best_quote").bitcoin === quote.read_at,
  scheduled: timetable(Object.values(SOURCES)).some(({ key }) => key === "source.pull~okx-best-quote"),
  told: state.sections.liquidity.best_bid_usd,
  cited: state.sources.map(({ endpoint }) => endpoint),
  untold: [without.best_bid_usd, without.unassessed.find(({ path }) => path === "/best_bid_usd")?.reason],
};
const jobs = timetable(Object.values(SOURCES)).map((line) => line.key);
const heard = evaluateToken(undefined, {
  ...{ token: "bitcoin", at: asOf, price_usd: 7, reasons: {}, sources: {} },
  values: Object.fromEntries(INPUT_NAMES.map((name) => [name, name === "market_cap_usd" ? 1 : "unassessed"])),
}).fired;
const [item] = draftEvidence({ state, window: null }, ["echo"]);
const id = "echo_01HZZZZZZZZZZZZZZZZZZZZZZZ";
const { row: issued } = seal("echo", { id, asOf, data: { said: "hello" }, sources: [], calls: [] }, asOf, "v");
dataset.views.then((views) => process.stdout.write(JSON.stringify({
  dataset: { ...dataset, views },
  scheduled: jobs.includes("source.pull~echo-ticker"),
  known: sourceInfos().some(({ id }) => id === "echo-ticker"),
  section: SECTION_IDS.includes("echo"),
  onTheWire: JSON.stringify(shape).includes("Echoes heard."),
  routed: ROUTES.some(({ contract }) => contract.path === "/v1/echo"),
  signals: [heard.map(({ kind }) => kind), JSON.stringify(Signal).includes('"echo"')],
  evidence: [item.kind, item.line({ echoes: 3 })],
  issued: [issued.kind, issued.headline, issued.hash.length, JSON.stringify(proof).includes('"echo"')],
})));`;

/** Files of each addition: those it brings, and those that get a line. */
const ADDED: Readonly<Record<string, RegExp>> = {
  source: /^ingest\//,
  section: /^(schema|jobs)\/section\//,
  endpoint: /^api\//,
  signal: /^(schema|jobs)\/signal\//,
  evidence: /^(schema|jobs)\/evidence\//,
  issued: /^((schema|jobs)\/issued\/|schema\/proof\/)/,
};

t.test("one of each: a few new files, a line in their registries, nothing else", async (t) => {
  const copy = t.testdir();
  for (const part of ["schema", "ingest", "jobs", "api", "docs/queries", "package.json", "tsconfig.json"]) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  for (const [path, text] of Object.entries({ ...NEW_FILES, ...NEW_DATASET })) writeFileSync(join(copy, path), text);
  for (const [path, before, after] of [...LINES, ...DATASET_LINES]) {
    const text = readFileSync(join(copy, path), "utf8");
    t.ok(text.includes(before), `${path} is the registry it was`);
    writeFileSync(join(copy, path), text.replace(before, after));
  }
  const compiled = await run(join(ROOT, "node_modules/.bin/tsc"), ["--noEmit", "--checkers", "1"], { cwd: copy }).catch(
    (error: { stdout: string }) => error,
  );
  t.equal(compiled.stdout, "", "it compiles");
  writeFileSync(join(copy, "probe.ts"), PROBE);
  // Where the migrations look for the views; one file loads in a fraction of what six hundred take.
  const probe = "schema/io/probe.mjs";
  const bundle = ["--bundle", "--platform=node", "--format=esm", "--packages=external", `--outfile=${probe}`];
  await run(join(ROOT, "node_modules/.bin/esbuild"), ["probe.ts", "--log-level=error", ...bundle], { cwd: copy });
  const { stdout } = await run(process.execPath, [probe], { cwd: copy });
  const { dataset, ...others } = JSON.parse(stdout);
  t.same(others, {
    ...{ scheduled: true, known: true, section: true, onTheWire: true, routed: true },
    ...{ signals: [["echo"], true], evidence: ["echo", "Heard 3 times"], issued: ["echo", "hello", 64, true] },
  });
  t.same(dataset, {
    ...{
      table: true,
      dictionary: "30 days after `at`",
      views: true,
      refused: ["crossed"],
      asked: true,
      inStatus: true,
    },
    ...{ scheduled: true, told: 7, cited: ["best_quote"], untold: ["unassessed", "pending"] },
  });
  const touched = new Set([...Object.keys(NEW_DATASET), ...DATASET_LINES.map(([path]) => path)]);
  t.ok(touched.size <= 6, `a dataset with its source and a member of a section touches ${touched.size} files`);
  const lines = [...new Set(LINES.map(([path]) => path))];
  for (const [what, of] of Object.entries(ADDED)) {
    const [fresh, told] = [Object.keys(NEW_FILES), lines].map((paths) => paths.filter((path) => of.test(path)).length);
    t.ok((fresh ?? 9) <= 2, `${what}: ${fresh} new files, a line in ${told}`);
  }
});

t.test("ARCHITECTURE.md names exactly the files that were touched", async (t) => {
  const page = readText("ARCHITECTURE.md");
  const section = page.slice(page.indexOf("## To add something"), page.indexOf("## The embedded engine"));
  for (const path of [...Object.keys(NEW_FILES), ...LINES.map(([file]) => file)]) t.match(section, path);
  for (const path of [...Object.keys(NEW_DATASET), ...DATASET_LINES.map(([file]) => file)]) t.match(section, path);
});
