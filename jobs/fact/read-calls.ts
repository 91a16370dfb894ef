// How each source was doing in the last two hours: a settled part that is read once, and the minutes since.
import { HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Instant } from "../../schema/query/instant.ts";
import { type CallLatestRow, callLatest, callSettled } from "../../schema/query/service/call-latest.ts";
import type { AskedAt, HeldFacts } from "./held.ts";

const BACK_MS = 2 * HOUR_MS;
/** Where the two parts meet moves in such steps. */
const STEP_MS = 10 * MINUTE_MS;
/** Calls are written when their run ends: what was asked so long ago is there. */
const SETTLED_MS = 3 * MINUTE_MS;

const keyOf = ({ provider, source, token, endpoint }: CallLatestRow): string =>
  `${provider}\n${source}\n${token}\n${endpoint}`;

/** What both parts say of one call; `after` was asked later. */
export function joinCall(before: CallLatestRow, after: CallLatestRow): CallLatestRow {
  const last = after.last_at >= before.last_at ? after : before;
  const { provider, source, token, endpoint } = after;
  return {
    provider,
    source,
    token,
    endpoint,
    first_at: Math.min(before.first_at, after.first_at),
    last_outcome: last.last_outcome,
    last_at: last.last_at,
    ok_at: Math.max(before.ok_at, after.ok_at),
    kept_at: Math.max(before.kept_at, after.kept_at),
  };
}

type Asked = { readonly cut: number; readonly asked: string };
type Settled = Asked & { readonly at: AskedAt; readonly rows: Promise<CallLatestRow[]> };
const SETTLED = new WeakMap<object, Settled>();

/**
 * Calls of the two hours before the ten minutes that are not settled yet, and since, by what was called; with `held` the
 * settled part is kept. Both its ends move at once: whoever reads it again as it was asked reads the same.
 */
export async function readCalls(
  store: Pick<Store, "query">,
  { asOf, tokens }: Instant,
  held: HeldFacts | null = null,
): Promise<CallLatestRow[]> {
  const cut = Math.floor((asOf - SETTLED_MS) / STEP_MS) * STEP_MS;
  const from = cut - BACK_MS;
  const asked = tokens.join();
  const before = held === null ? undefined : SETTLED.get(held.rows);
  const isKept = before !== undefined && before.cut === cut && before.asked === asked;
  const settled = isKept ? before.rows : store.query(callSettled, { asOf, tokens, from, to: cut });
  if (held !== null && isKept) held.older.set(callSettled.name, before.at);
  if (held !== null && !isKept) {
    SETTLED.set(held.rows, { cut, asked, at: { asOf, known: held.known }, rows: settled });
    settled.catch(() => SETTLED.delete(held.rows));
  }
  const [first, late] = await Promise.all([settled, store.query(callLatest, { asOf, tokens, from: cut, to: asOf })]);
  const joined = new Map(first.map((row) => [keyOf(row), row]));
  for (const row of late) {
    const early = joined.get(keyOf(row));
    joined.set(keyOf(row), early ? joinCall(early, row) : row);
  }
  return [...joined].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
