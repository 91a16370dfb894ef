// Finds coins moving to exchanges in unusual amounts.
import { exchangeInflow as rule } from "../../schema/signal/exchange-inflow.ts";
import { judgeNetflow } from "./netflow.ts";
import { type Detector, withInputs } from "./reading.ts";

export const detectExchangeInflow: Detector = (input) =>
  withInputs(input, rule.requires, (flow) =>
    judgeNetflow(input, flow, { sign: 1, direction: "bearish", levels: rule.levels, z: rule.parameters.z }),
  );
