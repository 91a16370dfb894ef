// What the builders think about: the rows of one instant, grouped by token, and what spans all of them.
import type { CallLatestRow } from "../../schema/query/call-latest.ts";
import type { ChainTvlLatestRow } from "../../schema/query/chain-tvl-latest.ts";
import type { ChainWatchRow } from "../../schema/query/chain-watch.ts";
import type { DexVolumeLatestRow } from "../../schema/query/dex-volume-latest.ts";
import type { GlobalLatestRow } from "../../schema/query/global-latest.ts";
import type { HeadlineLatestRow } from "../../schema/query/headline-latest.ts";
import type { LatestOfAll } from "../../schema/query/latest.ts";
import type { SignalMinuteLatestRow } from "../../schema/query/signal-minute-latest.ts";
import type { GlobalMarket } from "../measure/global.ts";
import type { Universe } from "../measure/universe.ts";
import type { CallsBehind } from "./read-behind.ts";
import type { TokenFacts } from "./token-facts.ts";

export type { TokenFacts, TokenRows } from "./token-facts.ts";

export type Facts = LatestOfAll & {
  /** The instant in epoch milliseconds: nothing later was read. */
  readonly asOf: number;
  readonly market: "sandbox" | "live";
  readonly tokens: ReadonlyMap<string, TokenFacts>;
  /** Every source's calls, whatever the token. */
  readonly calls: readonly CallLatestRow[];
  /** The calls that the rows came with. */
  readonly behind: CallsBehind;
  readonly chains: readonly ChainWatchRow[];
  /** Headlines of the loaded tokens and of none (an empty token), by token, newest first. */
  readonly allHeadlines: readonly HeadlineLatestRow[];
  /** The last minute the signal rules were evaluated for; none before the first. */
  readonly detections: readonly SignalMinuteLatestRow[];
  /** Value by chain; the chain "all" is the sum of every chain listed. */
  readonly chainTvls: readonly ChainTvlLatestRow[];
  /** Decentralised exchanges of the newest listing, the largest first. */
  readonly dexVolumes: readonly DexVolumeLatestRow[];
  readonly globals: readonly GlobalLatestRow[];
  /** The whole market, tracked or not. */
  readonly global: GlobalMarket;
  /** What is measured over all tokens at once. */
  readonly universe: Universe;
};
