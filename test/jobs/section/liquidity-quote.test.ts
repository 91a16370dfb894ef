// Quotes of aggregators stand beside the books: the cheapest chain, only while fresh, alone where no book is.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/facts.ts";

const TOKEN = "chainlink";

function impactOf(change: (rows: FactRows) => FactRows) {
  const built = buildState(factsOf(change(wholeRows())), TOKEN);
  const { impact, sources } = built.sections.liquidity;
  const list = impact === "unassessed" ? [] : impact;
  return { impact, quotes: list.filter(({ method }) => method === "quote"), books: list.length, sources };
}

t.test("each side and size has the quote of the chain where it costs least", async (t) => {
  const { quotes, books, sources } = impactOf((rows) => rows);
  t.match(
    quotes,
    ["buy", "sell"].flatMap((side) =>
      [1e3, 1e4, 1e5].map((size_usd) => ({
        side,
        size_usd,
        impact_pct: size_usd / 1e5,
        as_of: new Date(AS_OF - 1_800_000).toISOString(),
      })),
    ),
  );
  t.equal(books, 8 + 6, "beside the books");
  t.ok(sources.length >= 4, "the aggregator is a source of its own");
});

t.test("quotes beyond their hard limit are not told, and none is invented", async (t) => {
  const old = (rows: FactRows): FactRows => ({
    ...rows,
    swapQuotes: rows.swapQuotes.map((row) => ({ ...row, read_at: AS_OF - 4 * 3_600_000 })),
  });
  t.same(impactOf(old).quotes, []);
  t.equal(impactOf(old).books, 8);
});

t.test("without a book the quotes stand alone; without both the impact is unassessed", async (t) => {
  t.equal(impactOf((rows) => ({ ...rows, books: [] })).books, 6);
  t.equal(impactOf((rows) => ({ ...rows, books: [], swapQuotes: [] })).impact, "unassessed");
});
