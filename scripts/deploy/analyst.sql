-- A read-only user with limits, for analysts and Grafana, on a ClickHouse server of your own. An administrator runs it
-- once after `npm run migrate`:
--   clickhouse-client --param_password='…' --multiquery < scripts/deploy/analyst.sql
-- The embedded engine needs none of this: it has a read-only credential with the same limits.

-- Reading only. Limits may be lowered, and how answers look may be chosen; no other setting changes.
CREATE SETTINGS PROFILE OR REPLACE analyst SETTINGS
  readonly = 1,
  allow_ddl = 0 CONST,
  result_overflow_mode = 'throw' CONST,
  max_threads = 1 CONST,
  priority = 10 CONST,
  max_concurrent_queries_for_user = 8 CONST,
  max_execution_time = 30 MIN 1 MAX 30 CHANGEABLE_IN_READONLY,
  max_result_rows = 1000000 MIN 1 MAX 1000000 CHANGEABLE_IN_READONLY,
  max_result_bytes = 268435456 MIN 1 MAX 268435456 CHANGEABLE_IN_READONLY,
  max_memory_usage = 2147483648 MIN 1 MAX 2147483648 CHANGEABLE_IN_READONLY,
  log_comment CHANGEABLE_IN_READONLY,
  session_timezone CHANGEABLE_IN_READONLY,
  extremes CHANGEABLE_IN_READONLY,
  async_insert CHANGEABLE_IN_READONLY,
  date_time_output_format CHANGEABLE_IN_READONLY,
  enable_http_compression CHANGEABLE_IN_READONLY,
  http_zlib_compression_level CHANGEABLE_IN_READONLY,
  send_progress_in_http_headers CHANGEABLE_IN_READONLY,
  http_headers_progress_interval_ms CHANGEABLE_IN_READONLY,
  cancel_http_readonly_queries_on_client_close CHANGEABLE_IN_READONLY,
  add_http_cors_header CHANGEABLE_IN_READONLY,
  http_write_exception_in_output_format CHANGEABLE_IN_READONLY,
  format_csv_delimiter CHANGEABLE_IN_READONLY,
  format_csv_null_representation CHANGEABLE_IN_READONLY,
  format_tsv_null_representation CHANGEABLE_IN_READONLY,
  output_format_csv_crlf_end_of_line CHANGEABLE_IN_READONLY,
  output_format_tsv_crlf_end_of_line CHANGEABLE_IN_READONLY,
  output_format_csv_serialize_tuple_into_separate_columns CHANGEABLE_IN_READONLY,
  output_format_csv_header_serialize_tuple_into_separate_columns CHANGEABLE_IN_READONLY,
  output_format_json_quote_64bit_integers CHANGEABLE_IN_READONLY,
  output_format_json_quote_denormals CHANGEABLE_IN_READONLY,
  output_format_json_quote_decimals CHANGEABLE_IN_READONLY,
  output_format_json_quote_64bit_floats CHANGEABLE_IN_READONLY,
  output_format_json_escape_forward_slashes CHANGEABLE_IN_READONLY,
  output_format_json_named_tuples_as_objects CHANGEABLE_IN_READONLY,
  output_format_json_skip_null_value_in_named_tuples CHANGEABLE_IN_READONLY,
  output_format_json_array_of_rows CHANGEABLE_IN_READONLY,
  output_format_json_validate_utf8 CHANGEABLE_IN_READONLY,
  output_format_json_pretty_print CHANGEABLE_IN_READONLY,
  output_format_json_map_as_array_of_tuples CHANGEABLE_IN_READONLY,
  format_json_object_each_row_column_for_object_name CHANGEABLE_IN_READONLY,
  output_format_pretty_max_rows CHANGEABLE_IN_READONLY,
  output_format_pretty_max_column_pad_width CHANGEABLE_IN_READONLY,
  output_format_pretty_max_column_name_width_cut_to CHANGEABLE_IN_READONLY,
  output_format_pretty_max_column_name_width_min_chars_to_cut CHANGEABLE_IN_READONLY,
  output_format_pretty_max_value_width CHANGEABLE_IN_READONLY,
  output_format_pretty_max_value_width_apply_for_single_value CHANGEABLE_IN_READONLY,
  output_format_pretty_squash_consecutive_ms CHANGEABLE_IN_READONLY,
  output_format_pretty_squash_max_wait_ms CHANGEABLE_IN_READONLY,
  output_format_pretty_color CHANGEABLE_IN_READONLY,
  output_format_pretty_glue_chunks CHANGEABLE_IN_READONLY,
  output_format_pretty_grid_charset CHANGEABLE_IN_READONLY,
  output_format_pretty_display_footer_column_names CHANGEABLE_IN_READONLY,
  output_format_pretty_display_footer_column_names_min_rows CHANGEABLE_IN_READONLY,
  output_format_pretty_row_numbers CHANGEABLE_IN_READONLY,
  output_format_pretty_use_nbsp_for_padding CHANGEABLE_IN_READONLY,
  output_format_pretty_highlight_digit_groups CHANGEABLE_IN_READONLY,
  output_format_pretty_single_large_number_tip_threshold CHANGEABLE_IN_READONLY,
  output_format_pretty_highlight_trailing_spaces CHANGEABLE_IN_READONLY,
  output_format_pretty_multiline_fields CHANGEABLE_IN_READONLY,
  output_format_pretty_fallback_to_vertical CHANGEABLE_IN_READONLY,
  output_format_pretty_fallback_to_vertical_max_rows_per_chunk CHANGEABLE_IN_READONLY,
  output_format_pretty_fallback_to_vertical_min_table_width CHANGEABLE_IN_READONLY,
  output_format_pretty_fallback_to_vertical_min_columns CHANGEABLE_IN_READONLY,
  output_format_pretty_named_tuples_as_json CHANGEABLE_IN_READONLY,
  output_format_parquet_row_group_size CHANGEABLE_IN_READONLY,
  output_format_parquet_row_group_size_bytes CHANGEABLE_IN_READONLY,
  output_format_parquet_string_as_string CHANGEABLE_IN_READONLY,
  output_format_parquet_fixed_string_as_fixed_byte_array CHANGEABLE_IN_READONLY,
  output_format_parquet_compression_method CHANGEABLE_IN_READONLY,
  output_format_parquet_data_page_size CHANGEABLE_IN_READONLY,
  output_format_parquet_write_page_index CHANGEABLE_IN_READONLY,
  output_format_parquet_datetime_as_uint32 CHANGEABLE_IN_READONLY,
  output_format_parquet_date_as_uint16 CHANGEABLE_IN_READONLY,
  output_format_parquet_version CHANGEABLE_IN_READONLY,
  output_format_arrow_string_as_string CHANGEABLE_IN_READONLY,
  output_format_arrow_low_cardinality_as_dictionary CHANGEABLE_IN_READONLY,
  output_format_arrow_compression_method CHANGEABLE_IN_READONLY,
  output_format_compression_level CHANGEABLE_IN_READONLY,
  output_format_decimal_trailing_zeros CHANGEABLE_IN_READONLY,
  output_format_float_precision CHANGEABLE_IN_READONLY,
  output_format_always_write_decimal_point_in_float_and_decimal CHANGEABLE_IN_READONLY,
  output_format_write_statistics CHANGEABLE_IN_READONLY,
  output_format_markdown_escape_special_characters CHANGEABLE_IN_READONLY;

CREATE USER IF NOT EXISTS analyst IDENTIFIED WITH sha256_password BY {password:String}
  DEFAULT DATABASE analyst SETTINGS PROFILE 'analyst';

-- The views read their tables with the rights of the user who migrated, so that this one needs no more than them. On a
-- server whose configuration lets everybody read system tables, keep `select_from_system_db_requires_grant` on.
REVOKE ALL ON *.* FROM analyst;
GRANT SELECT ON analyst.* TO analyst;

CREATE QUOTA IF NOT EXISTS analyst KEYED BY user_name
  FOR INTERVAL 1 hour MAX queries = 10000, errors = 1000, execution_time = 1800
  TO analyst;
