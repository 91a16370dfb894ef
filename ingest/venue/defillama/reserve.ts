// Coins in the wallets of the largest exchanges from DefiLlama: now, and by day for the past.
import { KEYS } from "../../../schema/key.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { forwardCursors } from "../../run/cursor.ts";
import { markHistoryDirty } from "../../run/dirty.ts";
import type { Run } from "../../run/run.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { askLlama, PAST_MS, PROTOCOL, PROTOCOLS } from "./client.ts";
import { type Holding, type Protocol, parseHoldings, parseProtocols, refuseOtherProtocol } from "./parse-protocol.ts";

/** Exchanges by what they hold; the rest holds little beside them and each is a large body. */
const EXCHANGES_MAX = 10;
const BY_SYMBOL: ReadonlyMap<string, string> = new Map(TRACKED.map((token) => [token.symbol.toUpperCase(), token.id]));

/** An exchange's id among ours: its slug without what marks it as an exchange. */
const exchangeOf = (slug: string): string => slug.replace(/-cex$/, "").slice(0, 64);

/** Rows of tracked tokens, by day as listed. The provider names coins by symbol; admission compares their price. */
export function reserveRows(
  holdings: readonly Holding[],
  about: { readonly exchange: string; readonly provider: string; readonly retrievedAt: number },
): SourceRow[] {
  return holdings.flatMap(({ at, units, usd }) =>
    [...units].flatMap(([symbol, amount]) => {
      const token = BY_SYMBOL.get(symbol.toUpperCase());
      if (token === undefined) return [];
      return [
        {
          token,
          exchange: about.exchange,
          at,
          reserve_native: amount,
          reserve_usd: usd.get(symbol) ?? null,
          provider: about.provider,
          retrieved_at: about.retrievedAt,
        },
      ];
    }),
  );
}

/** `since` (epoch ms) is when the exchange was read last: only later points are taken. */
async function readExchange(run: Run, one: Protocol, since: number): Promise<readonly SourceRow[]> {
  const { slug } = one;
  const { body, record } = await askLlama(run, "api", PROTOCOL, `/protocol/${encodeURIComponent(slug)}`);
  refuseOtherProtocol(body, slug, [one]);
  const now = run.deps.clock.now();
  const holdings = parseHoldings(body, Math.max(since, now - PAST_MS), now);
  const about = { exchange: exchangeOf(slug), provider: run.provider, retrievedAt: record.responded_at };
  const newest = await run.take(reserveRows(holdings.slice(-1), about), { now, record });
  const trusted = new Set(newest.map((row) => row.token));
  const past = reserveRows(holdings.slice(0, -1), about).filter((row) => trusted.has(row.token));
  // The price of today says little about the past; that the coin is ours its newest row has shown.
  await run.take(past, { now, record, ageMsMax: null, reference: () => undefined });
  return newest;
}

async function pull(run: Run): Promise<void> {
  const { body } = await askLlama(run, "api", PROTOCOLS, "/protocols");
  const listed = parseProtocols(body)
    .filter(({ category, tvlUsd }) => category === "CEX" && tvlUsd > 0)
    .sort((a, b) => b.tvlUsd - a.tvlUsd)
    .slice(0, EXCHANGES_MAX);
  const read = await run.deps.redis.hgetall(KEYS.cursor(run.source.id));
  const heads = new Map<string, number>();
  const changed = new Set<string>();
  for (const one of someAsked(listed, "exchanges")) {
    const { slug } = one;
    if (run.halted()) break;
    const first = read[slug] === undefined;
    try {
      const rows = await readExchange(run, one, Number(read[slug] ?? 0));
      heads.set(slug, run.deps.clock.now());
      if (first) for (const row of rows) changed.add(row.token);
    } catch (error) {
      run.fail("", error);
    }
  }
  await run.flush();
  await forwardCursors(run.deps.redis, run.source.id, heads);
  for (const token of changed) await markHistoryDirty(run.deps, token, run.deps.clock.now() - PAST_MS);
}

export const defillamaReserve = ownSource({
  id: "defillama-reserve",
  provider: "defillama",
  endpoints: [PROTOCOL, PROTOCOLS],
  tokens: TRACKED.map((token) => token.id),
  pull,
});
