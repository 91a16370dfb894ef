// Readings are versions: another reading of a key takes the place of the one before it, which stays beside it as it was.
// Whoever asks names an instant and is told what was known by then.
import { time } from "./column.ts";

/** What the store adds to a reading; who receives one does not say it. */
export const VERSION = {
  stored_at: time("When it was stored, one instant an insert; 1970 for what was stored before this was kept. UTC."),
  replaced_at: time("When another reading of its key took its place; 1970 where none did. UTC."),
} as const;

/** The same of rows that nothing replaces: what we asked, judged or issued. */
export const STORED = { stored_at: VERSION.stored_at } as const;

export type VersionColumn = keyof typeof VERSION;

/** The last instant that the store can name. */
export const EVER_MS = Date.UTC(2299, 11, 31);

const KNOWN = "fromUnixTimestamp64Milli({known:Int64}, 'UTC')";
const of = (alias: string): string => (alias === "" ? "" : `${alias}.`);

/**
 * Of rows that were stored by the instant `known`, as SQL: for a statement that itself takes the newest reading of a key.
 */
export const storedByKnown = (alias = ""): string => `${of(alias)}stored_at <= ${KNOWN}`;

/** Of the readings known by the instant `known` those that no other had replaced by then, as SQL beside FINAL: one a key. */
export const knownOf = (alias = ""): string =>
  `${storedByKnown(alias)} AND (${of(alias)}replaced_at = 0 OR ${of(alias)}replaced_at > ${KNOWN})`;

/** Readings that none has replaced, as SQL beside FINAL, where no instant is asked about. */
export const NEWEST = "replaced_at = 0";
