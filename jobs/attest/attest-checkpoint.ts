// Takes the newest checkpoint to a driver and keeps what came of it: pending, attested, failed or mismatch.

import type { AttestationRow } from "../../schema/dataset/issued/attestation.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { type AttestationNewestRow, attestationNewest } from "../../schema/query/log/attestation-newest.ts";
import { checkpointAt } from "../../schema/query/log/checkpoint-at.ts";
import { type CheckpointLatestRow, checkpointLatest } from "../../schema/query/log/checkpoint-latest.ts";
import type { AttestDriver, Outcome } from "./driver.ts";

type AttestDeps = { readonly store: Store; readonly clock: Clock };

/** After so many failures a checkpoint is left for the next one, which holds all of it. */
const ATTEMPTS_MAX = 5;
const PROBLEM_LENGTH_MAX = 300;

const isFinal = (status: string) => status === "attested" || status === "mismatch";

/** Keeps one outcome; of two that come at once the first stays. */
async function keep(
  { store, clock }: AttestDeps,
  driver: AttestDriver,
  size: number,
  attempt: number,
  outcome: Outcome,
): Promise<void> {
  const row: AttestationRow = {
    driver: driver.id,
    size,
    status: outcome.status,
    attempt,
    at: clock.now(),
    network: driver.network,
    root: "root" in outcome ? outcome.root : "",
    evidence: "evidence" in outcome && outcome.evidence !== null ? JSON.stringify(outcome.evidence) : "",
    corroborated: outcome.status === "attested" ? JSON.stringify(outcome.corroborated) : "[]",
    problem: "problem" in outcome ? outcome.problem.slice(0, PROBLEM_LENGTH_MAX) : "",
  };
  const part = row.evidence === "" ? "" : "~evidence";
  const key = isFinal(outcome.status) ? "final" : `${outcome.status}~${attempt}${part}`;
  await store.insertEncoded("attestation", Buffer.from(JSON.stringify(row)), `attestation~${driver.id}~${size}~${key}`);
}

/** The checkpoint to look at; null where there is nothing to do. */
async function nextCheckpoint(
  { store, clock }: AttestDeps,
  driver: AttestDriver,
  last: AttestationNewestRow | undefined,
): Promise<CheckpointLatestRow | null> {
  // What was begun and is kept outside is ended first.
  if (last?.status === "pending" && last.evidence !== "") {
    return (await store.query(checkpointAt, { size: last.size }))[0] ?? null;
  }
  const [newest] = await store.query(checkpointLatest, { limit: 1 });
  if (!newest || (last && last.size > newest.size)) return null;
  if (last?.size === newest.size) {
    return isFinal(last.status) || (last.status === "failed" && last.attempt >= ATTEMPTS_MAX) ? null : newest;
  }
  return last && clock.now() - last.attested_ms < driver.everyMs ? null : newest;
}

/**
 * One look of one driver. A death at any point loses nothing: the next look begins from what is stored, and what is
 * final is stored once. @returns what is so now, or null where there was nothing to do.
 */
export async function attestCheckpoint(
  deps: AttestDeps,
  driver: AttestDriver,
  signal?: AbortSignal,
): Promise<Outcome["status"] | null> {
  const [last] = await deps.store.query(attestationNewest, { driver: driver.id });
  const checkpoint = await nextCheckpoint(deps, driver, last);
  if (checkpoint === null) return null;
  const { size } = checkpoint;
  const same = last?.size === size ? last : null;
  const attempt = same === null ? 1 : same.status === "failed" ? same.attempt + 1 : same.attempt;
  const began = same?.status === "pending" ? same : null;
  if (began === null) await keep(deps, driver, size, attempt, { status: "pending", evidence: null });
  const fail = async (problem: string) => {
    await keep(deps, driver, size, attempt, { status: "failed", problem });
    return "failed" as const;
  };
  const evidence: unknown = began && began.evidence !== "" ? JSON.parse(began.evidence) : null;
  let outcome: Outcome;
  try {
    outcome = await driver.look({ checkpoint, attestedSize: last?.attested_size ?? 0, evidence }, signal);
  } catch (error) {
    signal?.throwIfAborted();
    return fail(error instanceof Error ? error.message : "the network cannot be reached");
  }
  if (outcome.status === "pending" && began && deps.clock.now() - began.at_ms > driver.patienceMs) {
    return fail("no answer within its time");
  }
  if (outcome.status !== "pending" || outcome.evidence !== null) await keep(deps, driver, size, attempt, outcome);
  return outcome.status;
}
