// Checks the root that was written to a public ledger: against the log, and against what the ledger answers.
import { checkOlder, type Log } from "./check-log.ts";
import { Falsehood } from "./member.ts";
import type { Anchor } from "./proof-members.ts";

/** The log continues the tree of the anchor. Throws Falsehood. */
export function checkAnchor(anchor: Anchor, log: Log | null): void {
  if (log === null) throw new Falsehood("anchored, and yet in no checkpoint");
  checkOlder("anchor", anchor, log);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the transaction's metadata, as Blockfrost answers it, holds the anchor's root under its label. */
export function isOnLedger({ label, root, size, origin }: Anchor, metadata: unknown): boolean {
  if (!Array.isArray(metadata)) return false;
  const entries = metadata.filter((one) => isRecord(one) && one.label === String(label));
  const [entry] = entries.map((one: Record<string, unknown>) => one.json_metadata);
  if (entries.length !== 1 || !isRecord(entry)) return false;
  return entry.root === `0x${root}` && entry.size === size && entry.origin === origin;
}
