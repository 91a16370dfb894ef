// A partner's key as a line for a person.
import type { PartnerKey } from "../../schema/partner-key.ts";
import { sanitiseText } from "../../schema/sanitise.ts";

export const KEY_NAME_MAX = 80;

/** A name may hold what a terminal obeys or hides, where it was stored by other means: nothing of that is shown. */
export const showKey = ({ id, name, read, llm, createdAt, revokedAt }: PartnerKey): string =>
  [id, sanitiseText(name, KEY_NAME_MAX), `read ${read}/min`, `llm ${llm}/min`]
    .concat(`made ${new Date(createdAt).toISOString()}`)
    .concat(revokedAt === null ? [] : [`revoked ${new Date(revokedAt).toISOString()}`])
    .join("  ");
