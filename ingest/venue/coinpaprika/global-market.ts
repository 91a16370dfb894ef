// The whole market as CoinPaprika counts it: what CoinGecko's figures are held against.
import { TRACKED } from "../../../schema/token/tracked.ts";
import type { Run } from "../../run/run.ts";
import { asNumber, asNumberOrNull, asRecord } from "../../source/body.ts";
import { ownSource } from "../../source/define-source.ts";
import type { SourceRow } from "../../source/source-base.ts";
import { callCoinPaprika } from "./client.ts";

const EVERY_S = 900;

/** The row of `/global`; the provider does not give ether's share. */
function parsePaprikaGlobal(body: unknown, provider: string, retrievedAt: number): SourceRow {
  const data = asRecord(body);
  return {
    token: "",
    at: asNumber(data.last_updated) * 1_000,
    total_market_cap_usd: asNumber(data.market_cap_usd),
    volume_24h_usd: asNumberOrNull(data.volume_24h_usd),
    btc_dominance_pct: asNumberOrNull(data.bitcoin_dominance_percentage),
    eth_dominance_pct: null,
    change_24h_pct: asNumberOrNull(data.market_cap_change_24h),
    coins_count: asNumberOrNull(data.cryptocurrencies_number),
    provider,
    retrieved_at: retrievedAt,
  };
}

async function pull(run: Run): Promise<void> {
  const { body, record } = await callCoinPaprika(run, "global");
  const row = parsePaprikaGlobal(body, run.provider, record.responded_at);
  await run.take([row], { now: run.deps.clock.now(), record });
}

export const coinpaprikaGlobalMarket = ownSource({
  id: "coinpaprika-global-market",
  provider: "coinpaprika",
  everyS: EVERY_S,
  tokens: TRACKED.map(({ id }) => id),
  pull,
});
