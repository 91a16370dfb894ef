import t from "tap";
import { timeText, timeTextOnce } from "../../../api/history/time-text.ts";

t.test("a time is told as the wire form says it, whichever way it is written", (t) => {
  const from = Date.parse("2026-02-27T23:59:57.001Z");
  for (let at = 0; at < 400; at++) {
    const epochMs = from + at * 7_919_333;
    const expected = new Date(epochMs).toISOString();
    if (timeTextOnce(epochMs) !== expected || timeText(epochMs) !== expected) t.fail(expected);
  }
  for (const text of ["1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2028-02-29T23:59:59.999Z"]) {
    t.equal(timeTextOnce(Date.parse(text)), text);
  }
  t.end();
});
