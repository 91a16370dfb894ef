// Quotes of aggregators stand beside the books: the cheapest chain, only while fresh, alone where no book is.
import t from "tap";
import type { FactRows } from "../../../jobs/fact/assemble-facts.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

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

t.test(
  "two aggregators on one chain: the cheaper counts while they are near each other, neither where they are not",
  async (t) => {
    const second =
      (factor: number, chains: readonly string[]) =>
      (rows: FactRows): FactRows => ({
        ...rows,
        swapQuotes: [
          ...rows.swapQuotes,
          ...rows.swapQuotes
            .filter(({ chain }) => chains.includes(chain))
            .map((row) => ({
              ...row,
              venue: "velora",
              provider: "sandbox:velora",
              impact_pct: row.impact_pct * factor,
            })),
        ],
      });
    const near = impactOf(second(1.5, ["eth", "bsc"]));
    t.equal(near.quotes.find(({ size_usd }) => size_usd === 1e5)?.impact_pct, 1);
    t.equal(near.sources.length, impactOf((rows) => rows).sources.length + 1, "both are sources");
    const elsewhere = impactOf(second(3, ["eth"]));
    t.equal(elsewhere.quotes.find(({ size_usd }) => size_usd === 1e5)?.impact_pct, 2, "the other chain stands");
    const rows = second(3, ["eth", "bsc"])(wholeRows());
    const { impact, unassessed } = buildState(factsOf(rows), TOKEN).sections.liquidity;
    const list = impact === "unassessed" ? [] : impact;
    const index = list.findIndex(
      ({ method, size_usd, side }) => method === "quote" && size_usd === 1e5 && side === "buy",
    );
    t.equal(list[index]?.impact_pct, "unassessed");
    t.match(
      unassessed.find(({ path }) => path === `/impact/${index}/impact_pct`),
      { reason: "disagreement" },
    );
    t.equal(
      list.find(({ method, size_usd }) => method === "quote" && size_usd === 1e3)?.impact_pct,
      0.01,
      "small gaps are none",
    );
  },
);
