// Reads signed Cardano transactions from their bytes, as the ledger's CDDL has them; everything that is unclear is refused.
import { createPublicKey, verify } from "node:crypto";
import { addressText } from "./address.ts";
import { type Item, readItem } from "./cbor-item.ts";
import { blake2 } from "./hash.ts";
import { isMetadata, partsOf } from "./metadata.ts";
import { LOVELACE, type Output, type Transaction, type Value, type Witness } from "./transaction.ts";

/** A payment needs a key for each of its inputs at most, and each costs a check of its signature. */
export const WITNESSES_MAX = 32;

/** Members of a body a plain payment has: inputs, outputs, fee, end, hash of auxiliary data, begin, network. */
const PLAIN = new Set([0, 1, 2, 3, 7, 8, 15]);
/** Members a body may have beside them. */
const EXTRAS: Readonly<Record<number, string>> = {
  4: "certificates",
  5: "withdrawals",
  9: "mint",
  11: "scripts",
  13: "collateral",
  14: "signers",
  16: "returned",
  17: "counted",
  18: "references",
  19: "votes",
  20: "proposals",
  21: "treasury",
  22: "donation",
};
const SET_TAG = 258n;
const INDEX_MAX = 65_535n;
const BYRON = 8;
/** An array of four, written the one way that every node reads. */
const FOUR = 0x84;
const [FALSE, TRUE, NULL] = [0xf4, 0xf5, 0xf6];
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** What the bytes are not; the reader ends at the first such thing. */
class Unreadable extends Error {}
const unreadable: () => never = () => {
  throw new Unreadable();
};

type Map32 = ReadonlyMap<number, Item>;

const wholeOf = (item: Item | undefined): bigint => (item?.major === 0 ? item.argument : unreadable());
const listOf = (item: Item | undefined): readonly Item[] => (item?.major === 4 ? item.inside : unreadable());
/** A set is an array, or an array under its tag. */
const setOf = (item: Item | undefined): readonly Item[] =>
  listOf(item?.major === 6 && item.argument === SET_TAG ? item.inside[0] : item);

/** Bytes in one piece; of a length where one is given. */
function bytesOf(bytes: Buffer, item: Item | undefined, length?: number): Buffer {
  if (item?.major !== 2 || item.isIndefinite) return unreadable();
  const found = bytes.subarray(item.to - Number(item.argument), item.to);
  return length === undefined || found.length === length ? found : unreadable();
}

/** Entries of a map; every key once, since readers differ in which of two counts. */
function entriesOf<K>(item: Item | undefined, keyOf: (key: Item) => K): Map<K, Item> {
  if (item?.major !== 5) return unreadable();
  const found = new Map<K, Item>();
  for (let at = 0; at + 1 < item.inside.length; at += 2) {
    const [name, value] = [item.inside[at], item.inside[at + 1]];
    if (name === undefined || value === undefined) return unreadable();
    const key = keyOf(name);
    if (found.has(key)) return unreadable();
    found.set(key, value);
  }
  return found;
}
const numbered = (item: Item | undefined): Map32 => entriesOf(item, (key) => Number(wholeOf(key)));

function readValue(bytes: Buffer, item: Item | undefined): Value {
  if (item?.major !== 4) return new Map([[LOVELACE, wholeOf(item)]]);
  const [coin, assets] = item.inside;
  if (item.inside.length !== 2) return unreadable();
  const made = new Map([[LOVELACE, wholeOf(coin)]]);
  const policies = entriesOf(assets, (key) => bytesOf(bytes, key, 28).toString("hex"));
  for (const [policy, held] of policies) {
    for (const [name, quantity] of entriesOf(held, (key) => bytesOf(bytes, key).toString("hex"))) {
      if (name.length > 64) return unreadable();
      made.set(`${policy}${name}`, wholeOf(quantity));
    }
  }
  return made;
}

/** Byron addresses have no bech32 and can be paid by nobody here; they are told by their bytes. */
function addressOf(raw: Buffer): string {
  if ((raw[0] ?? 0) >> 4 === BYRON && raw.length <= 128) return raw.toString("hex");
  return addressText(raw) ?? unreadable();
}

