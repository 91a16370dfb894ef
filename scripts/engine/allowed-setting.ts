// The settings that analysts may choose: those that shape an answer and reach nothing. A server would mark them
// CHANGEABLE_IN_READONLY.
import type { AnalystLimits } from "./config.ts";
import { EngineError } from "./fault.ts";

/** Without those that name a file, a schema, a template or an address. A test compares them with the engine's own. */
export const ALLOWED_SETTINGS: readonly string[] = `
  log_comment session_timezone extremes async_insert date_time_output_format
  enable_http_compression http_zlib_compression_level send_progress_in_http_headers http_headers_progress_interval_ms
  cancel_http_readonly_queries_on_client_close add_http_cors_header http_write_exception_in_output_format
  format_csv_delimiter format_csv_null_representation format_tsv_null_representation
  output_format_csv_crlf_end_of_line output_format_tsv_crlf_end_of_line
  output_format_csv_serialize_tuple_into_separate_columns output_format_csv_header_serialize_tuple_into_separate_columns
  output_format_json_quote_64bit_integers output_format_json_quote_denormals output_format_json_quote_decimals
  output_format_json_quote_64bit_floats output_format_json_escape_forward_slashes
  output_format_json_named_tuples_as_objects output_format_json_skip_null_value_in_named_tuples
  output_format_json_array_of_rows output_format_json_validate_utf8 output_format_json_pretty_print
  output_format_json_map_as_array_of_tuples format_json_object_each_row_column_for_object_name
  output_format_pretty_max_rows output_format_pretty_max_column_pad_width
  output_format_pretty_max_column_name_width_cut_to output_format_pretty_max_column_name_width_min_chars_to_cut
  output_format_pretty_max_value_width output_format_pretty_max_value_width_apply_for_single_value
  output_format_pretty_squash_consecutive_ms output_format_pretty_squash_max_wait_ms output_format_pretty_color
  output_format_pretty_glue_chunks output_format_pretty_grid_charset output_format_pretty_display_footer_column_names
  output_format_pretty_display_footer_column_names_min_rows output_format_pretty_row_numbers
  output_format_pretty_use_nbsp_for_padding output_format_pretty_highlight_digit_groups
  output_format_pretty_single_large_number_tip_threshold output_format_pretty_highlight_trailing_spaces
  output_format_pretty_multiline_fields output_format_pretty_fallback_to_vertical
  output_format_pretty_fallback_to_vertical_max_rows_per_chunk
  output_format_pretty_fallback_to_vertical_min_table_width output_format_pretty_fallback_to_vertical_min_columns
  output_format_pretty_named_tuples_as_json
  output_format_parquet_row_group_size output_format_parquet_row_group_size_bytes
  output_format_parquet_string_as_string output_format_parquet_fixed_string_as_fixed_byte_array
  output_format_parquet_compression_method output_format_parquet_data_page_size output_format_parquet_write_page_index
  output_format_parquet_datetime_as_uint32 output_format_parquet_date_as_uint16 output_format_parquet_version
  output_format_arrow_string_as_string output_format_arrow_low_cardinality_as_dictionary
  output_format_arrow_compression_method output_format_compression_level output_format_decimal_trailing_zeros
  output_format_float_precision output_format_always_write_decimal_point_in_float_and_decimal
  output_format_write_statistics output_format_markdown_escape_special_characters
`
  .trim()
  .split(/\s+/);

const allowed: ReadonlySet<string> = new Set(ALLOWED_SETTINGS);

/** Throws 164 READONLY for settings an analyst may not change. Limits may be lowered, never raised or lifted. */
export function checkSettings(settings: ReadonlyMap<string, string>, limits: AnalystLimits): void {
  const ceilings: Readonly<Record<string, number>> = {
    max_execution_time: limits.executionSecondsMax,
    max_result_rows: limits.resultRowsMax,
    max_result_bytes: limits.resultBytesMax,
    max_memory_usage: limits.memoryBytesMax,
  };
  for (const [name, value] of settings) {
    const ceiling = Object.hasOwn(ceilings, name) ? (ceilings[name] ?? 0) : 0;
    const isLower = Number(value) > 0 && Number(value) <= ceiling;
    if (isLower || allowed.has(name)) continue;
    throw new EngineError(164, "READONLY", `Cannot modify '${name}' setting in readonly mode`);
  }
}
