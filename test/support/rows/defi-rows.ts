// Hand-made rows of value locked, reserves, stablecoins and unlocks at one instant, every member measurable.
import { coinmetricsActiveAddress } from "../../../ingest/venue/coinmetrics/active-address.ts";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { ChainFigureRow } from "../../../schema/query/chain/chain-figure-latest.ts";
import { CHAIN_IDS } from "../../../schema/token/chain.ts";
import { LOCKED_TOKENS } from "../../../schema/token/defi.ts";
import { chainsOf, isCountedByTransfers } from "../../../schema/token/scanned-chain.ts";
import { TRACKED, type TrackedToken } from "../../../schema/token/tracked.ts";

type Defi =
  | "tvls"
  | "reserves"
  | "chainReserves"
  | "chainFigures"
  | "unlocks"
  | "unlockCalls"
  | "chainTvls"
  | "stablecoins";

type Figure = readonly [figure: ChainFigureRow["figure"], value: number, provider?: string];

const DAYS_TOLD = new Set(coinmetricsActiveAddress.tokens);

const figuresOf = ({ id, native, contracts }: TrackedToken, chain: string): Figure[] => [
  ...(chain === "eth" || chain === "bsc" ? [["burned", 250] as const] : []),
  ...(chain === native && (chain === "sol" || chain === "ada") ? [["staked", 500_000] as const] : []),
  ...(chain === native && (chain === "btc" || chain === "ada") ? [["transactions", 400_000] as const] : []),
  ...(chain === "btc"
    ? [["transactions", 410_000, "blockchain"] as const, ["active_addresses", 600_000, "blockchain"] as const]
    : []),
  ...(chain === native && DAYS_TOLD.has(id)
    ? [["transactions", 405_000, "coinmetrics"] as const, ["active_addresses", 300_000, "coinmetrics"] as const]
    : []),
  ...(isCountedByTransfers({ native, contracts })
    ? [["transactions", 2_000] as const, ["active_addresses", 1_500] as const]
    : []),
];

const placesOf = (token: TrackedToken): string[] => [
  ...new Set([...CHAIN_IDS.filter((chain) => chain === token.native || chain in token.contracts), ...chainsOf(token)]),
];

/** No directory lists a schedule of what miners or deposits bring: a row of theirs would be one that no source can give. */
const hasSchedule = ({ stablecoin, categories }: TrackedToken): boolean =>
  !stablecoin && !categories.includes("proof-of-work");

export function defiRows(asOf: number): Pick<FactRows, Defi> {
  const read = { provider: "sandbox:defillama", read_at: asOf - 20 * 60_000, retrieved_ms: asOf - 20 * 60_000 };
  const week = { week_at: read.read_at - 7 * DAY_MS, week_retrieved_ms: read.read_at - 7 * DAY_MS };
  const day = { day_at: read.read_at - DAY_MS, day_retrieved_ms: read.read_at - DAY_MS };
  const past = { own_at: week.week_at, day_at: day.day_at, usd_24h: 1.25e9, week_at: week.week_at, usd_7d: 8e8 };
  return {
    tvls: LOCKED_TOKENS.map((token) => ({
      token,
      ...read,
      chains: 3,
      usd: 1e9,
      ...past,
      ...day,
      ...week,
      change_24h_pct: -19,
      neutral_change_pct: -15,
    })),
    reserves: TRACKED.flatMap(({ id }) =>
      ["binance", "bybit", "okx"].map((exchange, index) => ({
        token: id,
        exchange,
        ...read,
        native: 1_000 * (index + 1),
        ...week,
        native_7d: 800 * (index + 1),
      })),
    ),
    chainReserves: TRACKED.flatMap(({ id, native, contracts }) =>
      CHAIN_IDS.filter((chain) => chain === native || chain in contracts).map((chain) => ({
        token: id,
        chain,
        provider: `sandbox:${chain}`,
        read_at: read.read_at,
        retrieved_ms: read.retrieved_ms,
        exchanges: 4,
        native: 600,
        ...week,
        native_7d: 500,
      })),
    ),
    chainFigures: TRACKED.flatMap((token) =>
      placesOf(token).flatMap((chain) =>
        figuresOf(token, chain).map(([figure, value, provider = chain]) => ({
          token: token.id,
          chain,
          figure,
          value,
          provider: `sandbox:${provider}`,
          read_at: read.read_at,
          retrieved_ms: read.retrieved_ms,
          day_value: figure === "transactions" && token.native !== null ? value : null,
        })),
      ),
    ),
    unlockCalls: [
      {
        ...{ provider: "sandbox:defillama", source: "defillama-unlock", token: "", endpoint: "emissionsProtocolsList" },
        ...{
          first_at: asOf - DAY_MS,
          last_outcome: "ok",
          last_at: asOf - HOUR_MS,
          ok_at: asOf - HOUR_MS,
          kept_at: asOf - HOUR_MS,
        },
      },
    ],
    unlocks: TRACKED.filter(hasSchedule).map(({ id }) => ({
      token: id,
      ...read,
      schedule: "s1",
      at: [asOf + DAY_MS, asOf + 3 * DAY_MS, asOf + 40 * DAY_MS],
      amount: [10, 200_000, 300_000],
      kind: ["linear", "cliff", "cliff"],
    })),
    chainTvls: [
      { chain: "all", ...read, usd: 1e11, stablecoins_usd: 2e11, fees_24h_usd: 5e7, ...past },
      { chain: "btc", ...read, usd: 5e9, stablecoins_usd: null, fees_24h_usd: 5e5, ...past },
      { chain: "eth", ...read, usd: 1e9, stablecoins_usd: 1e11, fees_24h_usd: 3e6, ...past },
    ],
    stablecoins: ["all", "tether"].map((token) => ({
      ...{ token, ...read },
      ...{ supply_usd: 3e11, supply_24h_ago_usd: 2.99e11, supply_7d_ago_usd: 2.9e11 },
    })),
  };
}
