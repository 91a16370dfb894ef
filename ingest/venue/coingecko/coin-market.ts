// Rank, supply, market cap and all-time high of every tracked token from CoinGecko, as many in a call as it answers.
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asNumberOrNull, asRecords, asText } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import { someAsked } from "../../source/instrument.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { callCoinGecko } from "./client.ts";

const IDS = TRACKED.map((token) => token.id);
const ASKED: ReadonlySet<string> = new Set(IDS);
/** An answer has no more. */
const PER_CALL = 250;

const timeOf = (value: unknown): number => Date.parse(asText(value));

/** Zero supply or cap means that the provider does not know it. */
const known = (value: unknown): number | null => {
  const number = asNumberOrNull(value);
  return number === 0 ? null : number;
};

/** Rows of `/coins/markets`; coins that are not tracked are left out. */
export function parseCoinMarkets(body: unknown, provider: string, retrievedAt: number): SourceRow[] {
  return asRecords(body).flatMap((row) => {
    const token = asText(row.id);
    if (!ASKED.has(token)) return [];
    return [
      {
        token,
        at: timeOf(row.last_updated),
        price_usd: asNumber(row.current_price),
        market_cap_usd: known(row.market_cap),
        fdv_usd: known(row.fully_diluted_valuation),
        rank: known(row.market_cap_rank),
        circulating_native: known(row.circulating_supply),
        total_native: known(row.total_supply),
        max_native: known(row.max_supply),
        ath_usd: known(row.ath),
        ath_at: asText(row.ath_date) === "" ? null : timeOf(row.ath_date),
        volume_24h_usd: asNumberOrNull(row.total_volume),
        provider,
        retrieved_at: retrievedAt,
      },
    ];
  });
}

/** The first tokens by key, as the month of a Demo key has so many calls and no more. */
async function pull(run: Run): Promise<void> {
  for (let order = 0; order * PER_CALL < IDS.length && !run.halted(); order += 1) {
    const ids = IDS.slice(order * PER_CALL, (order + 1) * PER_CALL).join(",");
    const params = { vs_currency: "usd", per_page: `${PER_CALL}`, page: "1", ids };
    const { body, record } = await callCoinGecko(run, "coins/markets", params, order === 0 ? { byKey: true } : {});
    const rows = someAsked(parseCoinMarkets(body, run.provider, record.responded_at), "coins");
    await run.take(rows, { now: run.deps.clock.now(), record, order });
  }
}

export const coingeckoCoinMarket = ownSource({
  id: "coingecko-coin-market",
  provider: "coingecko",
  tokens: IDS,
  pull,
});
