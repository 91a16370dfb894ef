// The log and the record: whether what was signed and told is what is stored.
import { logSize } from "../../jobs/proof/append-log.ts";
import { auditRange } from "../../jobs/proof/audit-log.ts";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { Env } from "../../schema/env.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { verifiersOf } from "../../schema/proof/log-key.ts";
import { verifyNote } from "../../schema/proof/note.ts";
import { oracleOf } from "../../schema/proof/oracle-network.ts";
import { TreeFault } from "../../schema/proof/read-nodes.ts";
import { checkpointLatest } from "../../schema/query/log/checkpoint-latest.ts";
import type { Query } from "../../schema/query/query.ts";
import { readSealKeys, unseal } from "../../schema/webhook/secret.ts";
import { type Finding, fail, none, ok, warn } from "./finding.ts";

const LEAVES_MAX = 2_000;
/** Longer than anything takes that is on its way. */
const LATE_MS = 900_000;
const DAYS = 30;
/** An outcome of an hour is settled a while after it: the scoring job comes by each quarter of an hour. */
const SETTLE_MS = 3 * HOUR_MS;
const BACKUP = "Stop the service, keep the folder as it is for whoever looks into it, and restore the newest backup.";

type Since = { readonly since: number };
type Count = { readonly rows: number };
const SINCE = "fromUnixTimestamp64Milli({since:Int64}, 'UTC')";

const unlogged: Query<Since, Count> = {
  name: "doctor-unlogged",
  sql: `SELECT toUInt32(count()) AS rows FROM issued_object WHERE issued_at < ${SINCE} AND id NOT IN (SELECT id FROM log_leaf)`,
};
const doubled: Query<object, Count> = {
  name: "doctor-doubled",
  sql: "SELECT toUInt32(count() - uniqExact(id)) AS rows FROM issued_object",
};
const orphaned: Query<Since, Count> = {
  name: "doctor-orphaned",
  sql: `
SELECT toUInt32(count()) AS rows FROM outcome
WHERE issued_at > ${SINCE} AND (kind, id) NOT IN (SELECT kind, id FROM record_call WHERE issued_at > ${SINCE})`,
};
const unsettled: Query<Since & { readonly until: number }, Count> = {
  name: "doctor-unsettled",
  sql: `
SELECT toUInt32(count()) AS rows FROM record_call FINAL
WHERE issued_at > ${SINCE} AND issued_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
  AND (kind, id) NOT IN (SELECT kind, id FROM outcome WHERE horizon_h = 1 AND issued_at > ${SINCE})`,
};
const numbered: Query<object, { next: number; events: number }> = {
  name: "doctor-events",
  sql: "SELECT toUInt32(max(number)) AS next, toUInt32(uniqExact(number)) AS events FROM event",
};
const sealed: Query<object, { id: string; secret: string }> = {
  name: "doctor-monitors",
  sql: "SELECT id, secret_sealed AS secret FROM monitor FINAL WHERE stopped_at IS NULL ORDER BY created_at DESC LIMIT 100",
};

const rowsOf = async <P extends object>(store: Store, query: Query<P, Count>, params: P): Promise<number> =>
  (await store.query(query, params))[0]?.rows ?? 0;

async function lookAtLog(store: Store, keys: Env): Promise<Finding[]> {
  const size = await logSize(store);
  const [newest] = await store.query(checkpointLatest, { limit: 1 });
  if (newest === undefined) return [none("log", `nothing is signed yet (${size} leaves)`)];
  if (newest.size > size) {
    return [fail("log", `${newest.size} leaves were signed and ${size} are stored`, BACKUP)];
  }
  const deps = { store, verifiers: verifiersOf(keys), network: oracleOf(keys) };
  if (deps.verifiers.length === 0) {
    return [warn("log", "there is no key to check it with", "Set LOG_SIGNING_KEYS as the service has it.")];
  }
  if ((verifyNote(newest.note, deps.verifiers)?.length ?? 0) === 0) {
    const todo = "Set LOG_SIGNING_KEYS to the key that signed it, or name its public part in LOG_RETIRED_KEYS.";
    return [fail("log", "the newest checkpoint is signed by no key that is known here", todo)];
  }
  const problem = await auditRange(deps, Math.max(0, size - LEAVES_MAX), size);
  if (problem !== "") return [fail("log", problem, BACKUP)];
  const looked = Math.min(size, LEAVES_MAX);
  return [ok("log", `${size} leaves; the newest ${looked} and what was signed of them hold`)];
}

async function lookAtRecord(store: Store, now: number): Promise<Finding[]> {
  const since = now - DAYS * DAY_MS;
  const findings: Finding[] = [];
  const twice = await rowsOf(store, doubled, {});
  if (twice > 0) findings.push(fail("record", `${twice} issued objects are stored twice`, BACKUP));
  const alone = await rowsOf(store, orphaned, { since });
  if (alone > 0) findings.push(fail("record", `${alone} outcomes are of calls that are not in the record`, BACKUP));
  const { next = 0, events = 0 } = (await store.query(numbered, {}))[0] ?? {};
  if (next !== events) findings.push(fail("record", `${next} events were numbered and ${events} are there`, BACKUP));
  const late = await rowsOf(store, unlogged, { since: now - LATE_MS });
  if (late > 0) {
    const todo = "checkpoint.sign should do it each minute: /v1/status says why it does not.";
    findings.push(warn("log", `${late} issued objects wait for the log`, todo));
  }
  const due = await rowsOf(store, unsettled, { since, until: now - HOUR_MS - SETTLE_MS });
  if (due > 0) {
    const todo = "outcome.score should do it each quarter of an hour: /v1/status says why it does not.";
    findings.push(warn("record", `${due} calls of the last ${DAYS} days have no outcome after an hour`, todo));
  }
  return findings.length > 0 ? findings : [ok("record", `${events} events without a hole, every outcome is of a call`)];
}

async function lookAtMonitors(store: Store, keys: Env): Promise<Finding[]> {
  const monitors = await store.query(sealed, {});
  if (monitors.length === 0) return [];
  const seals = readSealKeys(keys.MONITOR_KEY);
  const closed = monitors.filter(({ secret }) => unseal(seals, "secret", secret) === null);
  if (closed.length === 0) return [ok("monitors", `the secrets of ${monitors.length} monitors open`)];
  const todo = "Put the key that sealed them into MONITOR_KEY, behind a comma where another seals now.";
  return [fail("monitors", `the secrets of ${closed.length} of ${monitors.length} monitors do not open`, todo)];
}

/** Asks, and writes nothing. */
export async function lookAtFacts(store: Store, keys: Env, now: number): Promise<Finding[]> {
  const log = lookAtLog(store, keys).catch((error: unknown) => {
    if (error instanceof TreeFault) return [fail("log", error.message, BACKUP)];
    throw error;
  });
  return [...(await log), ...(await lookAtRecord(store, now)), ...(await lookAtMonitors(store, keys))];
}
