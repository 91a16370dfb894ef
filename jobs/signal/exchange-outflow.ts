// Finds coins leaving exchanges in unusual amounts.
import { exchangeOutflow as rule } from "../../schema/signal/exchange-outflow.ts";
import { judgeNetflow } from "./netflow.ts";
import { type Detector, withInputs } from "./reading.ts";

export const detectExchangeOutflow: Detector = (input) =>
  withInputs(input, rule.requires, (flow) =>
    judgeNetflow(input, flow, { sign: -1, direction: "bullish", levels: rule.levels, z: rule.parameters.z }),
  );
