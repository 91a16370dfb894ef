// What is shown while starting: plain lines where nobody watches, one moving line in a terminal.
import { PassThrough } from "node:stream";
import t from "tap";
import { formatBackfill, formatSpan, openDisplay } from "../../../scripts/start/display.ts";

const capture = (isTTY: boolean) => {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 60 });
  return { stream, text: () => String(stream.read() ?? "") };
};

t.test("a plain output gets one line a finished step and milestones only, without control characters", async (t) => {
  const out = capture(false);
  let now = 0;
  const display = openDisplay(out.stream, () => now);
  const done = display.step("redis");
  now = 1_500;
  done("redis://x");
  display.passing("10 %", false);
  display.passing("20 %", true);
  display.close();
  t.equal(out.text(), "  ✔ redis            1.5 s  redis://x\n20 %\n");
});

t.test("a terminal gets the running steps on a line that is replaced and never wraps", async (t) => {
  const out = capture(true);
  const display = openDisplay(out.stream, () => 0);
  const done = display.step("x".repeat(200));
  done();
  display.close();
  const text = out.text();
  t.match(text, "\u001b[2K");
  const pieces = text.split("\u001b[2K").filter((piece) => piece.includes("…"));
  t.ok(pieces.every((piece) => piece.replace("\r", "").length <= 60));
});

t.test("spans and the back-fill read as a person would say them", async (t) => {
  t.same([12, 200, 7_500].map(formatSpan), ["12 s", "3 min", "2 h 5 min"]);
  t.equal(
    formatBackfill(50, 10, 20, 200),
    "  back-fill ██████████░░░░░░░░░░ 50.0 % (10 of 20 windows, about 3 min left)",
  );
  t.notMatch(formatBackfill(0, 0, 20, null), /left/);
  t.match(formatBackfill(0, 3, null, null), /3 windows of the past stored, still counting/);
});
