// Ranks and supplies of the larger coins from CoinGecko's market pages: a few pages a run, around and around.
import { KEYS } from "../../../schema/key.ts";
import type { Run } from "../../run/run.ts";
import { asNumberOrNull, asRecords, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { callCoinGecko } from "./client.ts";

const PER_PAGE = 250;
/** 5,000 coins: below, ranks move with every trade and mean nothing. */
const PAGES = 20;
/** A round takes 75 minutes: a key has too few calls a month for these. */
const PAGES_A_RUN = 4;
const EVERY_S = 900;

const known = (value: unknown): number | null => {
  const number = asNumberOrNull(value);
  return number === 0 ? null : number;
};

/** Rows of one `/coins/markets` page; coins without any figure are left out. */
export function parseCoinRanks(body: unknown, provider: string, retrievedAt: number): SourceRow[] {
  return asRecords(body).flatMap((row) => {
    const rank = known(row.market_cap_rank);
    const circulating = known(row.circulating_supply);
    if (rank === null && circulating === null) return [];
    return [
      {
        token: asText(row.id),
        at: Date.parse(asText(row.last_updated)),
        rank,
        market_cap_usd: known(row.market_cap),
        circulating_native: circulating,
        total_native: known(row.total_supply),
        max_native: known(row.max_supply),
        provider,
        retrieved_at: retrievedAt,
      },
    ];
  });
}

const CURSOR = "page";

async function pull(run: Run): Promise<void> {
  const { deps, provider, source } = run;
  const stored = await deps.redis.hget(KEYS.cursor(source.id), CURSOR);
  const start = stored === null ? 0 : Number(stored);
  for (let step = 0; step < PAGES_A_RUN && !run.halted(); step++) {
    const page = (start + step) % PAGES;
    const { body, record } = await callCoinGecko(run, "coins/markets", {
      vs_currency: "usd",
      order: "market_cap_desc",
      per_page: `${PER_PAGE}`,
      page: `${page + 1}`,
    });
    const rows = parseCoinRanks(body, provider, record.responded_at);
    await run.take(rows, { now: deps.clock.now(), order: page, record });
    await run.flush();
    await deps.redis.hset(KEYS.cursor(source.id), CURSOR, (page + 1) % PAGES);
  }
}

export const coingeckoCoinRank = ownSource({
  id: "coingecko-coin-rank",
  provider: "coingecko",
  table: "coin_rank",
  everyS: EVERY_S,
  // Of the tracked tokens it says nothing that their own source does not say more often.
  tokens: [],
  pull,
});
