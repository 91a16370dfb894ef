// A block and how many transactions are in it, as any chain's server says it.
import { httpError } from "../../schema/io/http.ts";
import { asNumber, isTime } from "../source/body.ts";

/** `at` in epoch milliseconds. */
export type CountedBlock = { readonly height: number; readonly at: number; readonly transactions: number };

/** Of a server's own members, its time in seconds. Throws bad_body where one is no whole number. */
export function countedBlock(height: unknown, seconds: unknown, transactions: unknown): CountedBlock {
  const block = { height: asNumber(height), at: asNumber(seconds) * 1_000, transactions: asNumber(transactions) };
  if (!Object.values(block).every(Number.isSafeInteger) || !isTime(block.at))
    throw httpError("bad_body", "not a block");
  return block;
}
