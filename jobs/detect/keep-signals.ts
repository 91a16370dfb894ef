// Stores what became of signals as versions of them: another status takes the place of the one before it, which stays beside it.
import type { SignalRow } from "../../schema/dataset/signal/signal.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { signalStored } from "../../schema/query/signal/signal-stored.ts";

/** Stores the rows that are not stored yet, known from `storedAt` on (epoch milliseconds), with what they replace. */
export async function keepSignals(
  store: Pick<Store, "query" | "insert">,
  rows: readonly SignalRow[],
  storedAt: number,
): Promise<void> {
  if (rows.length === 0) return;
  const asked = { tokens: [...new Set(rows.map(({ token }) => token))], keys: rows.map(({ key }) => key) };
  const before = new Map((await store.query(signalStored, asked)).map((row) => [row.key, row]));
  const fresh = rows.filter((row) => row.changed_at > (before.get(row.key)?.changed_at ?? 0));
  const replaced = fresh.flatMap(({ key }) => before.get(key) ?? []);
  const versions = [
    ...replaced.map((row) => ({ ...row, replaced_at: storedAt })),
    ...fresh.map((row) => ({ ...row, stored_at: storedAt, replaced_at: 0 })),
  ];
  if (versions.length > 0) await store.insert("signal", versions, `signal~${rows[0]?.changed_at}`);
}
