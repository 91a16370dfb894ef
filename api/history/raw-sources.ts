// The sources of raw rows: by provider and line the call that brought the newest of the rows, with its digest.
import type { DatasetId } from "../../schema/freshness.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { type CallBehindRow, callBehind } from "../../schema/query/service/call-behind.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { pickCall } from "../../schema/source/behind.ts";
import type { RawCells } from "./raw-rows.ts";

/** What is told of a line last: when it was true, who told it, and when it was received (epoch milliseconds). */
type NewestLine = {
  readonly provider: string;
  readonly line: string | null;
  readonly asOf: number;
  readonly receivedAt: number;
};

function newestOf(rows: readonly RawCells[]): NewestLine[] {
  const newest = new Map<string, NewestLine>();
  for (const { asOf, line, told } of rows) {
    for (const [provider, receivedAt] of told) newest.set(`${provider} ${line}`, { provider, line, asOf, receivedAt });
  }
  return [...newest.values()];
}

/** The calls of each provider that were answered when one of these was received. */
async function readCalls(store: Store, lines: readonly NewestLine[]): Promise<CallBehindRow[]> {
  const providers = [...new Set(lines.map(({ provider }) => provider))];
  const found = await Promise.all(
    providers.map((provider) => {
      const mine = lines.filter((one) => one.provider === provider).map(({ receivedAt }) => receivedAt);
      const instants = [...new Set(mine)];
      return store.query(callBehind, {
        ...{ providers: [provider], instants },
        ...{ from: Math.min(...instants), to: Math.max(...instants) },
      });
    }),
  );
  return found.flat();
}

/** A call that is stored no more leaves its digest out. */
export async function readRawSources(
  store: Store,
  dataset: DatasetId,
  token: string,
  rows: readonly RawCells[],
): Promise<Source[]> {
  const lines = newestOf(rows);
  const calls = await readCalls(store, lines);
  return lines.map(({ provider, line, asOf, receivedAt }) => {
    const answered = calls.filter((call) => call.provider === provider && call.responded_at === receivedAt);
    const call = pickCall(answered, { dataset, token });
    return {
      ...{ provider, endpoint: call?.endpoint ?? dataset, venue: line, as_of: toTime(asOf) },
      ...{ retrieved_at: toTime(receivedAt), raw_sha256: call?.raw_sha256 ?? null, rows: call?.rows ?? null },
      ...(call?.outcome === "ok" ? { status: "ok" as const } : {}),
      url: call === undefined || call.url === "" ? null : call.url,
    };
  });
}
