// What the status says of the proof log: what was issued, what is signed, and whether all of it holds.
import type { Env } from "../../schema/env.ts";
import type { StatusData } from "../../schema/object/status.ts";
import { originOfLog, verifiersOf } from "../../schema/proof/log-key.ts";
import { encodeVerifier } from "../../schema/proof/note.ts";
import type { IssuedCountRow } from "../../schema/query/issued/issued-count.ts";
import type { AttestationCountRow } from "../../schema/query/log/attestation-count.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";

export type LogStatus = {
  /** Null while the store is away. */
  readonly count: IssuedCountRow | null;
  /** What does not hold of the stored log, whoever found it; empty where all of it holds. */
  readonly problem: string;
  /** Null while the store is away. */
  readonly attested: AttestationCountRow | null;
};

/** The findings under the log's health, worst first, as one text. */
export const problemOf = (health: Readonly<Record<string, string>>): string =>
  (["mismatch", "problem", "audit", "read"] as const).flatMap((who) => health[who] || []).join("; ");

type Settings = Pick<Env, "MARKET" | "PUBLIC_URL" | "LOG_SIGNING_KEYS" | "LOG_RETIRED_KEYS">;

export const toLog = (env: Settings, { count, problem }: LogStatus): StatusData["log"] => ({
  origin: originOfLog(env),
  issued: count?.issued ?? UNASSESSED,
  size: count?.size ?? UNASSESSED,
  signed_at: count && count.signed_at > 0 ? toTime(count.signed_at) : null,
  keys: verifiersOf(env).map(encodeVerifier),
  problem: problem === "" ? null : problem.slice(0, 300),
});

/** The network that attests checkpoints: whether there is one, and how far it is behind. */
export const toAttestation = (
  env: Pick<Env, "ORACLE_URL">,
  { count, attested }: LogStatus,
): StatusData["attestation"] => ({
  workflow: env.ORACLE_URL === undefined ? "not_configured" : "configured",
  pending: Math.max(0, (count?.issued ?? 0) - (attested?.attested ?? 0)),
  attested_24h: (attested?.attested ?? 0) - (attested?.attested_before ?? 0),
  last_attested_at: attested && attested.attested_ms > 0 ? toTime(attested.attested_ms) : null,
  latency_p50_s: attested?.latency_s ?? UNASSESSED,
});
