// The columns of datasets: what the store keeps each as, what a row of ours holds, and what it means. Comments say the
// unit of every number; the data dictionary and the store itself carry them.

/** What a value is in a row. Times are epoch milliseconds; ClickHouse takes them as DateTime64(3). */
export type Kinds = {
  time: number;
  timeOrNull: number | null;
  number: number;
  numberOrNull: number | null;
  numbers: readonly number[];
  text: string;
  texts: readonly string[];
  textOrNull: string | null;
  /** Text by text. */
  map: Readonly<Record<string, string>>;
};

export type Column<K extends keyof Kinds = keyof Kinds> = {
  readonly kind: K;
  /** As ClickHouse names it. */
  readonly type: string;
  readonly comment: string;
  /** How it is compressed; null is the store's own way. */
  readonly codec: string | null;
};

type Define<K extends keyof Kinds> = (comment: string, codec?: string | null) => Column<K>;

const define =
  <K extends keyof Kinds>(kind: K, type: string, usual: string | null): Define<K> =>
  (comment, codec = usual) => ({ kind, type, comment, codec });

type Bits = 8 | 16 | 32 | 64;

/** Text of few different values. */
export const word = define("text", "LowCardinality(String)", null);
export const wordOrNull = define("textOrNull", "LowCardinality(Nullable(String))", null);
export const text = define("text", "String", null);
export const textOrNull = define("textOrNull", "Nullable(String)", null);
export const time = define("time", "DateTime64(3, 'UTC')", "DoubleDelta, ZSTD(1)");
export const timeOrNull = define("timeOrNull", "Nullable(DateTime64(3, 'UTC'))", null);
export const real = define("number", "Float64", "ZSTD(1)");
export const realOrNull = define("numberOrNull", "Nullable(Float64)", "ZSTD(1)");
export const reals = define("numbers", "Array(Float64)", "ZSTD(1)");
export const texts = define("texts", "Array(String)", "ZSTD(1)");
export const textByWord = define("map", "Map(LowCardinality(String), String)", "ZSTD(1)");
export const whole = (bits: Bits, ...rest: Parameters<Define<"number">>) =>
  define("number", `UInt${bits}`, null)(...rest);
export const wholeOrNull = (bits: Bits, ...rest: Parameters<Define<"numberOrNull">>) =>
  define("numberOrNull", `Nullable(UInt${bits})`, null)(...rest);

export const TOKEN = word("Token id.");
export const CHAIN = word("Chain id.");
export const VENUE = word("Venue id.");
export const MARKET = word("spot or perp.");
export const SYMBOL = word("The venue's market id.");
export const PROVIDER = word("Data provider; sandbox: marks simulated data.");
export const RETRIEVED_AT = time("When we received it; the later reading of a key wins. UTC.");
