// `npm run recompute`: makes the numbers of a section again by its published statement, as an analyst of the running
// service's store, and prints them beside what was served.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { rebuild } from "../jobs/replay/replay-builds.ts";
import { readBasis, tellMade } from "../jobs/replay/told-build.ts";
import { DAY_MS } from "../schema/duration.ts";
import type { Env } from "../schema/env.ts";
import { decodeFrame } from "../schema/frame.ts";
import { openStore, type Store } from "../schema/io/clickhouse.ts";
import { openRedis } from "../schema/io/redis.ts";
import { snapshotKey } from "../schema/io/snapshot-key.ts";
import { type AskedOf, askStatement, readStatements } from "../schema/io/statement.ts";
import { SNAPSHOTS } from "../schema/key.ts";
import { LIMITS } from "../schema/limit.ts";
import { type BuildKnownRow, buildKnown, buildLastBefore } from "../schema/query/service/build-known.ts";
import { type Compared, compareSection, isUnassessed } from "../schema/recompute/compare.ts";
import type { Statement } from "../schema/recompute/statement.ts";
import type { SeriesId } from "../schema/series/index.ts";
import { BUCKET_RESOLUTIONS, BUCKET_S, type BucketResolution } from "../schema/series/series.ts";
import { parseOwnEnv } from "../schema/setting/read-settings.ts";
import { toTime } from "../schema/shape/time.ts";
import type { HistoryMeta } from "../schema/snapshot.ts";
import { TRACKED } from "../schema/token/tracked.ts";
import { readRun, sayAbsent } from "./folder.ts";
import { compareInputs, isIssued } from "./recompute-inputs.ts";

const VIEWS = "analyst";
const LOOK_BACK_MS = DAY_MS;
/** As much of a series as an answer holds that names no window. */
const SERIES_MS = LIMITS.seriesWindowDefaultMs;
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

type Ground = { readonly owner: Store; readonly analyst: Store; readonly redisUrl: string };
/** What was served, and what its statement is asked with. */
type Served = { readonly asked: AskedOf; readonly section: object };
/** What of a series was served: `rows` begin with their time. */
type Rows = { readonly as_of: string | null; readonly rows: readonly unknown[][] };

/** The store as its owner reads it, to make what was served, and as an analyst does, whom the statements are for. */
async function openGround(env: Env): Promise<Ground> {
  const root = resolve(env.DATA_DIR);
  const run = await readRun(root).catch(() => null);
  const url = env.CLICKHOUSE_URL ?? run?.clickhouseUrl;
  if (!url) throw new Error(await sayAbsent(root, "set CLICKHOUSE_URL"));
  const own = env.CLICKHOUSE_URL !== undefined || run === null;
  const user = own ? env.CLICKHOUSE_USER : run.clickhouseUser;
  const password = own ? env.CLICKHOUSE_PASSWORD : run.clickhousePassword;
  const readonly = own ? "" : run.clickhouseReadonlyPassword;
  const facts = own ? env.CLICKHOUSE_DATABASE : run.clickhouseDatabase;
  const open = (database: string, secret: string) =>
    openStore({
      url,
      user,
      password: secret,
      database,
      cluster: env.CLICKHOUSE_CLUSTER,
      process: "recompute",
      ...(database === VIEWS ? { isAnalyst: true } : {}),
    });
  return {
    owner: open(facts, password),
    analyst: open(VIEWS, readonly === "" ? password : readonly),
    redisUrl: run?.redisUrl ?? env.REDIS_URL ?? "",
  };
}

const nameOf = ({ of }: Statement, token: string): string =>
  of === "market" ? SNAPSHOTS.market : SNAPSHOTS.state(token);

function sectionOf(frame: Buffer | undefined, { section }: Statement): { version: number; section: object } {
  const decoded = frame && decodeFrame(frame);
  const part = decoded?.parts.get(section);
  if (!decoded || part === undefined) throw new Error(`Nothing was served of ${section} then.`);
  return { version: decoded.version, section: JSON.parse(part.toString()) as object };
}

const askedOf = (row: BuildKnownRow, token: string): AskedOf => ({
  ...{ token, at: row.as_of, known: row.known },
  older: readBasis(row).older,
});

async function frameNow({ redisUrl }: Ground, name: string): Promise<Buffer | undefined> {
  const redis = openRedis(redisUrl, "patient", "recompute");
  try {
    return (await redis.getBuffer(snapshotKey(redis, name))) ?? undefined;
  } finally {
    redis.disconnect();
  }
}

/** What the api serves now, with what the build knew that made it. */
async function servedNow(ground: Ground, statement: Statement, token: string): Promise<Served> {
  const { version, section } = sectionOf(await frameNow(ground, nameOf(statement, token)), statement);
  const [row] = await ground.owner.query(buildKnown, { versions: [version] });
  if (!row) throw new Error(`The build ${toTime(version)} that is served has no row.`);
  return { asked: askedOf(row, token), section };
}

