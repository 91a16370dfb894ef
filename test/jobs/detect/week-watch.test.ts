// Forced closures as the rule of cascades reads them: of venues watched the whole week, of which enough must be.
import t from "tap";
import { measurePerpInputs } from "../../../jobs/detect/measure-perp.ts";
import type { RowsOfToken } from "../../../jobs/detect/rows.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const TOKEN = "bitcoin";
const VENUES = ["binance", "bybit", "okx"] as const;
const range = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);
/** Ages of hours that were watched. */
const WATCHED = {
  whole: range(168),
  holed: [...range(60), ...range(91, 77)],
  young: range(72),
  youngest: range(151),
  /** The stop began before the week did. */
  holedBefore: [...range(100), ...range(12, 180)],
} as const;
type Watched = keyof typeof WATCHED;

/** Binance holds 6 of 11 parts of the open interest and closed 90 M within the hour, bybit holds 3 and okx 2. */
function inputsOf(watched: readonly [binance: Watched, bybit: Watched, okx: Watched]) {
  const whole = wholeRows();
  const liquidations = whole.liquidations.map((row) =>
    row.token === TOKEN
      ? { ...row, long_1h_usd: row.venue === "binance" ? 9e7 : 1e5, short_1h_usd: 0, long_24h_usd: 9e7 }
      : row,
  );
  const facts = factsOf({ ...whole, liquidations });
  const rows = facts.tokens.get(TOKEN);
  if (!rows) throw new Error("no facts");
  const provider = (venue: string) => `sandbox:${venue}`;
  const own: RowsOfToken = {
    ...{ hour: AS_OF, prices: [], tails: [], samples: [], transfers: [], ranges: [], usualBooks: [], usualFlows: [] },
    ...{ contractsBefore: [], scans: [], tenthTransferUsd: 0 },
    usualLiquidations: VENUES.map((venue) => ({
      ...{ token: TOKEN, provider: provider(venue), hours: range(168) },
      usd: range(168).map(() => (venue === "binance" ? 1e6 : 1e5)),
    })),
    liquidationWatch: VENUES.map((venue, index) => ({
      ...{ token: TOKEN, provider: provider(venue), hours: WATCHED[watched[index] ?? "young"] },
    })),
  };
  const measured = measurePerpInputs(facts, rows, own);
  return {
    hour: measured.liquidations_long_1h_usd,
    median: measured.liquidations_median_hourly_7d_usd,
  };
}

t.test("a small venue that was watched all week does not speak for a large one that was not", async (t) => {
  t.match(inputsOf(["whole", "whole", "whole"]), { hour: 90_200_000, median: 1_200_000 });
  t.match(inputsOf(["whole", "whole", "holed"]), { hour: 90_100_000, median: 1_100_000 });
  t.match(inputsOf(["holed", "holed", "whole"]), { hour: { gap: "insufficient_coverage" }, median: 100_000 });
});

t.test("what a hole hides is a loss; young is what no venue without one would make enough", async (t) => {
  const [hole, young] = [{ gap: "insufficient_coverage" }, { gap: "insufficient_history" }];
  t.match(inputsOf(["holed", "whole", "whole"]), { hour: hole });
  t.match(inputsOf(["holedBefore", "whole", "whole"]), { hour: hole });
  t.match(inputsOf(["youngest", "whole", "whole"]), { hour: young });
  t.match(inputsOf(["whole", "young", "holed"]), { hour: hole });
  t.match(inputsOf(["young", "whole", "whole"]), { hour: young });
  t.match(inputsOf(["whole", "young", "young"]), { hour: young }, "binance alone is not enough");
  t.match(inputsOf(["young", "holed", "whole"]), { hour: young }, "with all of bybit it would not be enough either");
  t.match(inputsOf(["holed", "young", "whole"]), { hour: hole }, "with all of binance it would be");
  t.match(inputsOf(["holed", "holed", "holed"]), { hour: 90_200_000, median: hole });
  t.match(inputsOf(["young", "young", "young"]), { hour: 90_200_000, median: young });
});
