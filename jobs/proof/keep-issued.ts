// Stores sealed objects once and for good: of two issuers of one id both get the first one's object.

import type { IssuedInputRow } from "../../schema/dataset/issued/issued-input.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { issuedKept, issuedText } from "../../schema/query/issued/issued-kept.ts";
import type { Sealed } from "./seal.ts";

/** What the store keeps under an id. */
export type Kept = {
  readonly id: string;
  readonly hash: string;
  readonly canonical: string;
  /** Whether it is the very object that was handed in. */
  readonly isOurs: boolean;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
};

/** One block a token is taken: of two issuers of an id, and of two minters of a batch, one is kept. */
async function store(deps: Store, sealed: readonly Sealed[], batch: string | null, storedAt: number): Promise<void> {
  const inputs = sealed.flatMap(({ row: { id, hash, issued_at: at }, inputs }) =>
    inputs === null ? [] : [{ id, hash, at, inputs } satisfies IssuedInputRow],
  );
  // First, so that there is no object without what it was judged from; named by content too, as another may be kept.
  if (inputs.length > 0) await deps.insert("issued_input", inputs, `issued_input~${batch ?? inputs[0]?.id}`);
  const insert = (rows: readonly Sealed[], token: string) =>
    deps.insertEncoded(
      "issued_object",
      Buffer.from(rows.map(({ row }) => JSON.stringify({ ...row, stored_at: storedAt })).join("\n")),
      token,
    );
  if (batch !== null) return insert(sealed, `issued~${batch}`);
  for (const one of sealed) await insert([one], `issued~${one.row.id}`);
}

/**
 * Stores the objects, each for itself or all as one batch, and reads back what is kept under their ids. A batch is kept
 * whole, or, where one of its name was kept before, not at all. Builds know of them from `storedAt` on (epoch
 * milliseconds). @returns what is kept, in order.
 */
export async function keepIssued(
  deps: Store,
  sealed: readonly Sealed[],
  batch: string | null = null,
  storedAt = 0,
): Promise<Kept[]> {
  await store(deps, sealed, batch, storedAt);
  const rows = sealed.map(({ row }) => row);
  const found = new Map((await deps.query(issuedKept, { ids: rows.map(({ id }) => id) })).map((row) => [row.id, row]));
  const others = rows.filter(({ id, hash }) => found.has(id) && found.get(id)?.hash !== hash).map(({ id }) => id);
  const texts = others.length === 0 ? [] : await deps.query(issuedText, { ids: others });
  const textOf = new Map(texts.map(({ id, canonical }) => [id, canonical]));
  return rows.flatMap(({ id, canonical }) => {
    const kept = found.get(id);
    if (!kept) return [];
    const theirs = textOf.get(id);
    const { hash, issued_ms: issuedAt } = kept;
    return [{ id, hash, canonical: theirs ?? canonical, isOurs: theirs === undefined, issuedAt }];
  });
}
