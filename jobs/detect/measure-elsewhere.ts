// Inputs of the signal rules that no connected source measures yet, one place each.

import type { TokenFacts } from "../fact/fact.ts";
import { gap } from "../measure/gap.ts";
import type { MeasuredInputs } from "./build-input.ts";

const noTvl = gap("no_source", "No source of value locked is connected.");
const noUnlocks = gap("no_source", "No calendar of unlocks is connected.");
const noScan = gap("no_source", "No source of contract risk is connected.");

export const measureElsewhere = ({
  token,
}: TokenFacts): Pick<
  MeasuredInputs,
  "tvl_change_24h_pct" | "tvl_neutral_change_24h_pct" | "upcoming_unlocks" | "contract_scan"
> => ({
  tvl_change_24h_pct: noTvl,
  tvl_neutral_change_24h_pct: noTvl,
  upcoming_unlocks: noUnlocks,
  contract_scan: Object.keys(token.contracts).length === 0 ? null : noScan,
});
