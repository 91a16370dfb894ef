// What witnesses sign of a checkpoint, as C2SP tlog-cosignature has it: that they saw it, when, and nothing against it.
import { toUtf8 } from "./bytes.ts";
import { isSigned } from "./curve.ts";
import { type NoteVerifier, readNote } from "./note-text.ts";

const TIME_BYTES = 8;

/** The bytes that are signed, as text: `timeS` in epoch seconds before the text of the checkpoint. */
export const cosignedText = (text: string, timeS: number): string => `cosignature/v1\ntime ${timeS}\n${text}`;

const timeOf = (signature: Uint8Array): number =>
  Number(new DataView(signature.buffer, signature.byteOffset, TIME_BYTES).getBigUint64(0));

/**
 * When the witness saw the checkpoint of the note, in epoch seconds. Null where the note has no line of its key;
 * `false` where a line of its key does not hold.
 */
export function cosignedAt(note: string, { name, id, publicKey }: NoteVerifier): number | false | null {
  const read = readNote(note);
  const line = read?.signatures.find((one) => one.name === name && one.id === id);
  if (!read || !line) return null;
  const { signature } = line;
  if (signature.length <= TIME_BYTES) return false;
  const timeS = timeOf(signature);
  if (!Number.isSafeInteger(timeS) || timeS === 0) return false;
  const isHeld = isSigned(toUtf8(cosignedText(read.text, timeS)), signature.subarray(TIME_BYTES), publicKey);
  return isHeld ? timeS : false;
}
