// Metadata of transactions: numbers, short strings, lists and maps of them, by numbered labels.
import { type Item, readItem } from "./cbor-item.ts";

const STRING_BYTES_MAX = 64n;
const AUXILIARY_TAG = 259n;

const isText = ({ major }: Item) => major === 2 || major === 3;

function isMetadatum(item: Item): boolean {
  const { argument, inside, isIndefinite, major } = item;
  if (!isText(item)) return major < 6 && inside.every(isMetadatum);
  return (isIndefinite ? inside.reduce((sum, piece) => sum + piece.argument, 0n) : argument) <= STRING_BYTES_MAX;
}

/** Whether an item is metadata by label. */
export const isMetadata = ({ major, inside }: Item): boolean =>
  major === 5 && inside.every((item, at) => (at % 2 === 0 ? item.major === 0 : isMetadatum(item)));

/** Metadata and other members of auxiliary data in any of their three forms; null where they are none of these. */
export function partsOf(auxiliary: Item): { readonly metadata: Item | null; readonly hasMore: boolean } | null {
  const { major, argument, inside } = auxiliary;
  const [first, second] = inside;
  if (major === 5) return { metadata: auxiliary, hasMore: false };
  if (major === 4) {
    if (first === undefined || second?.major !== 4 || inside.length !== 2) return null;
    return { metadata: first, hasMore: second.inside.length > 0 };
  }
  if (major !== 6 || argument !== AUXILIARY_TAG || first?.major !== 5) return null;
  const at = first.inside.findIndex((key, index) => index % 2 === 0 && key.major === 0 && key.argument === 0n);
  const metadata = at < 0 ? null : (first.inside[at + 1] ?? null);
  return { metadata, hasMore: first.inside.length > (metadata === null ? 0 : 2) };
}

function textOf(bytes: Buffer, { major, argument, inside, isIndefinite, to }: Item): string {
  const pieces = isIndefinite ? inside : [{ argument, to }];
  const whole = Buffer.concat(pieces.map((piece) => bytes.subarray(piece.to - Number(piece.argument), piece.to)));
  return major === 3 ? whole.toString("utf8") : `0x${whole.toString("hex")}`;
}

function toJson(bytes: Buffer, item: Item): unknown {
  const { major, argument, inside } = item;
  if (isText(item)) return textOf(bytes, item);
  if (major < 2) return Number(major === 0 ? argument : -1n - argument);
  if (major === 4) return inside.map((member) => toJson(bytes, member));
  const values = inside.map((member) => toJson(bytes, member));
  const nameOf = (key: unknown) => (typeof key === "string" ? key : JSON.stringify(key));
  return Object.fromEntries(values.flatMap((key, at) => (at % 2 === 0 ? [[nameOf(key), values[at + 1]]] : [])));
}

/** The metadata of a transaction as ledgers show it, bytes as 0x…; empty where it has none. */
export function readMetadata(raw: Uint8Array): { readonly label: string; readonly json_metadata: unknown }[] {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const auxiliary = readItem(bytes)?.inside[3];
  const metadata = auxiliary === undefined ? null : (partsOf(auxiliary)?.metadata ?? null);
  if (metadata === null || !isMetadata(metadata)) return [];
  const { inside } = metadata;
  return inside.flatMap((value, at) =>
    at % 2 === 1 ? [{ label: `${inside[at - 1]?.argument}`, json_metadata: toJson(bytes, value) }] : [],
  );
}
