// ClickHouse's errors: the code and name an answer carries, the HTTP status the server gives each, and the block that reports one in mid-stream.

/** An error as ClickHouse reports it. `message` is the bare text without code and name. */
export class EngineError extends Error {
  readonly code: number;
  readonly type: string;
  constructor(code: number, type: string, message: string) {
    super(message);
    this.code = code;
    this.type = type;
  }
}

/** The comment that marks a running statement: ours, so it does not belong into a message about the client's text. */
const MARK = /\s?\/\* assay-engine:\d+: \*\/\s?/g;
const PREFIX = /^(?:Code: (\d+)\. DB::\w*Exception: )+/s;
const SUFFIX = /\.?(?:\s*\(([A-Z][A-Z0-9_]{2,})\))?(?:\s*\(version [^()]*(?:\([^()]*\))?\))?\s*$/s;

/** Reads code, name and text from an engine error message; nested repeats of the wrapping are peeled off. */
export function toEngineError(thrown: unknown): EngineError {
  if (thrown instanceof EngineError) return thrown;
  let text = (thrown instanceof Error ? thrown.message : String(thrown)).replace(MARK, "");
  const head = PREFIX.exec(text);
  if (head === null) return new EngineError(1002, "UNKNOWN_EXCEPTION", text);
  text = text.slice(head[0].length);
  let type = "UNKNOWN_EXCEPTION";
  for (;;) {
    const tail = SUFFIX.exec(text);
    if (tail === null || tail[0] === "") break;
    type = tail[1] ?? type;
    text = text.slice(0, tail.index);
  }
  return new EngineError(Number(head[1]), type, text);
}

/** The text form every ClickHouse client parses: `Code: N. DB::Exception: … (NAME) (version …)`. */
export function describeError(error: EngineError, version: string): string {
  return `Code: ${error.code}. DB::Exception: ${error.message}. (${error.type}) (version ${version})\n`;
}

/** exceptionCodeToHTTPStatus of the server, and 413 for a body beyond our own bound (307). */
const STATUS: Readonly<Record<number, readonly number[]>> = {
  400: [6, 8, 15, 25, 26, 27, 36, 37, 38, 41, 44, 53, 62, 72, 117, 123, 167, 168, 223, 321, 376, 427, 441, 675, 676],
  401: [194],
  403: [192, 193, 497, 512, 516],
  404: [46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 152, 336, 511],
  408: [159],
  411: [381],
  413: [229, 307],
  415: [779],
  501: [48],
  503: [76, 209, 439],
};
const STATUS_OF = new Map(Object.entries(STATUS).flatMap(([status, codes]) => codes.map((c) => [c, Number(status)])));

/** The HTTP status ClickHouse answers an error code with (its own table; 500 for everything else). */
export function statusOf(error: EngineError): number {
  return STATUS_OF.get(error.code) ?? 500;
}

/** The trailer of an answer that failed after its headers (server 25.11 and later), for the tag sent in X-ClickHouse-Exception-Tag. */
export function exceptionBlock(text: string, tag: string): Buffer {
  const message = Buffer.from(text.endsWith("\n") ? text : `${text}\n`, "utf8");
  const head = Buffer.from(`\r\n__exception__\r\n${tag}\r\n`);
  const tail = Buffer.from(`${message.length} ${tag}\r\n__exception__\r\n`);
  return Buffer.concat([head, message, tail]);
}
