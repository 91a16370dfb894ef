// Windows that were read of a frame are kept for those who ask the same, and few enough of them for its memory; those of a
// series without a frame are of the same buckets.
import t from "tap";
import { absentSeries, readBuckets } from "../../../api/history/read-buckets.ts";
import { openFrameTable } from "../../../api/snapshot/frame-table.ts";
import { QUARTER_MS } from "../../../schema/duration.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { BASE } from "../../support/base.ts";
import { historyFrame } from "../../support/rows/frames.ts";

/** A frame, and what is read of its windows; `hour` counts back from its end. */
function openFrame() {
  const bytes = historyFrame({ series: "price", resolution: "15m", at: BASE, buckets: 400 });
  const [table, name] = [openFrameTable(() => undefined), SNAPSHOTS.history("bitcoin", "price", "15m")];
  table.accept(name, bytes);
  const frame = table.get("history", name);
  if (frame === undefined) throw new Error("no frame");
  return (bucket: number, limit: number) =>
    readBuckets(
      "price",
      "15m",
      { token: "bitcoin", from: BASE - (400 - bucket) * QUARTER_MS, until: null, to: BASE, now: BASE, limit },
      frame,
      null,
    );
}

t.test("who asks for the same window gets the very same", async (t) => {
  const read = openFrame();
  const first = read(0, 100);
  t.equal(read(0, 100), first);
  t.not(read(0, 101), first);
  t.not(read(1, 100), first);
});

t.test("another window of a bucket that is kept throws no other bucket out", async (t) => {
  const read = openFrame();
  const kept = Array.from({ length: 64 }, (_, bucket) => read(bucket, 100));
  read(0, 7);
  t.same(
    kept.map((one, bucket) => read(bucket, 100) === one),
    kept.map(() => true),
  );
});

t.test("of thousands of windows of a frame no more than 256 are kept", async (t) => {
  const read = openFrame();
  const all = Array.from({ length: 250 * 8 }, (_, n) => ({ bucket: Math.floor(n / 8), limit: 1 + (n % 8) }));
  const first = all.map(({ bucket, limit }) => read(bucket, limit));
  let kept = 0;
  // The newest first: to look for one that is gone keeps it anew.
  for (let n = all.length - 1; n >= 0; n -= 1) {
    if (read(all[n]?.bucket ?? 0, all[n]?.limit ?? 0) === first[n]) kept += 1;
  }
  t.ok(kept > 0 && kept <= 256, `${kept}`);
});

t.test("a series that was not built yet tells of whole buckets, wherever the window begins", async (t) => {
  const sixHours = 6 * 3_600_000;
  const start = Math.floor(BASE / sixHours) * sixHours;
  for (const [from, to] of [
    [start, start + sixHours],
    [start - sixHours + 1, start + 1],
    [start - 2 * 3_600_000, start + 51 * 60_000],
  ] as const) {
    const ask = { token: "bitcoin", from, until: null, to, now: to, limit: 100 };
    const { coverage } = absentSeries("open_interest", ask, sixHours / 1_000);
    t.match(coverage, { from: toTime(start), to: toTime(start + sixHours), bucket_s: sixHours / 1_000 });
  }
});
