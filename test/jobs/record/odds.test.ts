// What the record hands to those who ask what is proven: counted by the store as by hand.
import t from "tap";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { recordOdds } from "../../../schema/query/record/record-cell.ts";
import { effectiveCalls } from "../../../schema/record/statistic.ts";
import { BASE } from "../../support/base.ts";
import { addCall, type Windows, windowSums } from "../../support/record/window-sums.ts";
import { randomFrom } from "../../support/signal/signal-week.ts";
import { startTestStore } from "../../support/store.ts";

t.test("the windows of calls of a class are summed as they are one after the other", async (t) => {
  const { store } = await startTestStore(t);
  const random = randomFrom(11);
  /** By class: all directions together, and each by itself. */
  const classes = new Map<string, { readonly windows: Windows; readonly tokens: Set<string> }>();
  const from = Math.floor(BASE / DAY_MS) * 24 - 60 * 24;
  const rows = Array.from({ length: 500 }, (_, n) => {
    // Some days have none, so that windows are not all neighbours.
    const hour = from + Math.floor(random() * 60) * 24 + Math.floor(random() * 24);
    const token = ["bitcoin", "maker", "aave"][Math.floor(random() * 3)] ?? "";
    const result = ["right", "wrong", "push", "unassessed"][Math.floor(random() ** 2 * 4)] ?? "";
    const direction = random() < 0.5 ? "bullish" : "bearish";
    const window = Math.floor(hour / 24);
    for (const name of ["signal~breakout~2", `signal~breakout~2~${direction}`]) {
      const { windows, tokens } = classes.get(name) ?? { windows: new Map(), tokens: new Set() };
      classes.set(name, { windows, tokens });
      if (result !== "right" && result !== "wrong") continue;
      addCall(windows, window, result === "right");
      tokens.add(`${token}~${window}`);
    }
    return {
      ...{ kind: "signal", id: String(n), horizon_h: 24, revision: 0, subkind: "breakout", token, severity: 2 },
      ...{
        issued_at: hour * HOUR_MS + 60_000,
        due_at: (hour + 24) * HOUR_MS,
        verdict: "",
        direction,
        sampled: 1,
        result,
      },
      ...{ definition: direction === "bullish" ? "up" : "down", p_right: 0.5, scored_at: (hour + 25) * HOUR_MS },
    };
  });
  await store.insert("outcome", rows, "outcome");
  const counted = await store.query(recordOdds, { rules: "eval-2" });
  t.same(counted.map((row) => row.class).toSorted(), [...classes.keys()].toSorted());
  for (const row of counted) {
    const { windows = new Map(), tokens = new Set() } = classes.get(row.class) ?? {};
    const sums = windowSums(windows);
    t.match(row, { horizon_h: 24, ...sums, independent: tokens.size }, row.class);
    t.equal(
      row.definitions.reduce((sum, n) => sum + n, 0),
      sums.n,
    );
    t.equal(effectiveCalls(row, row.independent), effectiveCalls(sums, tokens.size));
  }
});
