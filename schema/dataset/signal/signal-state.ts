// The dataset signal_state and its rows.
import { TOKEN, text, time, word } from "../column.ts";
import { dataset, latestBy, type Row } from "../dataset.ts";
import { FOR_GOOD } from "../keep.ts";

export const signalState = dataset({
  name: "signal_state",
  about: "What the rules remember of a token, as of the last minute that changed it.",
  columns: {
    token: TOKEN,
    at: time("The evaluated minute that left it so; the later one wins. UTC."),
    rules: word("Version of the rules."),
    state: text("JSON: open signals, cooldowns, and single things that were dealt with.", "ZSTD(3)"),
  },
  rows: latestBy("at"),
  order: ["token"],
  keep: FOR_GOOD,
});

export type SignalStateRow = Row<typeof signalState>;
