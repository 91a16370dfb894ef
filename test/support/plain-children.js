// Loaded before every test. Its clock is moved to the base instant of the suite, and so is that of every process it starts,
// whatever environment it gives it, unless that says another shift. Those run otherwise as they do for everybody: the test
// runner would have each of them, and what those start, count the files it loads, which more than doubles the price of a start.
import processOnSpawn from "process-on-spawn";
import "./shift.js";

const { TEST_BASE, TEST_SHIFT_S } = process.env;
const moved = `--import=${new URL("./shift.js", import.meta.url).href}`;
processOnSpawn.removeAllListeners();
delete process.env.NODE_OPTIONS;
processOnSpawn.addListener((child) => {
  const { NODE_OPTIONS = "", TEST_SHIFT_S: shift = TEST_SHIFT_S } = child.env;
  child.env = { ...child.env, TEST_BASE, TEST_SHIFT_S: shift, NODE_OPTIONS: `${NODE_OPTIONS} ${moved}`.trim() };
});
