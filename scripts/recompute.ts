// `npm run recompute`: makes the numbers of a section again by its published statement, as an analyst of the running
// service's store, and prints them beside what was served.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { rebuild } from "../jobs/replay/replay-builds.ts";
import { tellMade } from "../jobs/replay/told-build.ts";
import type { Env } from "../schema/env.ts";
import { decodeFrame } from "../schema/frame.ts";
import { openStore, type Store } from "../schema/io/clickhouse.ts";
import { openRedis } from "../schema/io/redis.ts";
import { askStatement, readStatements } from "../schema/io/statement.ts";
import { KEYS, SNAPSHOTS } from "../schema/key.ts";
import { type BuildKnownRow, buildKnown, buildLastBefore } from "../schema/query/service/build-known.ts";
import { type Compared, compareSection, isUnassessed } from "../schema/recompute/compare.ts";
import { STATED, type Statement } from "../schema/recompute/statement.ts";
import { parseOwnEnv } from "../schema/setting/read-settings.ts";
import { toTime } from "../schema/shape/time.ts";
import { TRACKED } from "../schema/token/tracked.ts";
import { readRun, sayAbsent } from "./folder.ts";

const VIEWS = "analyst";
const LOOK_BACK_MS = 86_400_000;
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

type Ground = { readonly owner: Store; readonly analyst: Store; readonly redisUrl: string };
type Served = { readonly row: BuildKnownRow; readonly section: object };

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

/** What the api serves now, with the row of the build that made it. */
async function servedNow({ owner, redisUrl }: Ground, statement: Statement, token: string): Promise<Served> {
  const redis = openRedis(redisUrl, "patient", "recompute");
  try {
    const frame = await redis.getBuffer(KEYS.snapshot(nameOf(statement, token)));
    const { version, section } = sectionOf(frame ?? undefined, statement);
    const [row] = await owner.query(buildKnown, { versions: [version] });
    if (!row) throw new Error(`The build ${toTime(version)} that is served has no row.`);
    return { row, section };
  } finally {
    redis.disconnect();
  }
}

/** What the last build before an instant published: made again, and taken only where it has the digest it had then. */
async function servedAt(ground: Ground, statement: Statement, asked: { at: number; token: string }, env: Env) {
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
  return { row, section: sectionOf(frame, statement).section };
}

function show({ member, served, recomputed, isSame }: Compared): void {
  say(`${isSame ? " " : "≠"} ${member.padEnd(44)} ${String(served).padEnd(28)} ${recomputed}`);
}

function readWords(words: readonly string[]): { statement: Statement; token: string } {
  const statements = readStatements();
  const section = words.find((word) => STATED.has(word));
  const statement = section === undefined ? undefined : statements.get(section);
  if (!statement) {
    const which = section === undefined ? "Name a section" : `No statement makes ${section} yet`;
    throw new Error(`${which}: there is one for ${[...statements.keys()].join(", ")}.`);
  }
  if (statement.of === "market") return { statement, token: "" };
  const named = words.find((word) => word !== section)?.toLowerCase() ?? "";
  const token = TRACKED.find(({ id, symbol }) => id === named || symbol.toLowerCase() === named);
  if (!token) throw new Error(`There is no tracked token ${named}: name one by its id or symbol.`);
  return { statement, token: token.id };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { at: { type: "string", default: "now" } },
  });
  const { statement, token } = readWords(positionals);
  const at = values.at === "now" ? null : Date.parse(values.at);
  if (at !== null && !Number.isFinite(at)) throw new Error("--at is now, or an instant such as 2026-11-23T12:07:30Z.");
  const env = parseOwnEnv((line) => process.stderr.write(`${line}\n`));
  const ground = await openGround(env);
  const { row, section } =
    at === null ? await servedNow(ground, statement, token) : await servedAt(ground, statement, { at, token }, env);
  const rows = await askStatement(ground.analyst, statement, { token, at: row.as_of, known: row.known });
  const compared = compareSection(statement, section, rows);
  const differing = compared.filter(({ isSame }) => !isSame);
  say(`  ${"member".padEnd(44)} ${"served".padEnd(28)} recomputed`);
  for (const one of compared) show(one);
  const missing = compared.filter(isUnassessed).length;
  say(
    `${token} ${statement.section} as of ${toTime(row.as_of)}, known ${toTime(row.known)}: ${compared.length} members, ${missing} unassessed, ${differing.length} differ`.trim(),
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
