// The analysts' credential from an attacker's side: it reads the analysts' database, and nothing else by any way in.
import { existsSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import {
  ALLOWED_COMBINATORS,
  ALLOWED_FUNCTIONS,
  ALLOWED_TABLE_FUNCTIONS,
  isAllowedFunction,
} from "../../../scripts/engine/allowed-function.ts";
import { ALLOWED_SETTINGS, checkSettings } from "../../../scripts/engine/allowed-setting.ts";
import { BASE } from "../../support/base.ts";
import { startTestStore } from "../../support/store.ts";

/** Kinds of functions that were looked at and stay shut: they reach out, name things of the store, or are of no use here. */
const SHUT_KINDS = new Set(
  "AI,Bitmap,Dictionary,Embedded Dictionary,Encryption,Geo,Geo Polygon,Internal,Introspection,Machine Learning,NumericIndexedVector,QBit,Time Window".split(
    ",",
  ),
);
/** Single ones of the other kinds, for the same reasons. */
const SHUT = new Set(
  `AIClassify AIExtract AIGenerate AITranslate FQDN HMAC L2DistanceTransposed L2DistanceTransposedQuantized MACNumToString
  MACStringToNum MACStringToOUI ST_AsMVT ST_AsMVTGeom ST_LineFromWKB ST_MLineFromWKB ST_MPolyFromWKB ST_PointFromWKB
  ST_PolyFromWKB SVG WKB WKT aggThrow array_concat_agg authUser authenticatedUser blockSerializedSize blockSize buildId
  catboostEvaluate categoricalInformationValue chdb colorOKLABToSRGB colorOKLCHToSRGB colorSRGBToOKLAB colorSRGBToOKLCH
  connectionId connection_id cosineDistanceTransposed cosineDistanceTransposedQuantized currentProfiles currentQueryID
  currentRoles currentSchemas currentUser current_query_id current_schemas current_user defaultProfiles defaultRoles
  displayName distanceCosineTransposed distanceL2Transposed distinctDynamicTypes distinctJSONPaths
  distinctJSONPathsAndTypes dotProductTransposed dotProductTransposedQuantized dumpColumnStructure enabledProfiles
  enabledRoles errorCodeToName estimateCompressionRatio file filesystemAvailable filesystemCapacity filesystemUnreserved
  flameGraph flipCoordinates format formatQuery formatQueryOrNull formatQuerySingleLine formatQuerySingleLineOrNull
  formatRow formatRowNoNewline fullHostName fuzzQuery generateRandomStructure generateSerialID generateSnowflakeID
  getClientHTTPHeader getMacro getMaxTableNameLengthForDatabase getMergeTreeSetting getOSKernelVersion getServerPort
  getServerSetting getSettingOrDefault getSizeOfEnumType getTypeSerializationStreams globalVariable groupBitmap
  groupBitmapAnd groupBitmapOr groupBitmapXor groupNumericIndexedVector hasColumnInTable hasThreadFuzzer highlight
  highlightQuery hiveHash hostName hostname icebergBucket icebergHash icebergTruncate initialQueryID
  initialQueryStartTime initial_query_id initial_query_start_time joinGet joinGetOrNull kafkaMurmurHash
  lowCardinalityIndices lowCardinalityKeys naiveBayesNgrams normalizeQuery normalizeQueryKeepNames normalizedQueryHash
  normalizedQueryHashKeepNames nothing nothingNull nothingUInt64 obfuscateQuery obfuscateQueryWithSeed partitionID
  partitionId quantilePrometheusHistogram quantilesPrometheusHistogram queryID query_id randomHadamardTransform readWkb
  readWkt revision runningConcurrency scalarProductTransposed sequenceNextNode serverTimeZone serverTimezone serverUUID
  session_user shardCount shardNum showCertificate singleValueOrNull sleep sleepEachRow sqid sqidDecode sqidEncode
  structureToCapnProtoSchema structureToProtobufSchema tcpPort timeSeriesChangesToGrid timeSeriesCopyTag
  timeSeriesCopyTags timeSeriesDeltaToGrid timeSeriesDerivToGrid timeSeriesExtractTag timeSeriesGroupArray
  timeSeriesGroupToSamplingKey timeSeriesGroupToTags timeSeriesIdToGroup timeSeriesIdToTags timeSeriesIdToTagsGroup
  timeSeriesIncreaseToGrid timeSeriesInstantDeltaToGrid timeSeriesInstantRateToGrid timeSeriesJoinTags
  timeSeriesLastToGrid timeSeriesLastTwoSamples timeSeriesPredictLinearToGrid timeSeriesRateToGrid
  timeSeriesRemoveAllTagsExcept timeSeriesRemoveTag timeSeriesRemoveTags timeSeriesReplaceTag
  timeSeriesResampleToGridWithStaleness timeSeriesResetsToGrid timeSeriesStoreTags timeSeriesTagsGroupToTags
  timeSeriesTagsToGroup timeSeriesThrowDuplicateSeriesIf tokenizeQuery tokensForLikePattern transactionID
  transactionLatestSnapshot transactionOldestSnapshot uptime user xxHash64Spark zookeeperSessionUptime`.split(/\s+/),
);

const { engine, store } = await startTestStore(t);
const at = BASE;
const key = { id: "abcdefgh", name: "a partner", digest: "0".repeat(64), read_per_minute: 1, llm_per_minute: 1 };
await store.insert("api_key", [{ ...key, created_at: at, revoked_at: null, changed_at: at }], "k");
const list = <R>(sql: string) => store.query({ name: "test", sql }, {}) as Promise<R[]>;

type Answer = { readonly code: string; readonly text: string };
async function ask(sql: string, search: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${engine.url}/?${new URLSearchParams(search)}`, {
    method: "POST",
    headers: { "X-ClickHouse-User": "analyst", "X-ClickHouse-Key": engine.readonlyToken, ...headers },
    body: sql,
  });
  return { code: response.headers.get("x-clickhouse-exception-code") ?? "", text: await response.text() };
}
/** Refused as no reading (164), as another's (497), as a file (358), or as nothing the engine knows to parse (62, 73). */
const isRefused = ({ code }: Answer): boolean => ["164", "497", "358", "62", "73"].includes(code);

t.test("every function of the engine was judged, and only what was found harmless is open", async (t) => {
  const functions = await list<{ name: string; kind: string }>(
    "SELECT name, toString(categories) AS kind FROM system.functions",
  );
  const names = new Set(functions.map(({ name }) => name));
  t.same(
    ALLOWED_FUNCTIONS.filter((name) => !names.has(name)),
    [],
    "every open function exists",
  );
  const open = new Set(ALLOWED_FUNCTIONS);
  const shut = functions.filter(({ name }) => !open.has(name));
  t.same(
    shut.filter(({ name, kind }) => !SHUT_KINDS.has(kind) && !SHUT.has(name)).map(({ name }) => name),
    [],
    "every other one was looked at",
  );
  t.same(
    shut.filter(({ name }) => isAllowedFunction(name)).map(({ name }) => name),
    [],
    "none of them is open under another spelling",
  );
  const endings = new Set(
    (await list<{ name: string }>("SELECT name FROM system.aggregate_function_combinators")).map(({ name }) => name),
  );
  t.same(
    ALLOWED_COMBINATORS.filter((name) => !endings.has(name)),
    [],
  );
});

t.test("of the engine's table functions those are open that make rows of their arguments", async (t) => {
  const names = (await list<{ name: string }>("SELECT name FROM system.table_functions")).map(({ name }) => name);
  t.same(names.filter(isAllowedFunction).sort(), [...ALLOWED_TABLE_FUNCTIONS].sort());
  for (const [at, name] of names.filter((one) => !isAllowedFunction(one)).entries()) {
    const sql =
      [`SELECT * FROM ${name}('a', 'b')`, `DESCRIBE ${name}('a')`, `SELECT * FROM \`${name}\`()`][at % 3] ?? "";
    t.ok(isRefused(await ask(sql)), sql);
  }
});

