// JSON read strictly: what two readers could take for different things, or RFC 8785 would not write, is refused.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** Without a prototype: every name is a member. */
export type JsonObject = { readonly [name: string]: Json };

/** What is not I-JSON; the message says what and where. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
}

export const DEPTH_MAX = 32;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** What nothing is to be asked of within a string: nearly all that there is. */
const PLAIN = /[ !#-[\]-~]*/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const [TAB, NEWLINE, RETURN, SPACE, QUOTE, BACKSLASH] = [9, 10, 13, 32, 34, 92];
const [COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [44, 58, 91, 93, 123, 125];
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
/** By the code of their first letter. */
const WORDS: ReadonlyMap<number, readonly [string, Json]> = new Map(
  (
    [
      ["true", true],
      ["false", false],
      ["null", null],
    ] as const
  ).map((one) => [one[0].charCodeAt(0), one]),
);
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '"': '"', "\\": "\\", "/": "/" },
  ...{ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" },
};

type Reader = { readonly text: string; at: number };

const fault = (reader: Reader, what: string): JsonFault => new JsonFault(`${what}, at character ${reader.at}`);

/** Skips space. @returns the code of what stands there; not a number at the end. */
function next(reader: Reader): number {
  const { text } = reader;
  let { at } = reader;
  let code = text.charCodeAt(at);
  while (code === SPACE || code === NEWLINE || code === RETURN || code === TAB) code = text.charCodeAt(++at);
  reader.at = at;
  return code;
}

function expect(reader: Reader, sign: number): void {
  if (next(reader) !== sign) throw fault(reader, `${String.fromCharCode(sign)} is expected`);
  reader.at += 1;
}

function isNext(reader: Reader, sign: number): boolean {
  if (next(reader) !== sign) return false;
  reader.at += 1;
  return true;
}

function readEscape(reader: Reader): string {
  const sign = reader.text[reader.at] ?? "";
  reader.at += 1;
  if (sign !== "u") {
    const meant = ESCAPES[sign];
    if (meant === undefined) throw fault(reader, "an unknown escape");
    return meant;
  }
  const digits = reader.text.slice(reader.at, reader.at + 4);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw fault(reader, "four hex digits are expected");
  reader.at += 4;
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function readString(reader: Reader): string {
  const { text } = reader;
  let said = "";
  let isSuspect = false;
  expect(reader, QUOTE);
  for (;;) {
    const from = reader.at;
    PLAIN.lastIndex = from;
    PLAIN.test(text);
    reader.at = PLAIN.lastIndex;
    let code = text.charCodeAt(reader.at);
    for (; code >= SPACE && code !== QUOTE && code !== BACKSLASH; code = text.charCodeAt(reader.at)) {
      isSuspect ||= isSurrogate(code);
      reader.at += 1;
    }
    said += text.slice(from, reader.at);
    if (Number.isNaN(code) || code < SPACE) throw fault(reader, "a string that does not end");
    reader.at += 1;
    if (code === QUOTE) break;
    isSuspect = true;
    said += readEscape(reader);
  }
  if (isSuspect && LONE_SURROGATE.test(said)) throw fault(reader, "half a character");
  return said;
}

function readNumber(reader: Reader): number {
  NUMBER.lastIndex = reader.at;
  const written = NUMBER.exec(reader.text)?.[0] ?? "";
  const value = Number(written);
  if (written === "" || String(value) !== written) {
    throw fault(reader, `${written.slice(0, 40) || "a sign"} is not as RFC 8785 writes a number`);
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw fault(reader, "a whole number beyond 2^53");
  reader.at += written.length;
  return value;
}

function readObject(reader: Reader, depth: number): JsonObject {
  const members: { [name: string]: Json } = Object.create(null);
  if (isNext(reader, CLOSE)) return members;
  do {
    const name = readString(reader);
    if (name in members) throw fault(reader, `the name ${JSON.stringify(name.slice(0, 40))} a second time`);
    expect(reader, COLON);
    members[name] = readValue(reader, depth);
  } while (isNext(reader, COMMA));
  expect(reader, CLOSE);
  return members;
}

function readList(reader: Reader, depth: number): readonly Json[] {
  const items: Json[] = [];
  if (isNext(reader, CLOSE_LIST)) return items;
  do items.push(readValue(reader, depth));
  while (isNext(reader, COMMA));
  expect(reader, CLOSE_LIST);
  return items;
}

function readValue(reader: Reader, depth: number): Json {
  const code = next(reader);
  if (code === QUOTE) return readString(reader);
  if (code === OPEN || code === OPEN_LIST) {
    if (depth >= DEPTH_MAX) throw fault(reader, `more than ${DEPTH_MAX} levels`);
    reader.at += 1;
    return code === OPEN ? readObject(reader, depth + 1) : readList(reader, depth + 1);
  }
  const [word, value] = WORDS.get(code) ?? ["", null];
  if (word !== "" && reader.text.startsWith(word, reader.at)) {
    reader.at += word.length;
    return value;
  }
  return readNumber(reader);
}

/** Bytes of UTF-8 without a mark before them. Throws JsonFault. */
export function readStrictJson(bytes: Uint8Array): Json {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new JsonFault("the bytes are not UTF-8");
  }
  const reader = { text, at: 0 };
  const value = readValue(reader, 0);
  next(reader);
  if (reader.at !== text.length) throw fault(reader, "something after the end");
  return value;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
