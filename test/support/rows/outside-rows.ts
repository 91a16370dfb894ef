// Hand-made rows of what comes from outside the market: scans of contracts, headlines, the mood, and their calls.
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { CONTRACT_FLAG_IDS, type ContractFlag } from "../../../schema/token/contract-flag.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";

const provider = (venue: string) => `sandbox:${venue}`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A scan in which every member has a value and nothing is wrong. */
export const cleanScan = (
  token: string,
  chain: string,
  address: string,
  from: "goplus" | "honeypot",
  asOf: number,
) => ({
  token,
  chain,
  address,
  provider: provider(from),
  read_at: asOf - 6 * HOUR_MS,
  retrieved_ms: asOf - 6 * HOUR_MS,
  partial: 0,
  ...(Object.fromEntries(CONTRACT_FLAG_IDS.map((flag) => [flag, from === "goplus" ? 0 : null])) as Record<
    ContractFlag,
    number | null
  >),
  open_source: 1,
  proxy: 0,
  honeypot: 0,
  trust_listed: from === "goplus" ? 1 : null,
  buy_tax_pct: 0,
  sell_tax_pct: 0,
  tax_unit_unknown: 0,
  owner_address: from === "goplus" ? "0x1111111111111111111111111111111111111111" : null,
  owner_pct: from === "goplus" ? 1.5 : null,
  creator_pct: from === "goplus" ? 0.5 : null,
  holders_count: 1_000,
  lp_locked_pct: from === "goplus" ? 60 : null,
  other_risks: null,
});

export function outsideRows(asOf: number): Pick<FactRows, "contracts" | "headlines" | "fearGreed" | "fundFlows"> {
  const headline = (token: string, newsroom: string, hours: number) => ({
    token,
    at: asOf - hours * HOUR_MS,
    url: `https://sandbox.invalid/${newsroom}/${token}/${hours}`,
    title: `[simulated] ${token || "markets"} ${hours} hours ago`,
    provider: provider(newsroom),
    retrieved_ms: asOf - hours * HOUR_MS + 5 * MINUTE_MS,
  });
  return {
    contracts: TRACKED.flatMap(({ id, contracts }) =>
      Object.entries(contracts).flatMap(([chain, address]) =>
        chain === "ada"
          ? []
          : [
              cleanScan(id, chain, address, "goplus", asOf),
              ...(chain === "sol" ? [] : [cleanScan(id, chain, address, "honeypot", asOf)]),
            ],
      ),
    ),
    headlines: [
      ...TRACKED.flatMap(({ id }) => [headline(id, "coindesk", 1), headline(id, "decrypt", 30)]),
      headline("", "cointelegraph", 2),
    ],
    fearGreed: range(9).map((days) => ({
      provider: "sandbox:alternative",
      read_at: Math.floor(asOf / DAY_MS) * DAY_MS - days * DAY_MS,
      retrieved_ms: Math.floor(asOf / DAY_MS) * DAY_MS - days * DAY_MS + HOUR_MS,
      value: 40 + days,
      label: 40 + days <= 44 ? "Fear" : "Neutral",
    })),
    fundFlows: [1, 2].flatMap((days) =>
      ["bitcoin", "ethereum"].map((token, index) => ({
        token,
        provider: "sandbox:defillama",
        read_at: Math.floor(asOf / DAY_MS) * DAY_MS - days * DAY_MS,
        retrieved_ms: Math.floor(asOf / DAY_MS) * DAY_MS + 5 * HOUR_MS,
        netflow_usd: (index === 0 ? 2.5e8 : -4.05e7) * days,
      })),
    ),
  };
}

/** Calls about no single token: newsrooms and the mood. */
export const outsideCalls = (asOf: number): FactRows["calls"] =>
  ["coindesk-headline", "cointelegraph-headline", "decrypt-headline", "alternative-fear-greed"].map((source) => ({
    provider: provider(source.split("-")[0] ?? ""),
    source,
    token: "",
    first_at: asOf - HOUR_MS,
    last_outcome: "ok",
    last_at: asOf - 10_000,
    ok_at: asOf - 10_000,
    kept_at: asOf - 10_000,
    endpoint: source.endsWith("headline") ? "rss" : "fng",
  }));
