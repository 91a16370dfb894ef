// The whole market in one row, as CoinGecko counts it.
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asNumberOrNull, asRecord } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { callCoinGecko } from "./client.ts";

/** The row of `/global`. */
export function parseGlobal(body: unknown, provider: string, retrievedAt: number): SourceRow {
  const data = asRecord(asRecord(body).data);
  const share = asRecord(data.market_cap_percentage);
  return {
    token: "",
    at: asNumber(data.updated_at) * 1_000,
    total_market_cap_usd: asNumber(asRecord(data.total_market_cap).usd),
    volume_24h_usd: asNumberOrNull(asRecord(data.total_volume).usd),
    btc_dominance_pct: asNumberOrNull(share.btc),
    eth_dominance_pct: asNumberOrNull(share.eth),
    change_24h_pct: asNumberOrNull(data.market_cap_change_percentage_24h_usd),
    coins_count: asNumberOrNull(data.active_cryptocurrencies),
    provider,
    retrieved_at: retrievedAt,
  };
}

async function pull(run: Run): Promise<void> {
  const { body, record } = await callCoinGecko(run, "global");
  const row = parseGlobal(body, run.provider, record.responded_at);
  await run.take([row], { now: run.deps.clock.now(), record });
}

export const coingeckoGlobalMarket = ownSource({
  id: "coingecko-global-market",
  provider: "coingecko",
  // The context of every token rests on it.
  tokens: TRACKED.map(({ id }) => id),
  pull,
});
