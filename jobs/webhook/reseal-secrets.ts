// Secrets that an earlier key of MONITOR_KEY sealed, sealed anew under the first: then the earlier one can be given up.
import { randomBytes } from "../../schema/io/random.ts";
import { isSealedBy, NONCE_BYTES, readSealKeys, seal, unseal } from "../../schema/webhook/secret.ts";
import type { Deps } from "../deps.ts";
import { changeMonitor, standingMonitors, type WatchDeps } from "./standing.ts";

/** `lost`: monitors whose secret no key opens; nothing can be sent to them. */
type Resealed = { readonly resealed: number; readonly lost: number };

export async function resealSecrets(deps: WatchDeps & Pick<Deps, "env">): Promise<Resealed> {
  const keys = readSealKeys(deps.env.MONITOR_KEY);
  const [first] = keys;
  let [resealed, lost] = [0, 0];
  for (const { id, secret_sealed: sealed } of (await standingMonitors(deps)).byId.values()) {
    if (first !== undefined && isSealedBy(first, sealed)) continue;
    const secret = unseal(keys, "secret", sealed);
    if (secret === null) {
      lost += 1;
      continue;
    }
    await changeMonitor(deps, id, () => ({ secret_sealed: seal(keys, "secret", secret, randomBytes(NONCE_BYTES)) }));
    resealed += 1;
  }
  return { resealed, lost };
}
