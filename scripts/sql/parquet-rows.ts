// How many rows a Parquet file says it holds: the third field of its footer, which is in Thrift's compact protocol.

const FOOTER_TAIL = 8;
const ROWS_FIELD = 3;

/** Reads the count out of the footer (everything before its length and the magic). Throws where it cannot be read. */
export function readRowCount(footer: Uint8Array): number {
  let at = 0;
  const byte = (): number => {
    const value = footer[at++];
    if (value === undefined) throw new Error("the footer of the Parquet file breaks off");
    return value;
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const part = byte();
      value |= BigInt(part & 127) << shift;
      if (part < 128) return value;
    }
  };
  const list = (): void => {
    const head = byte();
    const length = head >> 4 === 15 ? Number(varint()) : head >> 4;
    const type = head & 15;
    for (let n = 0; n < length; n += 1) type <= 2 ? byte() : skip(type);
  };
  /** Passes over a value; whether a flag is set is part of its field's head. */
  const skip = (type: number): void => {
    if (type === 3) byte();
    else if (type >= 4 && type <= 6) varint();
    else if (type === 7) at += 8;
    else if (type === 8) {
      const length = Number(varint());
      at += length;
    } else if (type === 9 || type === 10) list();
    else if (type === 12) fields(() => false);
    else if (type > 2) throw new Error("the footer of the Parquet file has a value of an unknown type");
  };
  /** Walks the fields of a struct until `isWanted` says so (true) or its end (false). */
  const fields = (isWanted: (id: number) => boolean): boolean => {
    for (let id = 0; ; ) {
      const head = byte();
      if (head === 0) return false;
      id = head >> 4 === 0 ? Number(varint() >> 1n) : id + (head >> 4);
      if (isWanted(id)) return true;
      skip(head & 15);
    }
  };
  if (!fields((id) => id === ROWS_FIELD)) throw new Error("the footer of the Parquet file says no number of rows");
  // Signed numbers alternate between the two signs.
  return Number(varint() >> 1n);
}

/** Where the footer begins and how long it is, by the size of the file and its last eight bytes. */
export const footerAt = (size: number, tail: Buffer): { position: number; length: number } => {
  const length = tail.readUInt32LE(0);
  return { position: size - FOOTER_TAIL - length, length };
};
