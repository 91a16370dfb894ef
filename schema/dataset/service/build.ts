// Every live build of states, token list and market.
import { own } from "../analysts.ts";
import { text, textByWord, time, whole, word } from "../column.ts";
import { dataset, EVERY_ROW, type Row } from "../dataset.ts";
import { days } from "../keep.ts";

export const build = dataset({
  name: "build",
  about: "Live builds of states, token list and market, each told before it was published.",
  columns: {
    version: time("Version of what it published: issued objects name it. UTC."),
    as_of: time("The instant that was built for: nothing that is true later was read. UTC."),
    known: time("No reading that was stored later was read, and each that was stored by then could be. UTC."),
    tokens: whole(16, "How many states it made; without a unit."),
    code_version: word("Version of the code that built."),
    older: textByWord(
      "Queries that an answer of before stood for, each with the instants that one was asked with in epoch milliseconds: as of, and known where that is another.",
    ),
    states_sha256: text("SHA-256 of the frames of its states one after the other, in the order of token ids, hex."),
    wholes_sha256: textByWord("SHA-256 of the frame of the market and of that of the token list, by name, hex."),
    verdicts: textByWord(
      "The verdict that each token was shown with, and when it ran out in epoch milliseconds; without those that had none.",
    ),
    unset: textByWord("Datasets that no source brought for want of a setting, each with the setting."),
    origin: word("The public address that its links lead to; empty where a build of before made none that were whole."),
  },
  rows: EVERY_ROW,
  order: ["version"],
  partition: "toYYYYMM(version)",
  keep: days(60, "version"),
  analysts: {
    view: "build",
    about: "What was published when, and what was known by then: as of and known make each number again.",
    shows: own("version", "as_of", "known", "tokens", "code_version", "older", "states_sha256", "wholes_sha256"),
  },
});

export type BuildRow = Row<typeof build>;
