// Loaded before every test: processes that a test starts run as they do for everybody. The test runner would have each of
// them, and what those start, count the files it loads, which more than doubles the price of a start.
import processOnSpawn from "process-on-spawn";

processOnSpawn.removeAllListeners();
delete process.env.NODE_OPTIONS;
