// The registry of market section builders: a shape without its builder does not compile.
import type { MarketSectionId } from "../../schema/market/index.ts";
import { breadth } from "./breadth.ts";
import { chains } from "./chains.ts";
import { events } from "./events.ts";
import { flows } from "./flows.ts";
import type { MarketBuilder } from "./market-builder.ts";
import { overview } from "./overview.ts";
import { pulse } from "./pulse.ts";
import { rankings } from "./rankings.ts";
import { sectors } from "./sectors.ts";
import { sentiment } from "./sentiment.ts";
import { venues } from "./venues.ts";

export const MARKET_BUILDERS = {
  overview,
  sectors,
  breadth,
  sentiment,
  flows,
  chains,
  venues,
  rankings,
  events,
  pulse,
} satisfies { readonly [Id in MarketSectionId]: MarketBuilder<Id> };
