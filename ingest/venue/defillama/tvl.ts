// Value locked in the protocols of tracked tokens from DefiLlama: hourly by chain, daily past, price-neutral changes where asked.
import { DAY_MS } from "../../../schema/duration.ts";
import { httpError } from "../../../schema/io/http.ts";
import { KEYS } from "../../../schema/key.ts";
import { PROTOCOL_SLUGS } from "../../../schema/token/defi.ts";
import type { CallRecord } from "../../run/call.ts";
import { forwardCursors } from "../../run/cursor.ts";
import { markHistoryDirty } from "../../run/dirty.ts";
import type { Run } from "../../run/run.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { askLlama, PAST_MS, PROTOCOL, PROTOCOLS } from "./client.ts";
import {
  changeOf,
  neutralChange,
  type Protocol,
  parseHoldings,
  parseProtocolPast,
  parseProtocols,
  protocolsOf,
  refuseOtherProtocol,
} from "./parse-protocol.ts";

/** A protocol's detail is read daily, and at once where a day took this much (percent): prices or deposits? */
const FALL_PCT = -5;

type Locked = { readonly token: string; readonly slug: string; readonly protocols: readonly Protocol[] };

/** Rows of a token as listed now, one a chain. */
function tvlRows(one: Locked, at: number, neutral: number | null, provider: string): SourceRow[] {
  const byChain = new Map<string, number>();
  for (const { chains } of one.protocols) {
    for (const [chain, usd] of chains ?? []) byChain.set(chain, (byChain.get(chain) ?? 0) + usd);
  }
  return [...byChain].map(([chain, usd]) => ({
    token: one.token,
    chain,
    at,
    tvl_usd: usd,
    change_24h_pct: changeOf(one.protocols),
    neutral_change_pct: neutral,
    provider,
    retrieved_at: at,
  }));
}

type Detail = { readonly neutral: number | null; readonly record: CallRecord };

/** Reads a protocol's detail: its past goes to the writer, the price-neutral change of the last day is given back. */
async function readDetail(
  run: Run,
  { token, slug }: Locked,
  listed: readonly Protocol[],
  first: boolean,
): Promise<Detail> {
  const { body, record } = await askLlama(run, "api", PROTOCOL, `/protocol/${encodeURIComponent(slug)}`);
  refuseOtherProtocol(body, slug, listed);
  const now = run.deps.clock.now();
  const from = now - (first ? PAST_MS : 2 * DAY_MS);
  // The last point is of now: the listing says that better.
  const past = parseProtocolPast(body, from, now).filter(({ at }) => at % DAY_MS === 0);
  const rows = past.map(({ chain, at, usd }) => ({
    token,
    chain,
    at,
    tvl_usd: usd,
    change_24h_pct: null,
    neutral_change_pct: null,
    provider: run.provider,
    retrieved_at: record.responded_at,
  }));
  // Not counted for the call: what is shown now came with the listing.
  await run.take(rows, { now, ageMsMax: null });
  if (first && rows.length > 0) await markHistoryDirty(run.deps, token, from);
  return { neutral: neutralChange(parseHoldings(body, now - 3 * DAY_MS, now)), record };
}

async function pull(run: Run): Promise<void> {
  const { body, record } = await askLlama(run, "api", PROTOCOLS, "/protocols");
  const now = run.deps.clock.now();
  const listed = parseProtocols(body);
  const read = await run.deps.redis.hgetall(KEYS.cursor(run.source.id));
  const heads = new Map<string, number>();
  const ours = [...PROTOCOL_SLUGS].map(([token, slug]) => ({
    token,
    slug,
    protocols: protocolsOf(listed, token, slug),
  }));
  for (const one of someAsked(
    ours.filter(({ protocols }) => protocols.length > 0),
    "protocols",
    PROTOCOL_SLUGS.size > 0,
  )) {
    const { token } = one;
    if (one.protocols.some(({ chains }) => chains === null)) {
      // A sum without one of them would be less than what is locked.
      run.fail(token, httpError("bad_body", "a protocol does not say on which chains its value is locked"));
      continue;
    }
    const last = Number(read[token] ?? 0);
    const due = now - last >= DAY_MS || (changeOf(one.protocols) ?? 0) <= FALL_PCT;
    let detail: Detail | null = null;
    try {
      if (due && !run.halted()) {
        detail = await readDetail(run, one, listed, last === 0);
        heads.set(token, now);
      }
    } catch (error) {
      run.fail(token, error);
    }
    const calls = run.context.log.join(detail === null ? [record] : [record, detail.record]) ?? record;
    const rows = tvlRows(one, record.responded_at, detail?.neutral ?? null, run.provider);
    const received = rows.map((row) => ({ ...row, retrieved_at: calls.responded_at }));
    await run.take(received, { now, record: calls });
  }
  await run.flush();
  await forwardCursors(run.deps.redis, run.source.id, heads);
}

export const defillamaTvl = ownSource({
  id: "defillama-tvl",
  provider: "defillama",
  endpoints: [PROTOCOL, PROTOCOLS],
  tokens: [...PROTOCOL_SLUGS.keys()],
  pull,
});