t.test("every open setting is one of the engine's, and none of them names a file or an address", async (t) => {
  const settings = new Set((await list<{ name: string }>("SELECT name FROM system.settings")).map(({ name }) => name));
  t.same(
    ALLOWED_SETTINGS.filter((name) => !settings.has(name)),
    [],
  );
  t.same(
    ALLOWED_SETTINGS.filter((name) => /schema|url|path|template|file|host|disk/.test(name)),
    [],
  );
  const limits = { executionSecondsMax: 30, resultRowsMax: 1, resultBytesMax: 1, memoryBytesMax: 1 };
  const open = [...settings].filter((name) => {
    try {
      checkSettings(new Map([[name, "1"]]), limits);
      return true;
    } catch {
      return false;
    }
  });
  const lowered = ["max_execution_time", "max_result_rows", "max_result_bytes", "max_memory_usage"];
  t.same(open.sort(), [...ALLOWED_SETTINGS, ...lowered].sort(), "beside limits, which may be lowered, nothing else is");
  for (const value of ["0", "31", "-1", "NaN"]) {
    t.equal((await ask("SELECT 1", { max_execution_time: value })).code, "164", `max_execution_time=${value}`);
  }
});

t.test("no table of the store but the analysts' is read, described, or used as a set", async (t) => {
  const tables = await list<{ database: string; name: string; column: string }>(
    `SELECT database, table AS name, any(c.name) AS column FROM system.columns AS c
     WHERE database != 'analyst' GROUP BY database, name`,
  );
  const views = new Set((await list<{ name: string }>("SHOW TABLES FROM analyst")).map(({ name }) => name));
  t.ok(tables.length > 150, "tables of facts and of the engine");
  for (const { database, name, column } of tables) {
    const table = `${database}.${name}`;
    for (const sql of [`SELECT * FROM ${table} LIMIT 1`, `DESCRIBE TABLE ${table}`]) {
      const answer = await ask(sql);
      if (answer.code !== "497") t.fail(`${sql}: ${answer.code} ${answer.text}`);
    }
    if (database === "assay" && !views.has(name))
      t.equal((await ask(`SELECT \`${column}\` FROM ${name}`)).code, "60", `${name} by its name alone`);
  }
});

