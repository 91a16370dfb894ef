// Keeps `run.json` what it should say, also over a full disk: what cannot be written now is written later.
import { type RunFile, writeRun } from "../folder.ts";

const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000];

type Options = { readonly retryMs?: readonly number[] };

/** `notice` hears when it cannot be written, and when it can again. */
export function openRunFile(root: string, notice: (line: string) => void, { retryMs = RETRY_MS }: Options = {}) {
  let read: () => RunFile;
  let writing: Promise<void> = Promise.resolve();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const write = async () => {
    clearTimeout(timer);
    try {
      await writeRun(root, read());
      if (failures > 0) notice("run.json is written again");
      failures = 0;
    } catch (error) {
      if (failures === 0) notice(`run.json cannot be written (${(error as Error).message}); trying again until it can`);
      timer = setTimeout(queue, retryMs[Math.min(failures, retryMs.length - 1)]);
      failures += 1;
    }
  };
  const queue = () => {
    writing = writing.then(write);
    return writing;
  };
  return {
    /** Resolves once it was tried. `current` says what is so whenever it is written. */
    write(current: () => RunFile): Promise<void> {
      read = current;
      return queue();
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