function readOutput(bytes: Buffer, item: Item): Output & { readonly carries: boolean } {
  const parts: Map32 = item.major === 4 ? new Map(item.inside.entries()) : numbered(item);
  const known = item.major === 4 ? 3 : 4;
  if ([...parts.keys()].some((key) => key >= known)) return unreadable();
  const address = addressOf(bytesOf(bytes, parts.get(0)));
  return { address, value: readValue(bytes, parts.get(1)), bytes: item.to - item.from, carries: parts.size > 2 };
}

function readInput(bytes: Buffer, item: Item): string {
  const [id, index] = listOf(item);
  if (item.inside.length !== 2 || wholeOf(index) > INDEX_MAX) return unreadable();
  return `${bytesOf(bytes, id, 32).toString("hex")}#${wholeOf(index)}`;
}

/** Signatures are looked at up to the first that does not hold: one is enough to refuse them all. */
function readWitnesses(bytes: Buffer, item: Item | undefined, id: string): Witness[] {
  const listed = item === undefined ? [] : setOf(item);
  if (listed.length > WITNESSES_MAX) return unreadable();
  const signed = Buffer.from(id, "hex");
  let holds = true;
  return listed.map((one) => {
    const [key, signature] = listOf(one);
    if (one.inside.length !== 2) return unreadable();
    const raw = bytesOf(bytes, key, 32);
    const open = { key: Buffer.concat([SPKI, raw]), format: "der", type: "spki" } as const;
    holds = holds && verify(null, signed, createPublicKey(open), bytesOf(bytes, signature, 64));
    return { keyHash: blake2(raw, 28), isValid: holds };
  });
}

/** Auxiliary data nobody asked for are let through where the body vouches for them. */
function isStray(bytes: Buffer, item: Item, said: Item | undefined): boolean {
  const hash = said === undefined ? null : bytesOf(bytes, said, 32).toString("hex");
  if (bytes[item.from] === NULL) return hash !== null;
  const parts = partsOf(item);
  if (parts === null || (parts.metadata !== null && !isMetadata(parts.metadata))) return unreadable();
  return parts.hasMore || hash !== blake2(bytes.subarray(item.from, item.to), 32);
}

function flagOf(bytes: Buffer, item: Item): boolean {
  const said = bytes[item.from];
  return said === TRUE ? true : said === FALSE ? false : unreadable();
}

const slotOf = (item: Item | undefined): number | null => (item === undefined ? null : Number(wholeOf(item)));

function read(bytes: Buffer): Transaction {
  const whole = readItem(bytes);
  const [bodyItem, witnessItem, flag, auxiliary] = listOf(whole ?? undefined);
  if (!bodyItem || !flag || !auxiliary || bytes[0] !== FOUR) return unreadable();
  const [body, witnesses] = [numbered(bodyItem), numbered(witnessItem)];
  if ([...body.keys()].some((key) => !PLAIN.has(key) && EXTRAS[key] === undefined)) return unreadable();
  const id = blake2(bytes.subarray(bodyItem.from, bodyItem.to), 32);
  const network = body.get(15);
  if (network !== undefined && wholeOf(network) > 1n) return unreadable();
  const outputs = listOf(body.get(1)).map((item) => readOutput(bytes, item));
  const extras = [...body.keys()].flatMap((key) => EXTRAS[key] ?? []);
  if ([...witnesses.keys()].some((key) => key !== 0)) extras.push("witnesses");
  if (outputs.some(({ carries }) => carries)) extras.push("carried");
  if (isStray(bytes, auxiliary, body.get(7))) extras.push("auxiliary");
  return {
    id,
    bytes: bytes.length,
    networkId: network === undefined ? null : Number(wholeOf(network)),
    isValid: flagOf(bytes, flag),
    inputs: setOf(body.get(0)).map((item) => readInput(bytes, item)),
    outputs: outputs.map(({ carries: _, ...output }) => output),
    fee: wholeOf(body.get(2)),
    ttl: slotOf(body.get(3)),
    validFrom: slotOf(body.get(8)),
    witnesses: readWitnesses(bytes, witnesses.get(0), id),
    extras,
  };
}

/** Reads a signed transaction; null where the bytes are none, or have more than one reading. */
export function readTransaction(raw: Uint8Array): Transaction | null {
  try {
    return read(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
