// The one instant that tests take theirs from, at which the clock of each suite starts: the market that a test sees is the
// same on every day. `npm run soak calendar` moves it.

const { TEST_BASE, TEST_SHIFT_S } = process.env;
if (TEST_BASE === undefined) throw new Error("the clock is not moved: load test/support/plain-children.js first");

/** Epoch ms, a few seconds or minutes ago by the clock of this process. */
export const BASE = Date.parse(TEST_BASE);

/** The machine's own clock, for what is compared with the ages of files. */
export const wallNow = (): number => Date.now() - Number(TEST_SHIFT_S) * 1_000;

/** The suite's clock, for what a running part compares with its own: it is the same. The market is read at BASE. */
export const suiteNow = (): number => Date.now();

/** The shift of a process whose clock stands at `at` (epoch ms) now; what it starts has the same clock. */
export const shiftTo = (at: number): { readonly TEST_SHIFT_S: string } => ({
  TEST_SHIFT_S: String(Number(TEST_SHIFT_S) + Math.ceil((at - Date.now()) / 1_000)),
});
