// What the builders think about: the rows of one instant, grouped by token, and what spans all of them.

import type { HeadlineLatestRow } from "../../schema/query/coin/headline-latest.ts";
import type { CallLatestRow } from "../../schema/query/service/call-latest.ts";
import type { GlobalMarket } from "../measure/global.ts";
import type { Universe } from "../measure/universe.ts";
import type { OfAll } from "./member.ts";
import type { CallsBehind } from "./read-behind.ts";
import type { TokenFacts } from "./token-facts.ts";

export type { TokenFacts } from "./token-facts.ts";

export type Facts = OfAll & {
  /** The instant in epoch milliseconds: nothing later was read. */
  readonly asOf: number;
  readonly market: "sandbox" | "live";
  /** Where links lead; builds of before it was kept had none that were whole. */
  readonly origin?: string;
  readonly tokens: ReadonlyMap<string, TokenFacts>;
  /** Every source's calls, whatever the token. */
  readonly calls: readonly CallLatestRow[];
  /** The calls that the rows came with. */
  readonly behind: CallsBehind;
  /** Headlines of the loaded tokens and of none (an empty token), by token, newest first. */
  readonly allHeadlines: readonly HeadlineLatestRow[];
  /** The whole market, tracked or not. */
  readonly global: GlobalMarket;
  /** What is measured over all tokens at once. */
  readonly universe: Universe;
};
