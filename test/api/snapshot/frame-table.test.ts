// Frames in memory: bounded, and never older over newer.
import t from "tap";
import { openFrameTable } from "../../../api/snapshot/frame-table.ts";
import { historyFrame, marketFrame } from "../../support/rows/frames.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");

t.test("frames that are not pinned make room for one another; pinned ones stay", async (t) => {
  const swapped: string[] = [];
  const history = (resolution: "15m" | "1h" | "6h") =>
    historyFrame({ series: "candles", resolution, at: AT, buckets: 100 });
  const table = openFrameTable((name) => swapped.push(name), { unpinnedBytesMax: history("15m").length * 2 + 100 });
  table.accept("market", marketFrame(AT));
  for (const resolution of ["15m", "1h", "6h"] as const) {
    table.accept(`history/bitcoin/candles/${resolution}`, history(resolution));
    table.get("history", "history/bitcoin/candles/15m");
  }
  t.same(table.names().sort(), ["history/bitcoin/candles/15m", "history/bitcoin/candles/6h", "market"]);
  t.equal(table.accept("market", marketFrame(AT)), "old");
  t.equal(table.accept("market", marketFrame(AT - 1)), "old");
  t.equal(table.accept("market", marketFrame(AT + 1)), "taken");
  const [first, second, third] = ["15m", "1h", "6h"].map((resolution) => `history/bitcoin/candles/${resolution}`);
  t.same(swapped, ["market", first, second, second, third, "market"], "what is let go is told of too");
});
