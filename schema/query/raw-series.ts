// What the raw history queries share: their parameters, the members every row has, and how many rows they give.
import { LIMITS } from "../limit.ts";

export type RawParams = {
  readonly token: string;
  /** Epoch milliseconds; rows at or after it. */
  readonly since: number;
};

/** `t` is the row's own instant in epoch milliseconds. */
export type RawRow = { readonly t: number; readonly providers: readonly string[] };

/** One more than is shown, so that a cut is noticed. */
export const RAW_ROWS_READ = LIMITS.seriesRawRowsMax + 1;
