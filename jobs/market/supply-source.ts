// The sources behind the whole market's value locked and stablecoin supply: one call each brings all of them.
import type { DatasetId } from "../../schema/freshness.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { isFresh } from "../measure/cause.ts";
import type { MarketInput } from "./draft.ts";

type Read = { readonly provider: string; readonly read_at: number; readonly retrieved_ms: number };

/** The newest reading that counts, as one source. */
function newestOf(dataset: DatasetId, endpoint: string, rows: readonly Read[], asOf: number): Source[] {
  const fresh = rows.filter((row) => isFresh(dataset, row.read_at, asOf));
  const [newest] = [...fresh].sort((a, b) => b.read_at - a.read_at);
  if (!newest) return [];
  const { provider, read_at, retrieved_ms } = newest;
  const times = { as_of: toTime(read_at), retrieved_at: toTime(retrieved_ms) };
  return [{ provider, endpoint, ...times, status: "ok", rows: fresh.length }];
}

export const valueSources = ({ facts }: MarketInput): Source[] =>
  newestOf("tvl", "v2/chains", facts.chainTvls, facts.asOf);

export const supplySources = ({ facts }: MarketInput): Source[] =>
  newestOf("stablecoin", "stablecoins", facts.stablecoins, facts.asOf);
