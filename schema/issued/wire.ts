// The wire object of what was issued: the canonical object and what is said about it.
import type { IssuedRow } from "../dataset/issued/issued-object.ts";
import { verifyUrl } from "../link.ts";
import { ISSUED, type IssuedKind, type WireBy } from "./index.ts";

export function wireOf<K extends IssuedKind>(
  kind: K,
  { id, canonical, hash }: Pick<IssuedRow, "id" | "canonical" | "hash">,
  origin: string,
): WireBy[K] {
  const { object, as_of, sources, data } = JSON.parse(canonical) as Omit<WireBy[K], "id">;
  const about = { ...ISSUED[kind].atFirst, hash, verify_url: verifyUrl(origin, id) };
  return { object, id, as_of, sources, data: { ...data, ...about } } as WireBy[K];
}
