// key.store: stores the changes of partners' keys that were made while the store was away.
import { compile } from "../../schema/check.ts";
import { storePartnerKey } from "../../schema/io/partner-key.ts";
import type { JobPayload } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import { PartnerKey } from "../../schema/partner-key.ts";
import type { Deps } from "../deps.ts";

const isPartnerKey = compile(PartnerKey);

/** A key that is none by its shape stays where it is, and is told of: no process takes it for one either. */
export async function handleKeyStore(deps: Deps, _payload: JobPayload<"key.store">): Promise<void> {
  for (const [id, text] of Object.entries(await deps.redis.hgetall(KEYS.partnerKeysUnstored))) {
    const key: unknown = JSON.parse(text);
    if (isPartnerKey(key)) await storePartnerKey(deps, key, text);
    else deps.log.error({ key: id, problem: isPartnerKey.describe() }, "a partner's key that is none is not stored");
  }
}
