// The registry of market sections, in wire order.
import type { Static } from "typebox";
import { breadth } from "./breadth.ts";
import { chains } from "./chains.ts";
import { events } from "./events.ts";
import { flows } from "./flows.ts";
import { overview } from "./overview.ts";
import { pulse } from "./pulse.ts";
import { rankings } from "./rankings.ts";
import { sectors } from "./sectors.ts";
import { sentiment } from "./sentiment.ts";
import { venues } from "./venues.ts";

export const MARKET_SECTIONS = {
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
} as const;

export type MarketSectionId = keyof typeof MARKET_SECTIONS;
export type MarketSectionOf<Id extends MarketSectionId> = Static<(typeof MARKET_SECTIONS)[Id]>;
export const MARKET_SECTION_IDS = Object.keys(MARKET_SECTIONS) as MarketSectionId[];
