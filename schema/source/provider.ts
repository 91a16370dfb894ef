// Names of providers as they stand in sources: who it is, and whether what it says is simulated.
import { SIMULATED } from "../env.ts";

/** What it is called itself. */
export const plainProvider = (provider: string): string =>
  provider.startsWith(SIMULATED) ? provider.slice(SIMULATED.length) : provider;

/** Whether any of them is simulated. */
export const areSimulated = (sources: readonly { readonly provider: string }[]): boolean =>
  sources.some(({ provider }) => provider.startsWith(SIMULATED));
