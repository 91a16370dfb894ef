// The registry of state sections, in wire order.
import type { Static } from "typebox";
import { brief } from "./brief.ts";
import { context } from "./context.ts";
import { derivatives } from "./derivatives.ts";
import { identity } from "./identity.ts";
import { liquidity } from "./liquidity.ts";
import { market } from "./market.ts";
import { onchain } from "./onchain.ts";
import { security } from "./security.ts";
import { signals } from "./signals.ts";
import { supply } from "./supply.ts";

export const SECTIONS = {
  identity,
  market,
  liquidity,
  derivatives,
  onchain,
  supply,
  security,
  context,
  signals,
  brief,
} as const;

export type SectionId = keyof typeof SECTIONS;
export type SectionOf<Id extends SectionId> = Static<(typeof SECTIONS)[Id]>;
export const SECTION_IDS = Object.keys(SECTIONS) as SectionId[];

/** Sections whose as_of moves with the market; the envelope's as_of is the oldest of these (contract D15). */
export const MARKET_SPEED_SECTIONS: ReadonlySet<SectionId> = new Set(["market", "liquidity", "derivatives", "signals"]);
