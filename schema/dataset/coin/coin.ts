// The dataset coin and its rows.
import { recent, usableId } from "../admit.ts";
import { text, textByWord, time, word } from "../column.ts";
import { hours } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

export const coin = reading({
  name: "coin",
  about:
    "Identities of all coins the directory lists: a new row where one changed or grew old, and for tracked tokens at every reading.",
  columns: {
    token: text("Provider id of the coin.", "ZSTD(1)"),
    at: time("Since when this identity was read. UTC."),
    symbol: text("Symbol, sanitised, in upper case.", "ZSTD(1)"),
    symbol_key: text("Skeleton of the symbol: equal for symbols that look alike.", "ZSTD(1)"),
    name: text("Name, sanitised.", "ZSTD(1)"),
    name_raw: text("Name as received; untrusted, never shown.", "ZSTD(1)"),
    contracts: textByWord("Contract address by chain; empty for a native coin."),
    status: word("listed, or gone since it was missing from the list."),
    digest: text("Digest of symbol, name, contracts and status; a row is written where it changed.", "ZSTD(1)"),
  },
  order: ["token", "at"],
  fresh: { coin: { everyS: hours(6), sloS: hours(8), hardTtlS: hours(72), kinds: ["coin", "coin-rank"] } },
  admit: [recent, usableId, ["nothing_visible", (row) => row.symbol !== "" && row.name !== ""]],
  keep: days(730),
});
