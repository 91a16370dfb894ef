// The calls behind rows that tests make up: one for each call of their provider, answered when the row was received.
import { createHash } from "node:crypto";
import type { FactRows } from "../../jobs/fact/assemble-facts.ts";
import { behindKey, type CallsBehind } from "../../jobs/fact/read-behind.ts";
import type { CallBehindRow } from "../../schema/query/call-behind.ts";

type ReceivedRow = { readonly token?: string; readonly provider: string; readonly retrieved_ms: number };
const isReceived = (row: object): row is ReceivedRow => "provider" in row && "retrieved_ms" in row;

/** Tests make the same rows again and again. */
const MADE = new Map<string, CallBehindRow>();

function answerOf({ provider, source, endpoint, token }: FactRows["calls"][number], ms: number): CallBehindRow {
  const id = `${provider} ${source} ${token} ${ms}`;
  const known = MADE.get(id);
  if (known) return known;
  const made = {
    ...{ id, provider, source, endpoint, token, url: "http://127.0.0.1/" },
    ...{
      requested_at: ms - 12,
      responded_at: ms,
      outcome: "ok",
      method: "GET",
      http_status: 200,
      bytes: 1,
      rows: 1,
      calls: 1,
    },
    raw_sha256: createHash("sha256").update(id).digest("hex"),
  };
  MADE.set(id, made);
  return made;
}

/** For every row and call of its provider about it one answer at the instant at which the row was received. */
export function behindOf(rows: FactRows): CallsBehind {
  const about = new Map<string, FactRows["calls"][number][]>();
  for (const call of rows.calls) {
    const key = `${call.provider} ${call.token}`;
    about.set(key, [...(about.get(key) ?? []), call]);
  }
  const behind = new Map<string, CallBehindRow[]>();
  const seen = new Set<string>();
  const pasts = rows.coins.map(({ token, past_provider: provider, past_retrieved_ms: retrieved_ms }) => {
    return { token, provider, retrieved_ms };
  });
  for (const row of [...Object.values(rows), pasts].flatMap((list: readonly object[]) => list.filter(isReceived))) {
    const { provider, retrieved_ms: ms, token: mine = "" } = row;
    const key = behindKey(provider, ms);
    for (const token of new Set([mine, ""])) {
      if (seen.has(`${key} ${token}`)) continue;
      seen.add(`${key} ${token}`);
      const calls = (about.get(`${provider} ${token}`) ?? []).map((call) => answerOf(call, ms));
      behind.set(key, [...(behind.get(key) ?? []), ...calls]);
    }
  }
  return behind;
}
