// Inputs of the signal rules that no connected source measures yet, one place each.

import { gap } from "../measure/gap.ts";
import type { MeasuredInputs } from "./build-input.ts";

const noTvl = gap("no_source", "No source of value locked is connected.");
const noUnlocks = gap("no_source", "No calendar of unlocks is connected.");

export const measureElsewhere = (): Pick<
  MeasuredInputs,
  "tvl_change_24h_pct" | "tvl_neutral_change_24h_pct" | "upcoming_unlocks"
> => ({
  tvl_change_24h_pct: noTvl,
  tvl_neutral_change_24h_pct: noTvl,
  upcoming_unlocks: noUnlocks,
});
