// Hand-made rows of what directories say of projects, pools, holders and perpetuals at one instant.
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";

/** What directories say of projects, pools, holders and perpetuals; second opinions agree with the first. */
export function aboutRows(
  asOf: number,
): Pick<FactRows, "profile" | "pools" | "dexVolumes" | "holders" | "perpOpinions"> {
  const read = { read_at: asOf - 20 * MINUTE_MS, retrieved_ms: asOf - 20 * MINUTE_MS };
  const contracts = TRACKED.flatMap(({ id, contracts: all }) =>
    Object.entries(all).map(([chain, address]) => ({ token: id, chain, address })),
  );
  return {
    profile: TRACKED.map(({ id: token }, rank) => ({
      token,
      provider: "sandbox:coingecko",
      ...read,
      description: `[simulated] ${token} is a coin.`,
      homepage_url: `https://sandbox.invalid/${token}`,
      launched_ms: Date.UTC(2015, 0, rank + 1),
      categories: "smart-contract-platform,simulated",
      tvl_usd: 1.1e9,
    })),
    pools: TRACKED.flatMap(({ id }) =>
      ["curve", "uniswap_v3"].map((dex, index) => ({
        token: id,
        chain: "eth",
        dex,
        pool: `0x${index}`,
        provider: "sandbox:geckoterminal",
        ...read,
        tvl_usd: 2e6 * (index + 1),
        volume_24h_usd: 1e5 * (index + 1),
      })),
    ),
    dexVolumes: ["uniswap-v3", "curve"].map((dex, index) => ({
      dex,
      provider: "sandbox:defillama",
      ...read,
      volume_24h_usd: 1e9 / (index + 1),
      share_pct: 40 / (index + 1),
    })),
    holders: contracts.map((contract) => ({
      ...contract,
      provider: "sandbox:goplus",
      read_at: asOf - 6 * HOUR_MS,
      retrieved_ms: asOf - 6 * HOUR_MS,
      holders_count: 1_000,
      top10_pct: 12.5,
      top10_excluded_pct: 20,
      transfer_tax_pct: 0,
      same_creator_honeypot: 0,
      owner_flags: "",
    })),
    perpOpinions: TRACKED.flatMap(({ id }) =>
      ["binance", "bybit", "okx"].map((venue, index) => ({
        token: id,
        venue,
        symbol: "XUSDT",
        provider: "sandbox:coingecko",
        ...read,
        open_interest_usd: 1.05e8 / (index + 1),
        rate_pct: 0.0101 * (index + 1),
      })),
    ),
  };
}
