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

/** Calls by provider and token. */
function callsAbout(calls: FactRows["calls"]): ReadonlyMap<string, FactRows["calls"]> {
  const about = new Map<string, FactRows["calls"][number][]>();
  for (const call of calls) {
    const key = `${call.provider} ${call.token}`;
    const same = about.get(key);
    if (same) same.push(call);
    else about.set(key, [call]);
  }
  return about;
}

/** Of what is received of each provider at an instant: the provider, the instant, and the tokens it is about. */
type Receipt = { readonly provider: string; readonly ms: number; readonly tokens: Set<string> };

function receiptsOf(rows: FactRows): ReadonlyMap<string, Receipt> {
  const receipts = new Map<string, Receipt>();
  const pasts = rows.coins.map(({ token, past_provider: provider, past_retrieved_ms: retrieved_ms }) => {
    return { token, provider, retrieved_ms };
  });
  for (const list of [...Object.values(rows), pasts] as readonly (readonly object[])[]) {
    for (const row of list) {
      if (!isReceived(row)) continue;
      const { provider, retrieved_ms: ms, token = "" } = row;
      const key = behindKey(provider, ms);
      const known = receipts.get(key);
      if (known) known.tokens.add(token);
      else receipts.set(key, { provider, ms, tokens: new Set([token, ""]) });
    }
  }
  return receipts;
}

/** For every row and call of its provider about it one answer at the instant at which the row was received. */
export function behindOf(rows: FactRows): CallsBehind {
  const about = callsAbout(rows.calls);
  const receipts = receiptsOf(rows);
  // Made when they are asked for: most tests look at one token of a hundred.
  const made = new Map<string, readonly CallBehindRow[]>();
  const make = ({ provider, ms, tokens }: Receipt): CallBehindRow[] =>
    [...tokens].flatMap((token) => (about.get(`${provider} ${token}`) ?? []).map((call) => answerOf(call, ms)));
  return {
    get(key) {
      const receipt = receipts.get(key);
      if (receipt === undefined) return undefined;
      const calls = made.get(key) ?? make(receipt);
      made.set(key, calls);
      return calls;
    },
  };
}
