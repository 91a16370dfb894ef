// Issues a brief: refuses one that does not fit its shape, keeps it for good and lets builders know that there is one.

import { compile } from "../../schema/check.ts";
import { KEYS, STORED_BRIEF } from "../../schema/key.ts";
import { originOf, verifyUrl } from "../../schema/link.ts";
import { type BriefData, brief } from "../../schema/object/brief.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { Deps } from "../deps.ts";
import { type Issued, issueObject } from "../proof/issue-object.ts";

const isBrief = compile(brief);

export type BriefDraft = {
  /** Epoch milliseconds. */
  readonly asOf: number;
  /** Without a token it is about the whole market; its number is its public id. */
  readonly data: Omit<BriefData, "hash" | "verify_url" | "score">;
  readonly sources: readonly Source[];
};

/** Idempotent: of two drafts with one number the first is kept. Throws where the draft does not fit its shape. */
export async function issueBrief(
  deps: Pick<Deps, "env" | "store" | "clock" | "redis" | "log">,
  { asOf, data, sources }: BriefDraft,
  calls: readonly SourceCall[],
): Promise<Issued> {
  const id = String(data.id);
  const whole = { ...data, score: null, hash: "0".repeat(64), verify_url: verifyUrl(originOf(deps.env), id) };
  if (!isBrief({ object: "brief", id, as_of: toTime(asOf), data: whole, sources })) {
    throw new Error(`brief ${id} does not fit its shape: ${isBrief.describe()}`);
  }
  const draft = { kind: "brief" as const, id, object: "brief", token: data.token?.id ?? "", asOf, data, sources };
  const issued = await issueObject(deps, draft, calls);
  // Where this is lost, builders find the brief some minutes later by themselves.
  await deps.redis
    .hincrby(KEYS.storedCount, STORED_BRIEF, 1)
    .catch((error: unknown) => deps.log.warn({ err: error, brief: id }, "issued brief not counted"));
  return issued;
}
