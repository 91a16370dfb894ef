// What analysts may not do. The engine's own readonly=1 refuses writes; this adds what it lets through.

import type { AnalystLimits } from "./config.ts";
import { EngineError } from "./fault.ts";
import type { Statement } from "./statement.ts";

const KINDS = new Set(["SELECT", "WITH", "SHOW", "DESCRIBE", "DESC", "EXISTS", "EXPLAIN", "FROM"]);

/** Functions that reach outside the tables: files, networks, programs. DESCRIBE and scalar file() pass readonly=1. */
const OUTSIDE =
  /^(file|filesystem|url|s3|gcs|oss|cosn|hdfs|azureblobstorage|remote|remotesecure|mysql|postgresql|mongodb|redis|sqlite|jdbc|odbc|executable|python|iceberg|deltalake|hudi|paimon|ytsaurus|arrowflight|input|cluster|clusterallreplicas|catboostevaluate|icebergs3|icebergazure|iceberglocal|deltalakes3|deltalakeazure|deltalakelocal|.*cluster)$/;

/** Settings that shape an answer and cost nothing; a server would mark them CHANGEABLE_IN_READONLY. */
const HARMLESS =
  /^(output_format_\w+|date_time_output_format|log_comment|session_timezone|extremes|enable_http_compression|http_zlib_compression_level|send_progress_in_http_headers|http_headers_progress_interval_ms|cancel_http_readonly_queries_on_client_close|add_http_cors_header|http_write_exception_in_output_format|async_insert)$/;

function refuse(message: string): never {
  throw new EngineError(164, "READONLY", message);
}

/** Throws 164 READONLY unless the statement only reads from the store. */
export function checkReadOnly(statement: Statement): void {
  if (!KINDS.has(statement.kind)) refuse("Cannot execute query in readonly mode");
  for (const name of statement.calls) {
    if (OUTSIDE.test(name) || name.includes("\\")) refuse(`Cannot use ${name} in readonly mode`);
  }
}

/** Throws 164 READONLY for settings an analyst may not change. Limits may be lowered, never raised or lifted. */
export function checkReadOnlySettings(settings: ReadonlyMap<string, string>, limits: AnalystLimits): void {
  const ceilings: Readonly<Record<string, number>> = {
    max_execution_time: limits.executionSecondsMax,
    max_result_rows: limits.resultRowsMax,
    max_result_bytes: limits.resultBytesMax,
    max_memory_usage: limits.memoryBytesMax,
  };
  for (const [name, value] of settings) {
    const ceiling = ceilings[name];
    const isLower = ceiling !== undefined && Number(value) > 0 && Number(value) <= ceiling;
    if (!isLower && !HARMLESS.test(name)) refuse(`Cannot modify '${name}' setting in readonly mode`);
  }
}
