// The calls behind rows that tests make up: one for each call of their provider, answered when the row was received.
import { createHash } from "node:crypto";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { behindKey, type CallsBehind } from "../../../jobs/fact/read-behind.ts";
import type { CallBehindRow } from "../../../schema/query/service/call-behind.ts";

type ReceivedRow = { readonly token?: string; readonly provider: string; readonly retrieved_ms: number };
const isReceived = (row: object): row is ReceivedRow => "provider" in row && "retrieved_ms" in row;

type Call = FactRows["calls"][number];

function makeAnswer({ provider, source, endpoint, token }: Call, ms: number): CallBehindRow {
  const id = `${provider} ${source} ${token} ${ms}`;
  return {
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
      stored_at: ms,
    },
    raw_sha256: createHash("sha256").update(id).digest("hex"),
  };
}

/** What is made of a list that never changes is made once: most tests put one other list among those that all share. */
function remembered<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, V>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const fresh = make(of);
    if (Object.isFrozen(of)) made.set(of, fresh);
    return fresh;
  };
}

/** Tests ask for the same answers again and again: by their instant. */
const answersOf = remembered((_call: Call) => new Map<number, CallBehindRow>());

function answerOf(call: Call, ms: number): CallBehindRow {
  const known = answersOf(call);
  const answer = known.get(ms) ?? makeAnswer(call, ms);
  known.set(ms, answer);
  return answer;
}

/** Calls by provider and token, and what was made of them. */
const openCalls = remembered((calls: FactRows["calls"]) => {
  const about = new Map<string, Call[]>();
  for (const call of calls) {
    const key = `${call.provider} ${call.token}`;
    const same = about.get(key);
    if (same) same.push(call);
    else about.set(key, [call]);
  }
  const made = new Map<string, readonly CallBehindRow[]>();
  return (provider: string, ms: number, tokens: readonly string[]): readonly CallBehindRow[] => {
    const key = `${provider} ${ms} ${tokens.join()}`;
    const known = made.get(key);
    if (known) return known;
    const fresh = tokens.flatMap((token) =>
      (about.get(`${provider} ${token}`) ?? []).map((call) => answerOf(call, ms)),
    );
    made.set(key, fresh);
    return fresh;
  };
});

/** Of what is received of each provider at an instant: the provider, the instant, and the tokens it is about. */
type Receipt = { readonly provider: string; readonly ms: number; readonly tokens: Set<string> };

function readReceipts(list: readonly object[]): ReadonlyMap<string, Receipt> {
  const receipts = new Map<string, Receipt>();
  for (const row of list) {
    if (!isReceived(row)) continue;
    const { provider, retrieved_ms: ms, token = "" } = row;
    const key = behindKey(provider, ms);
    const known = receipts.get(key);
    if (known) known.tokens.add(token);
    else receipts.set(key, { provider, ms, tokens: new Set([token, ""]) });
  }
  return receipts;
}

const receiptsOf = remembered(readReceipts);
const pastReceiptsOf = remembered((coins: FactRows["coins"]) =>
  readReceipts(
    coins.map(({ token, past_provider: provider, past_retrieved_ms: retrieved_ms }) => {
      return { token, provider, retrieved_ms };
    }),
  ),
);

/** For every row and call of its provider about it one answer at the instant at which the row was received. */
export function behindOf(rows: FactRows): CallsBehind {
  const answers = openCalls(rows.calls);
  const lists = [...Object.values(rows).map(receiptsOf), pastReceiptsOf(rows.coins)];
  const find = (key: string, token: string | undefined): readonly CallBehindRow[] | undefined => {
    const receipts = lists.flatMap((list) => list.get(key) ?? []);
    const [first] = receipts;
    if (first === undefined) return undefined;
    // Those about all, and of hundreds of tokens those about the one.
    const tokens = new Set(token === undefined ? receipts.flatMap((one) => [...one.tokens]) : [""]);
    if (token !== undefined && receipts.some((one) => one.tokens.has(token))) tokens.add(token);
    return answers(first.provider, first.ms, [...tokens]);
  };
  // Found when they are asked for: most tests look at one token of a hundred.
  const found = new Map<string, readonly CallBehindRow[] | undefined>();
  return {
    get(key, token) {
      const name = token === undefined ? key : `${key} ${token}`;
      if (!found.has(name)) found.set(name, find(key, token));
      return found.get(name);
    },
  };
}
