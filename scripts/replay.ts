// `npm run replay`: makes what was issued, signals and builds again from the store of the running service, and compares them byte for byte.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { codeVersion } from "../jobs/proof/code-version.ts";
import { replayBuilds } from "../jobs/replay/replay-builds.ts";
import { replayNamed } from "../jobs/replay/replay-for-call.ts";
import { type Replayed, replayIssued } from "../jobs/replay/replay-issued.ts";
import { replaySignals } from "../jobs/replay/replay-signals.ts";
import type { Env } from "../schema/env.ts";
import { openStore, type Store } from "../schema/io/clickhouse.ts";
import { ISSUED } from "../schema/issued/index.ts";
import { issuedNewest } from "../schema/query/issued/issued-basis.ts";
import { buildNewest } from "../schema/query/service/build-known.ts";
import { signalNewest } from "../schema/query/signal/signal-version.ts";
import { parseOwnEnv } from "../schema/setting/read-settings.ts";
import { toTime } from "../schema/shape/time.ts";
import { TRACKED } from "../schema/token/tracked.ts";
import { readRun, sayAbsent } from "./folder.ts";

const NEWEST = "200";
const SHOWN_MAX = 20;
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

async function openOwnStore(env: Env): Promise<Store> {
  const root = resolve(env.DATA_DIR);
  const run = await readRun(root).catch(() => null);
  const url = env.CLICKHOUSE_URL ?? run?.clickhouseUrl;
  if (!url) throw new Error(await sayAbsent(root, "set CLICKHOUSE_URL"));
  const own = env.CLICKHOUSE_URL !== undefined || run === null;
  return openStore({
    url,
    user: own ? env.CLICKHOUSE_USER : run.clickhouseUser,
    password: own ? env.CLICKHOUSE_PASSWORD : run.clickhousePassword,
    database: own ? env.CLICKHOUSE_DATABASE : run.clickhouseDatabase,
    cluster: env.CLICKHOUSE_CLUSTER,
    process: "replay",
  });
}

type Shown = Pick<Replayed, "id" | "members" | "codeVersion" | "why"> & { readonly result: string };
/** What is to be made again. */
type Asked = {
  readonly ids: readonly string[];
  readonly signals: readonly number[];
  readonly versions: readonly number[];
};

function show({ id, result, members, codeVersion: madeBy, why }: Shown): void {
  const maker = madeBy === "" ? "by which code is not kept" : `made by ${madeBy}`;
  const other = result === "differs" && madeBy !== codeVersion() ? `, ${maker}, this is ${codeVersion()}` : "";
  const reason = why === undefined ? "" : `: ${why}`;
  say(`${id}  ${result}${other}${reason}${members.map((member) => `\n  ${member}`).join("")}`);
}

/** The version of a build: an instant, or its epoch milliseconds; null is for the id of something issued. */
function versionOf(word: string): number | null {
  if (/^\d{13}$/.test(word)) return Number(word);
  return /^\d{4}-\d\d-\d\dT/.test(word) ? Date.parse(word) : null;
}

/** The number of a signal; null is for the id of something issued. */
const signalOf = (word: string): number | null =>
  /^signal_\d+$/.test(word) ? Number(word.slice("signal_".length)) : null;

async function again(store: Store, env: Env, { ids, signals, versions }: Asked): Promise<Shown[]> {
  const tokens = TRACKED.map(({ id }) => id);
  const builds = await replayBuilds(store, versions, tokens, env.MARKET);
  const issued = await replayIssued(store, ids);
  // A run that is no object of its own is the brief or the answer that came of it.
  const follow = async (one: Replayed) => (one.result === "not_found" && (await replayNamed(store, one.id))) || one;
  return [
    ...(await Promise.all(issued.map(follow))),
    ...(await replaySignals(store, signals)),
    ...builds.map(({ version, frames, ...rest }) => ({ id: toTime(version), members: frames, ...rest })),
  ];
}

type Newest = { readonly newest?: string; readonly builds?: string; readonly signals?: string };

async function newest(store: Store, { newest: limit = NEWEST, builds, signals }: Newest): Promise<Asked> {
  const before = Date.now();
  if (builds !== undefined) {
    const rows = await store.query(buildNewest, { limit: Number(builds) });
    return { ids: [], signals: [], versions: rows.map(({ version }) => version) };
  }
  if (signals !== undefined) {
    const rows = await store.query(signalNewest, { before, limit: Number(signals) });
    return { ids: [], signals: rows.map(({ id }) => id), versions: [] };
  }
  const rows = await store.query(issuedNewest, { before, limit: Number(limit), kinds: Object.keys(ISSUED) });
  return { ids: rows.map(({ id }) => id), signals: [], versions: [] };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { newest: { type: "string" }, builds: { type: "string" }, signals: { type: "string" } },
  });
  const env = parseOwnEnv((line) => process.stderr.write(`${line}\n`));
  const store = await openOwnStore(env);
  const named = {
    ids: positionals.filter((word) => versionOf(word) === null && signalOf(word) === null),
    signals: positionals.flatMap((word) => signalOf(word) ?? []),
    versions: positionals.flatMap((word) => versionOf(word) ?? []),
  };
  const asked = positionals.length > 0 ? named : await newest(store, values);
  const replayed = await again(store, env, asked);
  const alike = replayed.filter(({ result }) => result === "identical");
  const others = replayed.filter(({ result }) => result !== "identical");
  // What is shown of many is above all what differs.
  const shown = positionals.length > 0 ? [...others, ...alike] : others;
  for (const one of shown.slice(0, SHOWN_MAX)) show(one);
  if (shown.length > SHOWN_MAX) say(`… and ${shown.length - SHOWN_MAX} more`);
  say(`${alike.length} of ${replayed.length} are identical`);
  process.exitCode = others.length === 0 ? 0 : 1;
}

// What does not answer must not keep a command that has said how it ended.
main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
