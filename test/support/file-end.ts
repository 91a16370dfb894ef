// When what a file of tests has started ends: with the file, also where one process runs many of them.
import root from "tap";

type Undo = () => unknown;

const ofFile: Undo[] = [];
const ofProcess: Undo[] = [];
/** The newest first, as the runner does. */
async function undo(list: Undo[]): Promise<void> {
  for (let one = list.pop(); one !== undefined; one = list.pop()) await one();
}

root.teardown(async () => {
  await undo(ofFile);
  await undo(ofProcess);
});

/** What serves file after file is undone when the process has run them all. */
export const untilExit = { teardown: (one: Undo): void => void ofProcess.push(one) };

/** What files leave to the runner's own test to undo, which ends with the last of them, is undone by `endFile` from now on. */
export function holdUndos(): void {
  Object.defineProperty(root, "teardown", { value: (one: Undo) => void ofFile.push(one) });
}

/** Call when the tests of a file have ended, before the next file is loaded. */
export const endFile = (): Promise<void> => undo(ofFile);
