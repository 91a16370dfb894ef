// CBOR (RFC 8949) for tests: where items begin and end, and an encoder that can also write what nobody should.

export type Span = {
  readonly from: number;
  readonly to: number;
  readonly major: number;
  /** Length, number or tag. */
  readonly argument: bigint;
  readonly isIndefinite: boolean;
  /** Of arrays, maps (key, value, key, value) and tags. */
  readonly inside: readonly Span[];
};

const BREAK = 0xff;

/** The item at an offset. Throws where the bytes end inside it or it is none. */
export function readSpan(bytes: Uint8Array, from = 0): Span {
  const first = bytes[from];
  if (first === undefined) throw new Error("the bytes end");
  const [major, info] = [first >> 5, first & 31];
  let to = from + 1;
  let argument = BigInt(info);
  if (info >= 24 && info <= 27) {
    const size = 2 ** (info - 24);
    if (to + size > bytes.length) throw new Error("the bytes end");
    argument = BigInt(`0x${Buffer.from(bytes.subarray(to, to + size)).toString("hex")}`);
    to += size;
  } else if (info > 27 && info !== 31) throw new Error("a reserved length");
  const isIndefinite = info === 31;
  if (isIndefinite && (major < 2 || major > 5)) throw new Error("no length");
  const inside: Span[] = [];
  const isText = major === 2 || major === 3;
  const wanted = major === 4 ? argument : major === 5 ? argument * 2n : major === 6 ? 1n : 0n;
  while (isIndefinite ? bytes[to] !== BREAK : BigInt(inside.length) < wanted) {
    const next = readSpan(bytes, to);
    inside.push(next);
    to = next.to;
  }
  if (isIndefinite) to += 1;
  else if (isText) to += Number(argument);
  if (to > bytes.length) throw new Error("the bytes end");
  return { from, to, major, argument, isIndefinite, inside };
}

/** Bytes that are written as they are. */
export class Raw {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
export class Tagged {
  readonly tag: number;
  readonly value: Cbor;
  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}
export type Cbor =
  | number
  | bigint
  | boolean
  | null
  | string
  | Uint8Array
  | Raw
  | Tagged
  | readonly Cbor[]
  | ReadonlyMap<Cbor, Cbor>;

export function head(major: number, argument: bigint): Buffer {
  const write = (info: number, size: number) => {
    const digits = argument.toString(16).padStart(size * 2, "0");
    return Buffer.concat([Buffer.from([(major << 5) | info]), Buffer.from(size === 0 ? "" : digits, "hex")]);
  };
  if (argument < 24n) return write(Number(argument), 0);
  if (argument < 256n) return write(24, 1);
  if (argument < 65_536n) return write(25, 2);
  return argument < 4_294_967_296n ? write(26, 4) : write(27, 8);
}

/** Definite lengths, shortest heads, members in their own order. */
export function encode(value: Cbor): Buffer {
  if (value instanceof Raw) return value.bytes;
  if (value instanceof Tagged) return Buffer.concat([head(6, BigInt(value.tag)), encode(value.value)]);
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === "number" || typeof value === "bigint") {
    const whole = BigInt(value);
    return whole < 0n ? head(1, -1n - whole) : head(0, whole);
  }
  if (typeof value === "string") return Buffer.concat([head(3, BigInt(Buffer.byteLength(value))), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, BigInt(value.length)), value]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, BigInt(value.size)), ...[...value].flatMap(([k, v]) => [encode(k), encode(v)])]);
  }
  const list = value as readonly Cbor[];
  return Buffer.concat([head(4, BigInt(list.length)), ...list.map(encode)]);
}
