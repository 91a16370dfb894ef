// The id of an evaluation, from its natural key: a retry and a second minter come to the same one.
import { createHash } from "node:crypto";
import { timeOfUlid, ULID_ALPHABET } from "../ulid.ts";

const encode = (value: bigint, length: number): string =>
  Array.from({ length }, (_, at) => ULID_ALPHABET[Number((value >> BigInt(5 * (length - 1 - at))) & 31n)]).join("");

/** `eval_` and a ULID whose time is the slot (epoch ms) and whose randomness is the digest of the key. */
export function evaluationId(token: string, slot: number, kind: "standard" | "sized"): string {
  const digest = createHash("sha256").update(`${token}~${slot}~${kind}`).digest("hex");
  return `eval_${encode(BigInt(slot), 10)}${encode(BigInt(`0x${digest.slice(0, 20)}`), 16)}`;
}

/** The slot an id was made for, epoch ms. */
export const slotOfId = (id: string): number => timeOfUlid(id.slice("eval_".length));
