// What the status says of the proof log: what was issued, what is signed, and whether all of it holds.
import type { Env } from "../../schema/env.ts";
import type { StatusData } from "../../schema/object/status.ts";
import { originOfLog, verifiersOf } from "../../schema/proof/log-key.ts";
import { encodeVerifier, encodeWitness } from "../../schema/proof/note.ts";
import { witnessesOf, witnessKey } from "../../schema/proof/witness.ts";
import type { IssuedCountRow } from "../../schema/query/issued/issued-count.ts";
import type { AttestationCountRow } from "../../schema/query/log/attestation-count.ts";
import type { CosignatureNewestRow } from "../../schema/query/log/cosignature-newest.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { toTime } from "../../schema/shape/time.ts";

export type LogStatus = {
  /** Null while the store is away. */
  readonly count: IssuedCountRow | null;
  /** What does not hold of the stored log, whoever found it; empty where all of it holds. */
  readonly problem: string;
  /** Null while the store is away. */
  readonly attested: AttestationCountRow | null;
  /** Null while the store is away. */
  readonly cosigned: readonly CosignatureNewestRow[] | null;
};

/** The findings under the log's health, worst first, as one text. */
export const problemOf = (health: Readonly<Record<string, string>>): string =>
  (["mismatch", "problem", "audit", "read", "witness"] as const).flatMap((who) => health[who] || []).join("; ");

type Settings = Pick<Env, "MARKET" | "PUBLIC_URL" | "LOG_SIGNING_KEYS" | "LOG_RETIRED_KEYS" | "WITNESSES">;

/** Each witness of the settings, and the largest tree that it signed; 0 where it signed none. */
function toWitnesses(env: Settings, cosigned: LogStatus["cosigned"]): StatusData["log"]["witnesses"] {
  return witnessesOf(env).map((witness) => {
    const newest = cosigned?.find((row) => row.witness === witnessKey(witness));
    return {
      key: encodeWitness(witness),
      size: cosigned === null ? UNASSESSED : (newest?.size ?? 0),
      cosigned_at: newest === undefined ? null : toTime(newest.cosigned_at),
    };
  });
}

export const toLog = (env: Settings, { count, problem, cosigned }: LogStatus): StatusData["log"] => ({
  origin: originOfLog(env),
  issued: count?.issued ?? UNASSESSED,
  size: count?.size ?? UNASSESSED,
  signed_at: count && count.signed_at > 0 ? toTime(count.signed_at) : null,
  keys: verifiersOf(env).map(encodeVerifier),
  witnesses: toWitnesses(env, cosigned),
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
