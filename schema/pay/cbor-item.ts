// How many inputs a transaction's body lists: the library reads them as a set and passes over one that is named twice.

const BREAK = 0xff;

type Head = { readonly major: number; readonly argument: number; readonly isIndefinite: boolean; readonly end: number };

/** The head of the item at an offset. Throws where the bytes end inside it. */
function readHead(bytes: Buffer, at: number): Head {
  const first = bytes.readUInt8(at);
  const [major, info] = [first >> 5, first & 31];
  if (info < 24) return { major, argument: info, isIndefinite: false, end: at + 1 };
  if (info === 31) return { major, argument: 0, isIndefinite: true, end: at + 1 };
  const size = 2 ** (info - 24);
  const argument = size === 8 ? Number(bytes.readBigUInt64BE(at + 1)) : bytes.readUIntBE(at + 1, size);
  return { major, argument, isIndefinite: false, end: at + 1 + size };
}

/** Passes over the members of an array, a map or a tag; gives how many there were and where they end. */
function skipMembers(bytes: Buffer, { major, argument, isIndefinite, end }: Head): { count: number; end: number } {
  const wanted = major === 6 ? 1 : major === 5 ? argument * 2 : argument;
  let [count, at] = [0, end];
  while (isIndefinite ? bytes.readUInt8(at) !== BREAK : count < wanted) {
    at = skipItem(bytes, at);
    count += 1;
  }
  return { count, end: isIndefinite ? at + 1 : at };
}

function skipItem(bytes: Buffer, at: number): number {
  const head = readHead(bytes, at);
  if (head.major >= 4 && head.major <= 6) return skipMembers(bytes, head).end;
  if (head.isIndefinite && (head.major === 2 || head.major === 3)) return skipMembers(bytes, head).end;
  return head.major === 2 || head.major === 3 ? head.end + head.argument : head.end;
}

/** The inputs as listed, repeated ones too. Throws where the bytes are no body. */
export function countInputs(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const map = readHead(bytes, 0);
  const { count, end } = skipMembers(bytes, map);
  let at = map.end;
  for (let member = 0; member < count && at < end; member += 2) {
    const key = readHead(bytes, at);
    if (key.major === 0 && key.argument === 0) {
      const value = readHead(bytes, key.end);
      // A set is an array, or an array under tag 258.
      return skipMembers(bytes, value.major === 6 ? readHead(bytes, value.end) : value).count;
    }
    at = skipItem(bytes, skipItem(bytes, at));
  }
  throw new Error("the body lists no inputs");
}
