// Query: every design partner's key as it was last changed.
import type { ApiKeyRow } from "../../dataset/service/api-key.ts";
import type { Query } from "../query.ts";

export const apiKeyAll: Query<object, ApiKeyRow> = {
  name: "api-key-all",
  sql: `
SELECT id, name, digest, read_per_minute, llm_per_minute, toUnixTimestamp64Milli(created_at) AS created_at,
  if(isNull(revoked_at), NULL, toUnixTimestamp64Milli(assumeNotNull(revoked_at))) AS revoked_at,
  toUnixTimestamp64Milli(changed_at) AS changed_at
FROM api_key FINAL`,
};
