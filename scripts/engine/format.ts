// What the engine needs to know about formats: their content type, and which insert bodies may follow the statement inline.

const CONTENT_TYPE: readonly (readonly [RegExp, string])[] = [
  [/^JSON.*EachRow/, "application/x-ndjson; charset=UTF-8"],
  [/^JSON/, "application/json; charset=UTF-8"],
  [/^CSVWithNames/, "text/csv; charset=UTF-8; header=present"],
  [/^CSV/, "text/csv; charset=UTF-8; header=absent"],
  [/^(TabSeparated|TSV|TSKV)/, "text/tab-separated-values; charset=UTF-8"],
  [/^XML$/, "application/xml; charset=UTF-8"],
  [/^(Native|RowBinary|Parquet|Arrow|ORC|Avro|MsgPack|Npy|BSON|Protobuf|CapnProto)/, "application/octet-stream"],
];

/** The Content-Type a server sends for an output format. */
export function contentTypeOf(format: string): string {
  return CONTENT_TYPE.find(([pattern]) => pattern.test(format))?.[1] ?? "text/plain; charset=UTF-8";
}

/**
 * True when white space around the data means nothing in this input format. The engine trims the end of inline data,
 * which would cut a RowBinary row or an empty last TSV row; those go through a file.
 */
export function isInlineSafe(format: string): boolean {
  return /^(JSON|Values$)/.test(format);
}