const SECRET = "a partner";
const WAYS: readonly string[] = [
  "SELECT * FROM `assay`.`api_key`",
  'SELECT * FROM "assay"."api_key"',
  "SELECT * FROM assay . api_key",
  "SELECT * FROM assay/**/./**/api_key",
  "SELECT * FROM \u201cassay\u201d.\u201capi_key\u201d",
  "FROM assay.api_key SELECT *",
  "(SELECT 1) UNION ALL (SELECT count() FROM assay.api_key)",
  "SELECT (SELECT any(name) FROM assay.api_key)",
  "WITH (SELECT any(name) FROM assay.api_key) AS x SELECT x",
  "WITH x AS (SELECT * FROM assay.api_key) SELECT * FROM x",
  "SELECT 'a partner' IN (SELECT name FROM assay.api_key)",
  "SELECT ('abcdefgh') IN assay.api_key",
  "SELECT 'abcdefgh' IN (assay.api_key)",
  "SELECT in('abcdefgh', assay.api_key)",
  "SELECT 1 GLOBAL NOT IN assay.api_key",
  "SELECT * FROM analyst.token_hour AS t JOIN assay.api_key AS k ON 1 = 1",
  "SELECT * FROM analyst.token_hour, assay.api_key",
  "SELECT EXISTS(SELECT 1 FROM assay.api_key)",
  "SELECT 'x' = ANY(SELECT name FROM assay.api_key)",
  "SELECT * FROM (EXPLAIN SELECT * FROM assay.api_key)",
  "EXPLAIN SELECT * FROM assay.api_key",
  "EXPLAIN ESTIMATE SELECT * FROM assay.api_key",
  "EXPLAIN AST SELECT name FROM assay.api_key",
  "EXPLAIN TABLE OVERRIDE mysql('a:1', 'b', 'c', 'd', 'e')",
  "EXPLAIN INSERT INTO analyst.x SELECT 1",
  "DESCRIBE (SELECT * FROM assay.api_key)",
  "DESC assay.api_key",
  "SHOW CREATE TABLE assay.api_key",
  "SHOW CREATE DATABASE assay",
  "SHOW TABLES FROM assay",
  "SHOW TABLES FROM `assay`",
  "SHOW TABLES WHERE name IN (SELECT name FROM assay.api_key)",
  "SHOW COLUMNS FROM api_key FROM assay",
  "SHOW INDEX FROM api_key FROM assay",
  "SHOW PROCESSLIST",
  "SHOW SETTINGS LIKE '%'",
  "SHOW FUNCTIONS",
  "SHOW GRANTS",
  "SHOW USERS",
  "SHOW ACCESS",
  "SHOW CLUSTERS",
  "EXISTS TABLE assay.api_key",
  "EXISTS DATABASE assay",
  "SELECT * FROM system.processes",
  "SELECT * FROM INFORMATION_SCHEMA.TABLES",
  "SELECT * FROM information_schema.columns",
  "SELECT * FROM merge('assay', 'api_key')",
  "SELECT * FROM merge(REGEXP('as.*'), 'api_key')",
  "SELECT * FROM view(SELECT * FROM assay.api_key)",
  "SELECT * FROM loop(assay.api_key)",
  "SELECT * FROM remote('127.0.0.1', assay.api_key)",
  "SELECT * FROM cluster('default', assay.api_key)",
  "SELECT * FROM dictionary('assay.api_key')",
  "SELECT * FROM input('a String')",
  "SELECT * FROM executable('id', TabSeparated, 'a String')",
  "SELECT * FROM python('x')",
  "SELECT * FROM eval('SELECT 1')",
  "SELECT * FROM fuzzQuery('SELECT 1', 1, 1)",
  "SELECT dictGet('assay.api_key', 'name', 'abcdefgh')",
  "SELECT joinGet('assay.api_key', 'name', 'abcdefgh')",
  "SELECT hasColumnInTable('assay', 'api_key', 'name')",
  "SELECT * APPLY file FROM (SELECT '/etc/passwd' AS x)",
  "SELECT * APPLY(x -> file(x)) FROM (SELECT '/etc/passwd' AS x)",
  "SELECT COLUMNS('x') APPLY(file) FROM (SELECT '/etc/passwd' AS x)",
  "SELECT * REPLACE(file('/etc/passwd') AS x) FROM (SELECT 1 AS x)",
  "SELECT arrayMap(x -> file(x), ['/etc/passwd'])",
  "SELECT 1 ORDER BY file('/etc/passwd')",
  "SELECT 1 LIMIT (SELECT length(file('/etc/passwd')))",
  "SELECT sum(1) OVER (PARTITION BY file('/etc/passwd'))",
  "SELECT aiGenerate('x')",
  "SELECT chdb('x')",
  "SELECT sleep(3)",
  "SELECT fileIf('/etc/passwd', 1)",
  "SELECT 1 INTO OUTFILE '/tmp/assay-analyst-out'",
  "SELECT 1 INTO/**/OUTFILE '/tmp/assay-analyst-out' FORMAT CSV",
  "EXPLAIN SELECT 1 INTO OUTFILE '/tmp/assay-analyst-out'",
  "SELECT 1; SELECT * FROM assay.api_key",
  "SELECT 1;;SELECT 2",
  "SELECT 1 SETTINGS max_execution_time = 0",
  "SELECT * FROM (SELECT 1 SETTINGS max_threads = 64)",
  "SELECT 1 FORMAT CSV SETTINGS format_schema = '/etc/passwd'",
  "SELECT `a\\n` FROM (SELECT 1 AS `a\\n`)",
  "EXECUTE AS default SELECT 1",
  "USE assay",
  "BACKUP TABLE assay.api_key TO Disk('a', 'b')",
  "ATTACH TABLE assay.api_key",
  "WATCH assay.api_key",
  "PARALLEL WITH SELECT 1",
  "GRANT SELECT ON *.* TO analyst",
  `SELECT ${"'".repeat(2)} /* ${"x".repeat(200_000)} */ FROM assay.api_key`,
];

