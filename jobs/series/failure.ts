// Which pulls failed when: what tells an absence that a source caused from one nobody can explain.
import type { DatasetId } from "../../schema/freshness.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Query } from "../../schema/query/query.ts";
import type { SourceInfo } from "../source-info.ts";
import { BASE_MS } from "./bucket.ts";

type FailureRow = { readonly source: string; readonly token: string; readonly bucket: number };

const failures: Query<{ from: number; to: number }, FailureRow> = {
  name: "history-failures",
  sql: `
SELECT source, token, intDiv(toUnixTimestamp64Milli(requested_at), ${BASE_MS}) * ${BASE_MS} AS bucket
FROM source_call
WHERE outcome != 'ok' AND requested_at >= fromUnixTimestamp64Milli({from:Int64})
  AND requested_at <= fromUnixTimestamp64Milli({to:Int64})
GROUP BY source, token, bucket
ORDER BY bucket, source, token
LIMIT 200000`,
};

export type Failures = {
  /** True where a pull of the dataset for the line and token failed in [from, to). A line that is no venue matches all. */
  failed(dataset: DatasetId, line: string, token: string, from: number, to: number): boolean;
};

/** Source to token (none where a pull was about all) to the buckets with a failure. */
type Index = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<number>>>;

function indexOf(rows: readonly FailureRow[]): Index {
  const index = new Map<string, Map<string, Set<number>>>();
  for (const { source, token, bucket } of rows) {
    const tokens = index.get(source) ?? new Map<string, Set<number>>();
    const buckets = tokens.get(token) ?? new Set();
    index.set(source, tokens.set(token, buckets.add(bucket)));
  }
  return index;
}

function hasIn(buckets: ReadonlySet<number> | undefined, from: number, to: number): boolean {
  if (buckets === undefined) return false;
  for (let bucket = from; bucket < to; bucket += BASE_MS) if (buckets.has(bucket)) return true;
  return false;
}

/** Reads the failed pulls of a stretch of time. */
export async function readFailures(
  store: Store,
  sources: readonly SourceInfo[],
  window: { from: number; to: number },
): Promise<Failures> {
  const known = indexOf(await store.query(failures, window));
  const cache = new Map<string, readonly string[]>();
  const idsOf = (dataset: DatasetId, line: string, token: string): readonly string[] => {
    const key = `${dataset}|${line}|${token}`;
    const hit = cache.get(key);
    if (hit) return hit;
    // A source that does not cover the token explains nothing of it: one chain is not another.
    const mine = sources.filter(
      (source) => source.dataset === dataset && (source.tokens === null || source.tokens.includes(token)),
    );
    const ofLine = mine.filter((source) => source.venue === line);
    const ids = (ofLine.length > 0 ? ofLine : mine).map((source) => source.id);
    cache.set(key, ids);
    return ids;
  };
  return {
    failed(dataset, line, token, from, to) {
      if (known.size === 0) return false;
      return idsOf(dataset, line, token).some((id) => {
        const mine = known.get(id);
        return mine !== undefined && (hasIn(mine.get(token), from, to) || hasIn(mine.get(""), from, to));
      });
    },
  };
}
