// The log's name and keys, from the settings.
import type { Env } from "../env.ts";
import { decodeSigner, type NoteSigner } from "./note.ts";
import { decodeVerifier, type NoteVerifier } from "./note-text.ts";

type LogSettings = Pick<Env, "PUBLIC_URL" | "MARKET" | "LOG_SIGNING_KEYS" | "LOG_RETIRED_KEYS">;

/** What a setting lists by commas, without blanks. */
export const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Name of the log in every checkpoint: the public host without its scheme, or a name that says it is nobody's. */
export const originOfLog = ({ PUBLIC_URL, MARKET }: LogSettings): string =>
  PUBLIC_URL ? `${new URL(PUBLIC_URL).host}/log` : `assay.${MARKET === "sandbox" ? "sandbox" : "local"}/log`;

/** Keys that sign now. Throws TypeError where one cannot be read. */
export const signersOf = (env: Pick<Env, "LOG_SIGNING_KEYS">): NoteSigner[] =>
  listOf(env.LOG_SIGNING_KEYS).map(decodeSigner);

/** Keys that a checkpoint of this log may be signed with: the ones in use and the retired ones. */
export const verifiersOf = (env: LogSettings): NoteVerifier[] => [
  ...signersOf(env),
  ...listOf(env.LOG_RETIRED_KEYS).map(decodeVerifier),
];