t.test("no way of writing a statement leads out of the analysts' database", async (t) => {
  for (const sql of WAYS) {
    const answer = await ask(sql);
    t.ok(isRefused(answer), `${sql.slice(0, 80)}: ${answer.code}`);
    t.notMatch(answer.text.replace(sql, ""), SECRET);
  }
  t.notOk(existsSync("/tmp/assay-analyst-out"));
});

t.test("no part of a request but the statement leads out either", async (t) => {
  const out = join(engine.path, "out");
  const inject = `TSV INTO OUTFILE '${out}'`;
  const requests: readonly (readonly [string, Record<string, string>, Record<string, string>?])[] = [
    ["SELECT * FROM api_key", { database: "assay" }],
    ["SELECT * FROM processes", { database: "system" }],
    ["SELECT * FROM api_key", {}, { "X-ClickHouse-Database": "assay" }],
    ["SELECT * FROM {t:Identifier}", { param_t: "assay.api_key" }],
    ["SELECT * FROM {d:Identifier}.{t:Identifier}", { param_d: "assay", param_t: "api_key" }],
    ["SELECT 'a' IN {t:Identifier}", { param_t: "assay.api_key" }],
    ["SELECT 1", { default_format: inject }],
    ["SELECT 1", { default_format: "Null; SELECT * FROM assay.api_key FORMAT TSV" }],
    ["SELECT 1", {}, { "X-ClickHouse-Format": inject }],
    ["SELECT 1", { output_format_schema: out }],
    ["SELECT 1 FORMAT Avro", { format_avro_schema_registry_url: "http://127.0.0.1:1" }],
    ["SELECT 1", { use_query_cache: "1" }],
    ["SELECT 1", { readonly: "0" }],
    ["SELECT 1", { allow_ddl: "1" }],
    ["SELECT 1", { additional_table_filters: "{'analyst.token_hour': 'x'}" }],
    ["FROM assay.api_key", { query: "SELECT *" }],
  ];
  for (const [sql, search, headers] of requests) {
    const answer = await ask(sql, search, headers);
    t.ok(isRefused(answer), `${sql} ${JSON.stringify(search)}: ${answer.code} ${answer.text.slice(0, 200)}`);
    t.notMatch(answer.text, SECRET);
  }
  t.notOk(existsSync(out));
  t.match(await ask("SELECT 1", { session_id: "x" }), { code: "48" });
  const form = new FormData();
  form.set("query", "SELECT * FROM api_key");
  form.set("database", "assay");
  const headers = { "X-ClickHouse-Key": engine.readonlyToken };
  const answer = await fetch(engine.url, { method: "POST", headers, body: form });
  t.equal(answer.headers.get("x-clickhouse-exception-code"), "497");
});

