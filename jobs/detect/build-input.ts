// Turns what was measured about a token at one minute into the input of the signal rules, gaps and reasons kept.
import type { Reason } from "../../schema/reason.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { Source } from "../../schema/shape/source.ts";
import { INPUT_NAMES, type InputName } from "../../schema/signal/input-name.ts";
import { isGap, type Measured } from "../measure/gap.ts";
import type { InputValues, SignalInput, SignalValues } from "../signal/input.ts";

/** A measurement, the gap where there is none, or null where the input does not apply. */
export type MeasuredInputs = { readonly [Name in InputName]: Measured<InputValues[Name]> | null };

type Measurement = {
  readonly token: string;
  /** Epoch ms of the close of the last completed 1m bar. */
  readonly at: number;
  readonly priceUsd: Measured<number>;
  readonly inputs: MeasuredInputs;
  readonly sources: Readonly<Partial<Record<InputName, readonly Source[]>>>;
};

/** The same facts with "unassessed" in a gap's place and its reason beside it; numbers are rounded by who measured. */
export const buildSignalInput = ({ token, at, priceUsd, inputs, sources }: Measurement): SignalInput => {
  const values: Partial<Record<InputName, unknown>> = {};
  const reasons: Partial<Record<InputName, Reason>> = {};
  for (const name of INPUT_NAMES) {
    const measured = inputs[name];
    values[name] = isGap(measured) ? UNASSESSED : measured;
    if (isGap(measured)) reasons[name] = measured.gap;
  }
  return {
    token,
    at,
    price_usd: isGap(priceUsd) ? UNASSESSED : priceUsd,
    values: values as SignalValues,
    reasons,
    sources,
  };
};
