// Turns a good JSON body into one with impossible figures (NaN, null, negative, high below low) or with rows missing.

const NUMBER = /^-?\d+(\.\d+)?$/;
const INSTANT = /^1[5-9]\d{8}(\d{3})?$/;

const isFigure = (value: unknown): boolean => {
  const text = typeof value === "number" ? `${value}` : value;
  return typeof text === "string" && NUMBER.test(text) && !INSTANT.test(text);
};

const spoil = (value: unknown, mode: number): unknown => {
  if (mode === 1) return null;
  if (mode === 2) return typeof value === "number" ? -Math.abs(value) - 1 : `-${String(value).replace("-", "")}`;
  return "NaN";
};

/** The way in which every figure of every row is spoiled alike. */
const EVERY = 4;

const HIGH_LOW: readonly (readonly [string, string])[] = [
  ["highPrice", "lowPrice"],
  ["highPrice24h", "lowPrice24h"],
  ["high24h", "low24h"],
  ["high_24h", "low_24h"],
];

const spoilRow = (row: unknown[], mode: number): unknown[] => {
  // A candle: instant, open, high, low, close.
  if (mode === 3 && row.length >= 5) return [row[0], row[1], row[3], row[2], ...row.slice(4)];
  return row.map((value) => (isFigure(value) ? spoil(value, mode) : walk(value, mode)));
};

const spoilRecord = (record: Record<string, unknown>, mode: number): Record<string, unknown> => {
  const copy: Record<string, unknown> = {};
  // An amount of a token transfer is the data word of its log.
  for (const [name, value] of Object.entries(record))
    if (name === "data" && typeof value === "string" && value.startsWith("0x")) copy[name] = "0x";
    else copy[name] = isFigure(value) && mode !== 3 ? spoil(value, mode) : walk(value, mode);
  if (mode === 3)
    for (const [high, low] of HIGH_LOW)
      if (high in record && low in record) [copy[high], copy[low]] = [record[low], record[high]];
  return copy;
};

const ENVELOPE = new Set(["code", "retCode", "time", "serverTime", "id", "jsonrpc", "retMsg", "msg"]);

function walk(value: unknown, mode: number): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => {
      const kind = mode === EVERY ? EVERY : index % 4;
      if (Array.isArray(item)) return spoilRow(item, kind);
      return typeof item === "object" && item !== null ? spoilRecord(item as Record<string, unknown>, kind) : item;
    });
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, mode)]));
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** The body with spoiled figures, `whole` with no usable one left; the envelope (codes, times) stays as it was, so that only the figures are wrong.
 * A body that is not JSON (a block hash, an error text) stays as it is. */
export const corrupt = (body: string, whole = false): string => {
  const mode = whole ? EVERY : 0;
  const value = parsed(body);
  if (value === undefined) return body;
  if (Array.isArray(value) || typeof value !== "object" || value === null) return JSON.stringify(walk(value, mode));
  const nested = Object.values(value).some((item) => typeof item === "object" && item !== null);
  if (!nested) return JSON.stringify(spoilRecord(value as Record<string, unknown>, mode));
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) copy[name] = ENVELOPE.has(name) ? item : walk(item, mode);
  return JSON.stringify(copy);
};

/** The body without the rows whose first member is an instant in [fromMs, toMs), at any depth. */
export const withGap = (body: string, fromMs: number, toMs: number): string => {
  const missing = (row: unknown): boolean => {
    const at = Array.isArray(row) ? Number(row[0]) : Number.NaN;
    return at >= fromMs && at < toMs;
  };
  const whole = parsed(body);
  if (whole === undefined) return body;
  return JSON.stringify(whole, (_, value: unknown) =>
    Array.isArray(value) ? value.filter((row) => !missing(row)) : value,
  );
};
