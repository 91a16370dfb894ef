// Transactions nobody should hand to a library: every container, nested, counted and cut, where a transaction holds items.
import { type Cbor, encode, head, Raw, Tagged } from "./cbor.ts";
import { type Draft, draftOf, type openDraw, payer, seller, write } from "./drafted-payment.ts";

type Hostile = { readonly what: string; readonly bytes: Buffer };

const INDEFINITE_END = Buffer.from([0xff]);
const NULL = Buffer.from([0xf6]);
const many = (bytes: Buffer, times: number) => Buffer.alloc(bytes.length * times, bytes);
/** The same opening many times, an inside, and as many ends. */
const nested = (open: Buffer, inside: Buffer, end: Buffer, depth: number) =>
  Buffer.concat([many(open, depth), inside, many(end, end.length === 0 ? 0 : depth)]);
const none = Buffer.alloc(0);
const bytesOf = (length: number) => head(2, BigInt(length));

/** An item in a byte string in an item … under tag 24. Heads grow with what they hold, so it is made from the inside. */
function embedded(depth: number): Buffer {
  const layers: Buffer[] = [];
  let length = 1;
  for (let level = 0; level < depth; level++) {
    const open = Buffer.concat([head(6, 24n), bytesOf(length)]);
    layers.push(open);
    length += open.length;
  }
  return Buffer.concat([...layers.reverse(), Buffer.from([0])]);
}

const hash = encode([0, Buffer.alloc(28, 7)]);
/** Containers by name; each makes an item of a depth. */
const CONTAINERS: Readonly<Record<string, (depth: number) => Buffer>> = {
  arrays: (depth) => nested(head(4, 1n), NULL, none, depth),
  "arrays of unknown length": (depth) => nested(Buffer.from([0x9f]), NULL, INDEFINITE_END, depth),
  maps: (depth) => nested(Buffer.concat([head(5, 1n), Buffer.from([0])]), NULL, none, depth),
  "maps as keys": (depth) => Buffer.concat([many(head(5, 1n), depth), NULL, many(NULL, depth)]),
  "maps of unknown length": (depth) => nested(Buffer.from([0xbf, 0]), NULL, INDEFINITE_END, depth),
  tags: (depth) => nested(head(6, 258n), NULL, none, depth),
  "constructors of scripts": (depth) => nested(Buffer.from([0xd8, 0x79, 0x81]), encode(1), none, depth),
  "native scripts": (depth) => nested(Buffer.from([0x82, 0x01, 0x81]), hash, none, depth),
  "native scripts of unknown length": (depth) =>
    nested(Buffer.from([0x9f, 0x01, 0x9f]), hash, Buffer.from([0xff, 0xff]), depth),
  "strings in strings of unknown length": (depth) => nested(Buffer.from([0x5f]), bytesOf(0), INDEFINITE_END, depth),
  "items in byte strings": embedded,
};

/** Heads that claim more than comes. */
const CLAIMS: Readonly<Record<string, Buffer>> = Object.fromEntries(
  [2n, 3n, 4n, 5n, 6n].flatMap((major) =>
    [65_535n, 4_294_967_295n, 18_446_744_073_709_551_615n].map((count) => [
      `major ${major} claims ${count}`,
      head(Number(major), count),
    ]),
  ),
);

type Place = (draft: Draft, item: Buffer) => Buffer;
const raw = (bytes: Buffer) => new Raw(bytes);
const inBody =
  (key: number): Place =>
  (draft, item) => {
    draft.body.set(key, raw(item));
    return write(draft).bytes;
  };
const inWitnesses =
  (key: number): Place =>
  (draft, item) => {
    draft.witnesses.set(key, raw(item));
    return write(draft).bytes;
  };
const inAuxiliary =
  (wrap: (item: Raw) => Cbor): Place =>
  (draft, item) => {
    draft.auxiliary = wrap(raw(item));
    return write(draft).bytes;
  };
const inOutput =
  (more: (item: Raw) => readonly (readonly [number, Cbor])[]): Place =>
  (draft, item) => {
    for (const output of draft.outputs) output.more = more(raw(item));
    return write(draft).bytes;
  };

/** Where in a transaction the item stands. */
const PLACES: Readonly<Record<string, Place>> = {
  "instead of it all": (_draft, item) => item,
  "instead of the body": (_draft, item) => encode([raw(item), new Map(), true, null]),
  "instead of the inputs": (_draft, item) =>
    encode([
      new Map<Cbor, Cbor>([
        [0, raw(item)],
        [1, [[seller.raw, 2_000_000]]],
        [2, 200_000],
      ]),
      new Map(),
      true,
      null,
    ]),
  "instead of an output": (_draft, item) =>
    encode([
      new Map<Cbor, Cbor>([
        [0, [[Buffer.alloc(32, 1), 0]]],
        [1, [raw(item)]],
        [2, 200_000],
      ]),
      new Map(),
      true,
      null,
    ]),
  "as a value": (_draft, item) =>
    encode([
      new Map<Cbor, Cbor>([
        [0, [[Buffer.alloc(32, 1), 0]]],
        [1, [[payer.raw, [2_000_000, raw(item)]]]],
        [2, 200_000],
      ]),
      new Map(),
      true,
      null,
    ]),
  "as an address": (_draft, item) =>
    encode([
      new Map<Cbor, Cbor>([
        [0, [[Buffer.alloc(32, 1), 0]]],
        [1, [[Buffer.concat([Buffer.from([0x82, 0xd8, 0x18]), bytesOf(item.length), item]), 2_000_000]]],
        [2, 200_000],
      ]),
      new Map(),
      true,
      null,
    ]),
  ...Object.fromEntries([4, 5, 6, 9, 13, 14, 16, 19, 20, 99].map((key) => [`in the body as ${key}`, inBody(key)])),
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((key) => [`among the witnesses as ${key}`, inWitnesses(key)])),
  "as metadata": inAuxiliary((item) => new Map([[1, item]])),
  "as a list of metadata": inAuxiliary((item) => new Map([[1, [item, item]]])),
  "as auxiliary data": inAuxiliary((item) => item),
  "as auxiliary scripts": inAuxiliary((item) => new Tagged(259, new Map<Cbor, Cbor>([[1, [item]]]))),
  "as auxiliary plutus scripts": inAuxiliary((item) => new Tagged(259, new Map<Cbor, Cbor>([[2, [item]]]))),
  "as a datum": inOutput((item) => [[2, [1, new Tagged(24, encode(item))]]]),
  "as a bare datum": inOutput((item) => [[2, [1, item]]]),
  "as a script": inOutput((item) => [[3, new Tagged(24, encode([0, item]))]]),
};

/** One of each container and claim at each place, and each cut short; `depths` in turn. */
export function hostileTransactions(draw: ReturnType<typeof openDraw>, depths: readonly number[]): readonly Hostile[] {
  const made: Hostile[] = [];
  const add = (what: string, place: Place, item: Buffer) => {
    const bytes = place(draftOf(draw), item);
    made.push({ what, bytes });
    if (made.length % 3 === 0) made.push({ what: `${what}, cut`, bytes: bytes.subarray(0, 1 + draw(bytes.length)) });
  };
  for (const [where, place] of Object.entries(PLACES)) {
    for (const [kind, make] of Object.entries(CONTAINERS)) {
      const depth = depths[made.length % depths.length] ?? 1;
      add(`${depth} ${kind} ${where}`, place, make(depth));
    }
    const claims = Object.entries(CLAIMS);
    const [what, item] = claims[made.length % claims.length] ?? ["", none];
    add(`${what} ${where}`, place, item);
  }
  return made;
}
