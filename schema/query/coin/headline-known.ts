// Query: addresses of the headlines of one newsroom that are stored already.
import type { Query } from "../query.ts";

export const headlineKnown: Query<{ provider: string; from: number }, { readonly url: string }> = {
  name: "headline-known",
  sql: `
SELECT DISTINCT h.url AS url FROM headline AS h
WHERE h.provider = {provider:String} AND h.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`,
};
