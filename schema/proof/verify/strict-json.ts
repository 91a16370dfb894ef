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
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
const WORDS: readonly (readonly [string, Json])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '"': '"', "\\": "\\", "/": "/" },
  ...{ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" },
};

type Reader = { readonly text: string; at: number };

const fault = (reader: Reader, what: string): JsonFault => new JsonFault(`${what}, at character ${reader.at}`);

function skipSpace(reader: Reader): void {
  for (;;) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== SPACE && code !== NEWLINE && code !== RETURN && code !== TAB) return;
    reader.at += 1;
  }
}

function match(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  return pattern.exec(reader.text)?.[0] ?? "";
}

function expect(reader: Reader, sign: string): void {
  skipSpace(reader);
  if (reader.text[reader.at] !== sign) throw fault(reader, `${sign} is expected`);
  reader.at += 1;
}

function isNext(reader: Reader, sign: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== sign) return false;
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
  expect(reader, '"');
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
  const written = match(reader, NUMBER);
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
  if (isNext(reader, "}")) return members;
  do {
    skipSpace(reader);
    const name = readString(reader);
    if (name in members) throw fault(reader, `the name ${JSON.stringify(name.slice(0, 40))} a second time`);
    expect(reader, ":");
    members[name] = readValue(reader, depth);
  } while (isNext(reader, ","));
  expect(reader, "}");
  return members;
}

function readList(reader: Reader, depth: number): readonly Json[] {
  const items: Json[] = [];
  if (isNext(reader, "]")) return items;
  do items.push(readValue(reader, depth));
  while (isNext(reader, ","));
  expect(reader, "]");
  return items;
}

function readValue(reader: Reader, depth: number): Json {
  skipSpace(reader);
  if (depth >= DEPTH_MAX && "{[".includes(reader.text[reader.at] ?? " ")) {
    throw fault(reader, `more than ${DEPTH_MAX} levels`);
  }
  if (isNext(reader, "{")) return readObject(reader, depth + 1);
  if (isNext(reader, "[")) return readList(reader, depth + 1);
  if (reader.text[reader.at] === '"') return readString(reader);
  for (const [word, value] of WORDS) {
    if (!reader.text.startsWith(word, reader.at)) continue;
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
  skipSpace(reader);
  if (reader.at !== text.length) throw fault(reader, "something after the end");
  return value;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
