// Query: the signals of some natural keys as they stand, to be stored again when another status takes their place.

import type { SignalRow } from "../../dataset/signal/signal.ts";
import { signal } from "../../dataset/signal/signal.ts";
import { NEWEST } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
type SignalStoredRow = SignalRow & { readonly stored_at: number };

const cells = Object.entries(signal.columns).flatMap(([name, { kind }]) =>
  name === "replaced_at"
    ? []
    : [kind.startsWith("time") ? `toUnixTimestamp64Milli(s.${name}) AS ${name}` : `s.${name} AS ${name}`],
);

export const signalStored: Query<
  { readonly tokens: readonly string[]; readonly keys: readonly string[] },
  SignalStoredRow
> = {
  name: "signal-stored",
  sql: `
SELECT ${cells.join(", ")}
FROM signal AS s FINAL
WHERE s.${NEWEST} AND s.token IN {tokens:Array(String)} AND s.key IN {keys:Array(String)}`,
};
