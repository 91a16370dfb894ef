// JSON from outside: measured before it is parsed, and then nothing that cannot be written down again.

export const JSON_DEPTH_MAX = 32;

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const [QUOTE, BACKSLASH] = [34, 92];
const OPENS: ReadonlySet<number> = new Set([91, 123]);
const CLOSES: ReadonlySet<number> = new Set([93, 125]);

/** Whether no bracket is open inside more than so many others; brackets in texts are none. */
function isShallow(bytes: Uint8Array): boolean {
  let [depth, inText] = [0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (OPENS.has(byte)) {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return false;
    } else if (CLOSES.has(byte)) depth -= 1;
  }
  return true;
}

/** Whether every number is finite and every text whole; `1e999` parses, and has no JSON. */
function isExact(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isExact);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, member]) => isExact(name) && isExact(member));
}

/** The value, which can be canonicalised and written again. Throws SyntaxError for anything else. */
export function parseJson(bytes: Uint8Array): unknown {
  if (!isShallow(bytes)) throw new SyntaxError(`nested deeper than ${JSON_DEPTH_MAX}`);
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw new SyntaxError("not UTF-8");
  }
  const value: unknown = JSON.parse(text);
  if (!isExact(value)) throw new SyntaxError("a number or a text that has no JSON");
  return value;
}
