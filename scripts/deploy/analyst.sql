-- A read-only user with limits, for analysts and Grafana, on a ClickHouse server of your own. An administrator runs it
-- once after `npm run migrate` (and changes `assay` below where CLICKHOUSE_DATABASE is another):
--   clickhouse-client --param_password='…' --multiquery < scripts/deploy/analyst.sql
-- The embedded engine needs none of this: it has a read-only credential with the same limits.

CREATE SETTINGS PROFILE IF NOT EXISTS analyst SETTINGS
  readonly = 2,                                      -- reading only; may still choose how answers look
  allow_ddl = 0 CONST,
  max_execution_time = 30 MIN 1 MAX 30,
  max_result_rows = 1000000 MIN 1 MAX 1000000,
  max_result_bytes = 268435456 MIN 1 MAX 268435456,
  max_memory_usage = 2147483648 MIN 1 MAX 2147483648,
  result_overflow_mode = 'throw' CONST,
  max_threads = 2 MIN 1 MAX 2,
  max_concurrent_queries_for_user = 8 CONST;

CREATE USER IF NOT EXISTS analyst IDENTIFIED WITH sha256_password BY {password:String}
  DEFAULT DATABASE analyst SETTINGS PROFILE 'analyst';

GRANT SELECT ON analyst.* TO analyst;

-- A view reads its tables with the rights of who asks.
GRANT SELECT ON assay.* TO analyst;

CREATE QUOTA IF NOT EXISTS analyst KEYED BY user_name
  FOR INTERVAL 1 hour MAX queries = 10000, errors = 1000, execution_time = 1800
  TO analyst;
