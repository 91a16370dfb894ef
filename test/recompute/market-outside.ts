// Rows of what the market's sections take from outside the venues, and daily closes, for their recomputation.

import type { TableName } from "../../schema/dataset/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";

const rowsAt = (asOf: number): Partial<Record<TableName, readonly object[]>> => {
  const read = asOf - 20 * MINUTE_MS;
  const by = (provider: string, at: number) => ({ provider: `sandbox:${provider}`, at, retrieved_at: at + 900 });
  const headline = (token: string, newsroom: string, hours: number, name = token) => ({
    ...{ token, url: `https://sandbox.invalid/${newsroom}/${name}`, title: `[simulated] ${name}`, lang: "en" },
    ...by(newsroom, asOf - hours * HOUR_MS),
  });
  return {
    chain_tvl: ["all", "eth", "bsc", "arbitrum"].flatMap((chain, k) =>
      [0, 1, 7].map((days) => ({
        ...{ token: "", chain, tvl_usd: 1e11 / (k + 1) / (1 + 0.013 * days * (k + 1)) },
        ...{
          stablecoins_usd: chain === "bsc" ? null : 3.3e9 / (k + 1),
          fees_24h_usd: k === 3 ? null : 1.7e6 * (k + 1),
        },
        ...by("defillama", read - days * DAY_MS),
      })),
    ),
    stablecoin_supply: [0, 1].map((hours) => ({
      ...{ token: "all", supply_usd: 3.1e11 - hours * 1e9, supply_24h_ago_usd: 3.07e11, supply_7d_ago_usd: 3.15e11 },
      ...by("defillama", read - hours * HOUR_MS),
    })),
    fear_greed: Array.from({ length: 9 }, (_, days) => ({
      ...{ token: "", value: 31 + days * 3, label: `day ${days}` },
      ...by("alternative", Math.floor(asOf / DAY_MS) * DAY_MS - days * DAY_MS),
      retrieved_at: asOf - HOUR_MS,
    })),
    fund_flow: ["bitcoin", "ethereum", "solana"].flatMap((token, k) =>
      // Today is not over, yesterday is told of one coin alone.
      [0, 1, 2, 3].flatMap((days) => {
        if (days === 1 && token === "ethereum") return [];
        const at = Math.floor(asOf / DAY_MS) * DAY_MS - days * DAY_MS;
        return [0, 1].map((reading) => ({
          ...{ token, netflow_usd: 1.2345e8 / (k + 1) - days * 1e7 - reading * 1e5 },
          ...{ ...by("defillama", at), retrieved_at: asOf - HOUR_MS + reading * MINUTE_MS },
        }));
      }),
    ),
    option_interest: ["bitcoin", "ethereum"].flatMap((token, k) =>
      [0, 1].map((hours) => ({
        ...{ token, venue: "deribit", put_native: 10, call_native: 20, options_count: 700 },
        ...{ put_usd: 1.23e9 / (k + 1) - hours, call_usd: 2.11e9 / (k + 1) + hours },
        ...by("deribit", read - hours * HOUR_MS),
      })),
    ),
    dex_volume: ["uniswap-v3", "raydium"].map((dex, k) => ({
      ...{ dex, volume_24h_usd: 1.9e9 / (k + 1), share_pct: 61.23456 / (k + 1) },
      ...by("defillama", read),
    })),
    dex_pool: ["aave", "chainlink", "aave"].map((token, k) => ({
      ...{ token, chain: "eth", dex: "uniswap_v3", pool: `0x${k}`, tvl_usd: 1e7, volume_24h_usd: 1e6 },
      ...by("geckoterminal", read),
    })),
    headline: [
      headline("bitcoin", "coindesk", 1),
      headline("ethereum", "coindesk", 1, "bitcoin"),
      headline("solana", "decrypt", 3),
      headline("", "cointelegraph", 5, "markets"),
      headline("cardano", "decrypt", 30),
    ],
    unlock: ["aave", "arbitrum"].flatMap((token, k) =>
      [1, 3, 6, 12].map((days) => ({
        ...{
          token,
          read_at: read,
          kind: days === 3 ? "linear" : "cliff",
          amount_native: 1e5,
          category: "",
          schedule: "s",
        },
        ...{ ...by("defillama", read), at: asOf + days * DAY_MS + k * HOUR_MS },
      })),
    ),
    signal: ["bitcoin", "solana"].flatMap((token, k) =>
      [2, 7, 26].map((hours) => {
        const at = Math.floor((asOf - hours * HOUR_MS - k * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
        return {
          ...{
            token,
            at,
            key: `${token}~price_move~bullish~${at}`,
            id: 1 + k * 10 + hours,
            kind: "price_move",
            direction: "bullish",
          },
          ...{ severity: 1 + k, value: 2.5, ratio: 1.25, status: "open", rules: "sig-1", details: '{"unit":"pct"}' },
          ...{ expires_at: at + DAY_MS, closed_at: null, changed_at: at },
        };
      }),
    ),
    signal_minute: [
      {
        ...{
          at: asOf - MINUTE_MS,
          read_at: asOf - 40_000,
          last_id: 40,
          skipped_count: 0,
          coverage: "{}",
          outcome: "{}",
        },
        written_at: asOf - 39_000,
      },
    ],
  };
};

/** Daily spot closes of 70 days, made of the hourly price's formula and a slow wave. */
const DAILY = `INSERT INTO candle (* EXCEPT (stored_at, replaced_at)) SELECT token, venue, 'spot', symbol, 86400, fromUnixTimestamp64Milli(toInt64(day - (n + 1) * 86400000), 'UTC'),
    close, close, close, close, 1, close, provider, fromUnixTimestamp64Milli(toInt64(day - n * 86400000 + 1000), 'UTC')
  FROM (SELECT *, arrayJoin(range(70)) AS n, intDiv(NOW, 86400000) * 86400000 AS day,
      base * (1 + 0.05 * sin(n / 9 + sipHash64(token, venue) % 7)) AS close
    FROM (SELECT token, venue, any(symbol) AS symbol, any(provider) AS provider, any(candle.close) AS base FROM candle
      WHERE market = 'spot' AND interval_s = 3600 AND toUnixTimestamp64Milli(open_at) > NOW - 10800000
        AND toUnixTimestamp64Milli(open_at) <= NOW - 3600000 GROUP BY token, venue))`;

/** Writes them, dated back from `asOf` (epoch ms); some twice, the later reading wins. */
export async function fillMarketOutside(store: Store, asOf: number): Promise<void> {
  for (const [table, rows] of Object.entries(rowsAt(asOf)))
    await store.insert(table as TableName, rows as never, `out~${table}`);
  await store.command(DAILY.replaceAll("NOW", String(asOf)));
}
