// GET /v1/verify/{id}: the canonical object, its hash, its place in the log and the source calls behind it.
import { Type } from "typebox";
import { fault, isFault } from "../../schema/fault.ts";
import { proof } from "../../schema/object/proof.ts";
import { oracleOf } from "../../schema/proof/oracle-network.ts";
import { NOTHING, route } from "../contract.ts";
import { readProof } from "../proof/read-proof.ts";
import { signedLogOf } from "../proof/signed-log.ts";
import { verifyExample } from "./example/verify.ts";

const contract = route({
  id: "getProof",
  method: "GET",
  path: "/v1/verify/{id}",
  tag: "Trust",
  tier: "free",
  summary: "Prove an issued object",
  description:
    "The canonical object and its SHA-256, the inclusion proof up to a signed checkpoint, the attestation and the provider calls behind it. What does not hold is shown as attestation.status mismatch.",
  params: Type.Object({
    id: Type.String({
      description: "An evaluation id (eval_…), an answer id (ans_…), a run id (run_…) or a brief number.",
      pattern: "^((eval|ans|run)_[0-9A-HJKMNP-TV-Z]{26}|[1-9][0-9]{0,14})$",
      maxLength: 64,
    }),
  }),
  query: NOTHING,
  output: proof,
  faults: ["proof_not_found", "upstream_unavailable"],
  maxAgeS: 5,
  example: { params: { id: verifyExample.data.id }, query: {}, answer: verifyExample },
});

export const getVerify = contract.handle(async ({ params }, deps) => {
  try {
    const found = await readProof(deps.store, params.id, signedLogOf(deps), oracleOf(deps.env));
    if (!found) throw fault("proof_not_found", "Nothing was issued under this id.");
    const { data, issuedAt, problem } = found;
    if (problem !== "") {
      deps.log.error({ id: data.id, problem }, "an issued object does not prove");
      deps.alarm?.(data.id, problem);
    }
    return {
      body: { object: "proof" as const, id: data.id, as_of: data.canonical.as_of, data, sources: [] },
      asOf: issuedAt,
      from: null,
    };
  } catch (cause) {
    if (isFault(cause)) throw cause;
    deps.log.warn({ err: cause instanceof Error ? cause.message : cause }, "a proof was not read");
    throw fault("upstream_unavailable", "The store cannot be reached.", { retryAfterS: 5, cause });
  }
});
