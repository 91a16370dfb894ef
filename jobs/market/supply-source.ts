// The sources behind the whole market's value locked and stablecoin supply: one call each brings all of them.
import type { DatasetId } from "../../schema/freshness.ts";
import type { Source } from "../../schema/shape/source.ts";
import { isFresh } from "../measure/cause.ts";
import { type MarketInput, wideSource } from "./market-builder.ts";

type Read = { readonly provider: string; readonly read_at: number; readonly retrieved_ms: number };

/** The newest reading that counts, as one source. */
function newestOf(input: MarketInput, dataset: DatasetId, from: string, rows: readonly Read[]): Source[] {
  const fresh = rows.filter((row) => isFresh(dataset, row.read_at, input.facts.asOf));
  const [newest] = [...fresh].sort((a, b) => b.read_at - a.read_at);
  if (!newest) return [];
  const { provider, read_at: at, retrieved_ms: retrievedAt } = newest;
  return [wideSource(input, { dataset, from, provider, venue: null, at, retrievedAt })];
}

export const valueSources = (input: MarketInput): Source[] =>
  newestOf(input, "tvl", "chain-tvl", input.facts.chainTvls);

export const supplySources = (input: MarketInput): Source[] =>
  newestOf(input, "stablecoin", "stablecoin", input.facts.stablecoins);