/** The rows of a series that the api serves now. */
async function seriesNow(
  ground: Ground,
  { section }: Statement,
  token: string,
  resolution: BucketResolution,
): Promise<Served> {
  const frame = await frameNow(ground, SNAPSHOTS.history(token, section as SeriesId, resolution));
  const decoded = frame && decodeFrame(frame);
  if (!decoded) throw new Error(`Nothing is served of ${section}.`);
  const { version: at, meta, parts } = decoded;
  const since = at - SERIES_MS;
  const told = JSON.parse(`[${parts.get("rows")?.toString().trim().replace(/,$/, "") ?? ""}]`) as unknown[][];
  const { asOf } = meta as HistoryMeta;
  const served: Rows = {
    as_of: asOf === null ? null : toTime(asOf),
    rows: told.filter(([time]) => Date.parse(String(time)) >= since),
  };
  // Of a row that came again history shows the newest, whenever it came.
  return { asked: { token, at, known: Date.now(), since, sizeS: BUCKET_S[resolution] }, section: served };
}

/** What the last build before an instant published: made again, and taken only where it has the digest it had then. */
async function servedAt(
  ground: Ground,
  statement: Statement,
  asked: { at: number; token: string },
  env: Env,
): Promise<Served> {
  const { owner } = ground;
  const [last] = await owner.query(buildLastBefore, { from: asked.at - LOOK_BACK_MS, to: asked.at + 1 });
  const [row] = last ? await owner.query(buildKnown, { versions: [last.version] }) : [];
  if (!row) throw new Error(`No build of the day before ${toTime(asked.at)} is kept.`);
  const { states, wholes } = await rebuild(
    owner,
    row,
    TRACKED.map(({ id }) => id),
    env.MARKET,
  );
  const made = tellMade(states, wholes);
  const { market } = SNAPSHOTS;
  const isSame =
    statement.of === "market"
      ? made.wholes_sha256[market] === row.wholes_sha256[market]
      : made.states_sha256 === row.states_sha256;
  if (!isSame) throw new Error(`The build ${toTime(row.version)} is not made again as it was: what it read is gone.`);
  const frame = statement.of === "market" ? wholes.get(market) : states.get(asked.token);
  return { asked: askedOf(row, asked.token), section: sectionOf(frame, statement).section };
}

function show({ member, served, recomputed, isSame }: Compared): void {
  say(`${isSame ? " " : "≠"} ${member.padEnd(44)} ${String(served).padEnd(28)} ${recomputed}`);
}

function readWords(words: readonly string[]): { statement: Statement; token: string } {
  const statements = readStatements();
  const statement = words.map((word) => statements.get(word)).find((one) => one !== undefined);
  if (!statement || statement.of === "inputs") {
    const others = [...statements.values()].filter(({ of }) => of !== "inputs").map(({ section }) => section);
    throw new Error(`Name an evaluation by its id, a signal as signal_7, a section or a series: ${others.join(", ")}.`);
  }
  if (statement.of === "market") return { statement, token: "" };
  const named = words.find((word) => word !== statement.section)?.toLowerCase() ?? "";
  const token = TRACKED.find(({ id, symbol }) => id === named || symbol.toLowerCase() === named);
  if (!token) throw new Error(`There is no tracked token ${named}: name one by its id or symbol.`);
  return { statement, token: token.id };
}

type Options = { readonly at: string; readonly resolution: string };

async function readServed(ground: Ground, words: readonly string[], options: Options, env: Env) {
  const { statement, token } = readWords(words);
  const at = options.at === "now" ? null : Date.parse(options.at);
  if (at !== null && !Number.isFinite(at)) throw new Error("--at is now, or an instant such as 2026-11-23T12:07:30Z.");
  if (statement.of !== "history") {
    const served =
      at === null ? await servedNow(ground, statement, token) : await servedAt(ground, statement, { at, token }, env);
    return { statement, ...served };
  }
  const resolution = BUCKET_RESOLUTIONS.find((one) => one === options.resolution);
  if (!resolution) throw new Error(`--resolution is one of ${BUCKET_RESOLUTIONS.join(", ")}.`);
  if (at !== null) throw new Error("Of a series what is served now is compared: leave --at out.");
  return { statement, ...(await seriesNow(ground, statement, token, resolution)) };
}

async function compareServed(ground: Ground, words: readonly string[], options: Options, env: Env) {
  const { statement, asked, section } = await readServed(ground, words, options, env);
  const compared = compareSection(statement, section, await askStatement(ground.analyst, statement, asked));
  return { statement, asked, compared };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { at: { type: "string", default: "now" }, resolution: { type: "string", default: "1h" } },
  });
  const env = parseOwnEnv((line) => process.stderr.write(`${line}\n`));
  const ground = await openGround(env);
  const issued = positionals.find(isIssued);
  const { statement, asked, compared } =
    issued === undefined
      ? await compareServed(ground, positionals, values, env)
      : await compareInputs(ground, readStatements(), issued);
  const differing = compared.filter(({ isSame }) => !isSame);
  say(`  ${"member".padEnd(44)} ${"served".padEnd(28)} recomputed`);
  for (const one of compared) show(one);
  const missing = compared.filter(isUnassessed).length;
  say(
    `${asked.token} ${statement.section} as of ${toTime(asked.at)}, known ${toTime(asked.known)}: ${compared.length} members, ${missing} unassessed, ${differing.length} differ`.trim(),
  );
  if (statement.notCovered.length > 0) say(`not covered: ${statement.notCovered.join(", ")}`);
  process.exitCode = differing.length === 0 ? 0 : 1;
}

// What does not answer must not keep a command that has said how it ended.
main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
