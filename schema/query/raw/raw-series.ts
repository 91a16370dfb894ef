// What the raw history queries share: their parameters, the members every row has, and the order in which rows come.

/** Rows with since <= t < until, or of those after a place: what comes after (since, line, tie). */
export type RawParams = {
  readonly token: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly until: number;
  /** 1 where `line` and `tie` of `since` were given already. */
  readonly isAfter: number;
  readonly line: string;
  readonly tie: string;
  /** At most so many. */
  readonly rows: number;
};

/** `t` is the row's start and `as_of` the instant at which it was true, in epoch milliseconds; (t, line, tie) is its key. */
export type RawRow = {
  readonly t: number;
  readonly as_of: number;
  readonly line: string;
  readonly tie: string;
  /** Who told it, and when it was received. */
  readonly told: readonly (readonly [provider: string, receivedMs: number])[];
};

/** One page in the order of the keys; `select` gives a row's key, `as_of`, `told` and cells, from `since` to `until`. */
export const rawPage = (select: string): string => `SELECT * FROM (
${select}
) WHERE t < {until:Int64} AND ({isAfter:UInt8} = 0 OR (t, line, tie) > ({since:Int64}, {line:String}, {tie:String}))
ORDER BY t, line, tie LIMIT {rows:UInt32}`;
