// The tokens that a policy names: by id, contract or symbol, as in a path. A name that nothing has would change a list unseen.
import { type Fault, fault, isFault } from "../../schema/fault.ts";
import type { EvaluatePolicy } from "../../schema/object/evaluation.ts";
import type { Snapshots } from "./feed.ts";
import { namedToken } from "./named-token.ts";

const LISTS = ["allow_tokens", "deny_tokens"] as const;

/** A contract that no directory lists is of no token that is judged. */
const isContract = (name: string): boolean => /^0x[0-9a-f]{40}$/i.test(name) || name.length >= 32;

const refused = ({ code, message, extra }: Fault, pointer: string): Fault =>
  fault(code, message, { ...extra, errors: [{ pointer, code, detail: message }] });

/** The id of what a name means; only tracked tokens are judged, so of others nothing but that they are another counts. */
function idOf(snapshots: Snapshots, name: string, pointer: string): string {
  try {
    return namedToken(snapshots, name).found.token.id;
  } catch (error) {
    if (!isFault(error)) throw error;
    if (error.code === "token_not_tracked") return error.extra.candidates?.[0]?.id ?? name;
    if (error.code === "ambiguous_token" || (error.code === "token_not_found" && isContract(name))) return name;
    throw error.code === "token_not_found" ? refused(error, pointer) : error;
  }
}

/** The policy with ids in its lists of tokens. Throws token_not_found, not_ready. */
export function namedPolicy(snapshots: Snapshots, policy: EvaluatePolicy, pointer = "/policy"): EvaluatePolicy {
  const lists = LISTS.flatMap((list) => {
    const names = policy[list];
    if (names === undefined) return [];
    const ids = names.map((name, at) => idOf(snapshots, name, `${pointer}/${list}/${at}`));
    return [[list, [...new Set(ids)]] as const];
  });
  return { ...policy, ...Object.fromEntries(lists) };
}
