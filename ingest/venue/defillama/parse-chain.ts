// Reads DefiLlama's chains: value locked, stablecoins and fees by chain, and the daily past of one chain.
import { CHAIN_NAMES, chainIdOf } from "../../../schema/token/defi.ts";
import { asNumber, asNumberOrNull, asRecord, asRecords, asText, recordIn } from "../../source/body.ts";
import { pointsFrom } from "./client.ts";

export type ChainValue = {
  readonly name: string;
  readonly chain: string;
  readonly token: string;
  readonly usd: number;
};

const BY_NAME = new Map([...CHAIN_NAMES].map(([token, name]) => [chainIdOf(name), token]));

/** The list `/v2/chains`; the token is the tracked coin of the chain, or empty. */
export function parseChains(body: unknown): ChainValue[] {
  return asRecords(body).map((row) => {
    const name = asText(row.name);
    const chain = chainIdOf(name);
    const coin = asText(row.gecko_id);
    return { name, chain, token: CHAIN_NAMES.has(coin) ? coin : (BY_NAME.get(chain) ?? ""), usd: asNumber(row.tvl) };
  });
}

/** Stablecoins by chain of `/stablecoinchains`, USD: pegs of all kinds at their value in USD; a chain without values is absent. */
export function parseStablecoinChains(body: unknown): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of asRecords(body)) {
    const values = recordIn(row.totalCirculatingUSD)[0];
    if (values === undefined) continue;
    const pegs = Object.values(values).map(asNumber);
    const chain = chainIdOf(asText(row.name));
    sums.set(
      chain,
      pegs.reduce((a, b) => a + b, sums.get(chain) ?? 0),
    );
  }
  return sums;
}

/** Fees paid to the chains themselves of `/overview/fees`, USD of 24 hours; chains it does not list are absent. */
export function parseChainFees(body: unknown): Map<string, number> {
  const fees = new Map<string, number>();
  for (const row of asRecords(asRecord(body).protocols)) {
    if (asText(row.category) !== "Chain" && asText(row.protocolType) !== "chain") continue;
    const usd = asNumberOrNull(row.total24h);
    if (usd !== null) fees.set(chainIdOf(asText(row.name)), usd);
  }
  return fees;
}

/** The daily past of `/v2/historicalChainTvl/{chain}` at or after `from` (epoch ms). */
export const parseChainPast = (body: unknown, from: number, now?: number) =>
  pointsFrom(body, from, now).map(({ at, row }) => ({ at, usd: asNumber(row.tvl) }));
