// Members of the wire objects that cannot be seen both ways, each with the reason; every other one carries a value at
// times and is unassessed at times. A line stands for the member and all within it.

/** Members that never carry a value so far: no keyless source gives them, or nothing has them to give. */
export const NEVER_MEASURED: Readonly<Record<string, string>> = {
  "envelope/id": "A reading is not kept under an id; only issued objects are.",
};

/** Members that are never unassessed: the service's own knowledge, measured wherever the object exists at all. */
export const ALWAYS_KNOWN: Readonly<Record<string, string>> = {
  "state/identity/categories": "From the list of tracked tokens.",
  "state/identity/sector": "From the list of tracked tokens.",
  "state/security/applicable": "What is native and nothing else is in the list of tracked tokens.",
  "state/liquidity/dex_pools/*/tvl_usd": "A pool of unknown value is not listed.",
  "market/sectors/sectors": "The sectors are those of the list of tracked tokens.",
  "market/chains/chains/*/status": "A chain that is listed was read at some time.",
  "market/pulse/model": "What wrote the pulse is known.",
  "history/data/series/price/rows/*/1": "A bucket without a price has no row.",
  "history/event/liquidation/long_usd": "A window is told only when both sides are known.",
  "history/event/liquidation/short_usd": "A window is told only when both sides are known.",
};

const covers = (lines: Readonly<Record<string, string>>, path: string): boolean =>
  Object.keys(lines).some((line) => path === line || path.startsWith(`${line}/`));

export const isNeverMeasured = (path: string): boolean => covers(NEVER_MEASURED, path);
/** Only the member itself: what is within may be missing. */
export const isAlwaysKnown = (path: string): boolean => path in ALWAYS_KNOWN;
