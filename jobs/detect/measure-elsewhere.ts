// Inputs of the signal rules that no connected source measures yet, one place each.

import type { TokenFacts } from "../fact/fact.ts";
import { gap } from "../measure/gap.ts";
import type { MeasuredInputs } from "./build-input.ts";

const noScan = gap("no_source", "No source of contract risk is connected.");

export const measureElsewhere = ({ token }: TokenFacts): Pick<MeasuredInputs, "contract_scan"> => ({
  contract_scan: Object.keys(token.contracts).length === 0 ? null : noScan,
});
