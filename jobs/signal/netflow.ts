// Judges net flow to exchanges towards one side, for the inflow and the outflow rule.
import type { Levels, SignalDirection } from "../../schema/signal/rule.ts";
import { roundPct } from "../number/round.ts";
import type { InputValues, SignalInput } from "./input.ts";
import { fired, gradeAtLeast, notEvaluated, QUIET, type Reading, signed, weakest } from "./reading.ts";

type Side = {
  readonly sign: 1 | -1;
  readonly direction: SignalDirection;
  readonly levels: Levels;
  readonly z: Levels;
};
type Flow = Pick<InputValues, "netflow_24h_usd" | "market_cap_usd" | "netflow_z">;

/** `value` is the net flow in pct of market cap, positive towards exchanges. */
export const judgeNetflow = (input: SignalInput, flow: Flow, side: Side): Reading => {
  if (flow.market_cap_usd <= 0) return notEvaluated(input, ["market_cap_usd"], "disagreement");
  const value = roundPct((flow.netflow_24h_usd / flow.market_cap_usd) * 100);
  const severity = weakest(
    gradeAtLeast(value * side.sign, side.levels),
    gradeAtLeast(flow.netflow_z * side.sign, side.z),
  );
  if (severity === 0) return QUIET;
  return fired({
    direction: side.direction,
    severity,
    value,
    thresholds: signed(side.levels, side.sign),
    baseline: null,
    details: { netflow_24h_usd: flow.netflow_24h_usd, z: flow.netflow_z, market_cap_usd: flow.market_cap_usd },
  });
};
