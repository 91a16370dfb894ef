// Checkpoints of the log in the text form of C2SP: origin, size and root, to be signed as a note.
import { fromBase64, toBase64 } from "./bytes.ts";

type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Uint8Array };

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`;

/** Reads the first three lines of a checkpoint's text; null where it is not one. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin, size, root] = text.split("\n");
  if (!origin || !size || !root || !/^(0|[1-9][0-9]*)$/.test(size)) return null;
  const bytes = fromBase64(root);
  return bytes?.length === 32 && Number.isSafeInteger(Number(size))
    ? { origin, size: Number(size), root: bytes }
    : null;
}