t.test("what analysts need of SQL is open", async (t) => {
  for (const [sql, expected] of [
    ["SELECT count() FROM token_hour", "0\n"],
    ["SELECT count() FROM analyst.token_hour AS t JOIN price_minute AS p ON p.token = t.token", "0\n"],
    [
      "WITH x AS (SELECT number AS n FROM numbers(5)), 2 AS k SELECT sum(n * k) FROM x WHERE n IN (SELECT n FROM x)",
      "20\n",
    ],
    [
      "SELECT quantileExactInclusiveOrNullIf(0.5)(a, a > 1), argMaxIf(a, a, 1) FROM VALUES('a UInt8', 1, 2, 3)",
      "2.5\t3\n",
    ],
    [
      "SELECT CASE WHEN 1 THEN 'a' ELSE 'b' END, [1, 2][1], (1, 2).1, CAST(1 AS String), 1::Float64, 1 BETWEEN 0 AND 2",
      "a\t1\t1\t1\t1\t1\n",
    ],
    ["SELECT sum(number) OVER (ORDER BY number ROWS 1 PRECEDING) AS s FROM numbers(3) QUALIFY s > 2", "3\n"],
    ["SELECT toString({x:UInt8}), {y:String}", "7\tassay.api_key\n"],
    ["SELECT * EXCEPT b FROM (SELECT 1 AS a, 2 AS b)", "1\n"],
    [
      "SELECT a FROM (SELECT 1 AS a) AS l ANTI LEFT JOIN (SELECT 2 AS a) AS r USING a ORDER BY a WITH FILL LIMIT 1",
      "1\n",
    ],
    ["SELECT x FROM (SELECT [3, 1] AS xs) ARRAY JOIN arraySort(v -> v, xs) AS x", "1\n3\n"],
    ["SELECT 1 INTERSECT SELECT 1", "1\n"],
    ["SELECT t.token, t.hour FROM token_hour AS t LIMIT 1", ""],
    ["EXISTS analyst.token_hour", "1\n"],
    [
      "SELECT 'SELECT * FROM assay.api_key; DROP' AS x FORMAT JSONEachRow",
      '{"x":"SELECT * FROM assay.api_key; DROP"}\n',
    ],
    ["SELECT 1 AS `a b`;", "1\n"],
  ] as const) {
    const answer = await ask(sql, { param_x: "7", param_y: "assay.api_key" });
    t.same(answer, { code: "", text: expected }, sql);
  }
  for (const sql of [
    "SHOW TABLES",
    "SHOW TABLES FROM analyst LIKE 'token%'",
    "SHOW DATABASES",
    "DESCRIBE token_hour",
    "DESC TABLE analyst.token_hour",
    "SHOW CREATE VIEW analyst.token_hour",
    "EXPLAIN indexes = 1 SELECT * FROM token_hour",
    "SELECT getSetting('max_execution_time')",
  ]) {
    t.match(await ask(sql), { code: "", text: /./ }, sql);
  }
  t.match(await ask("SELECT 1 +", {}), { code: "62", text: /Syntax error/ });
  t.match(await ask("SELECT nothing FROM token_hour"), { code: "47" });
});
