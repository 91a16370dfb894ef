// The witnesses that checkpoints are offered to, from the settings.
import type { Env } from "../env.ts";
import { listOf } from "./log-key.ts";
import { decodeWitness, type NoteVerifier } from "./note-text.ts";

export type Witness = NoteVerifier & {
  /** Submission prefix of C2SP tlog-witness, without a slash at its end. */
  readonly url: string;
};

const WITNESS = /^([^@]+)@(https?:\/\/\S+)$/;

/** Reads `<name>+<id>+<base64>@<url>`. Throws TypeError. */
export function readWitness(text: string): Witness {
  const [, key, url] = WITNESS.exec(text) ?? [];
  if (key === undefined || url === undefined || !URL.canParse(url)) {
    throw new TypeError("a witness reads <name>+<id>+<base64>@<https address>");
  }
  return { ...decodeWitness(key), url: url.replace(/\/+$/, "") };
}

/** Throws TypeError where one cannot be read. */
export const witnessesOf = ({ WITNESSES }: Pick<Env, "WITNESSES">): Witness[] => listOf(WITNESSES).map(readWitness);

/** Name and identifier of its key: what rows and the status call it. */
export const witnessKey = ({ name, id }: NoteVerifier): string => `${name}+${id}`;
