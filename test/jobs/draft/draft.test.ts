// A draft becomes a section: what is missing is named with its reason, and what is expected is counted once.
import t from "tap";
import { countEntries, type Draft, entries, group, toSection } from "../../../jobs/draft/draft.ts";
import { toGap, toMissing } from "../../../jobs/draft/missing.ts";
import { type Gap, gap, unsourced } from "../../../jobs/measure/gap.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { readNumber } from "../../../jobs/state/read-number.ts";
import type { Quantity } from "../../../schema/shape/quantity.ts";
import type { SectionBase } from "../../../schema/shape/section-base.ts";
import { factsOf, wholeRows } from "../../support/rows/facts.ts";

type Venue = { venue: string; price_usd: Quantity };
type Section = SectionBase & {
  kind: string;
  price_usd: Quantity;
  max_native: Quantity | null;
  burned_native: Quantity;
  depth: { bid_usd: Quantity; ask_usd: Quantity };
  venues: Venue[] | "unassessed";
  tokens: number;
};

const AT = Date.parse("2026-01-02T03:04:05Z");
const stale: Gap = { ...gap("stale", "Not read.", AT - 60_000), retryAfterS: 60 };

const draft = (change: Partial<Draft<Section, string>> = {}): Draft<Section, string> => ({
  asOf: AT,
  sources: ["one", "two"],
  members: {
    kind: "spot",
    price_usd: 5,
    max_native: null,
    burned_native: unsourced("Nobody tells."),
    depth: group({ bid_usd: 3, ask_usd: stale }),
    venues: entries(
      [
        { venue: "okx", price_usd: 5 },
        { venue: "kraken", price_usd: gap("pending") },
      ],
      ["venue"],
    ),
    tokens: 2,
  },
  labels: ["kind"],
  ...change,
});
const section = (change?: Partial<Draft<Section, string>>) =>
  toSection(draft(change), (sources) => sources.map((name) => `S-${name}`));

t.test("a gap is the word on the wire and an entry with its path; entries of lists come first", async (t) => {
  const built = section();
  t.same(Object.keys(built).slice(0, 4), ["as_of", "sources", "coverage", "unassessed"]);
  t.equal(built.as_of, "2026-01-02T03:04:05.000Z");
  t.same(built.sources, ["S-one", "S-two"]);
  t.match(built, {
    kind: "spot",
    price_usd: 5,
    max_native: null,
    burned_native: "unassessed",
    depth: { bid_usd: 3, ask_usd: "unassessed" },
    venues: [
      { venue: "okx", price_usd: 5 },
      { venue: "kraken", price_usd: "unassessed" },
    ],
  });
  t.same(built.unassessed, [
    { path: "/venues/1/price_usd", reason: "pending" },
    { path: "/burned_native", reason: "no_source", detail: "Nobody tells." },
    {
      path: "/depth/ask_usd",
      reason: "stale",
      detail: "Not read.",
      since: "2026-01-02T03:03:05.000Z",
      retry_after_s: 60,
    },
  ]);
});

t.test(
  "labels, nulls and what no source can ever tell are not counted; a list counts beside its entries",
  async (t) => {
    t.same(section().coverage, { assessed: 5, expected: 7, weight_pct: 71.4286 });
    t.same(section({ coverage: { assessed: 1, expected: 2 } }).coverage, {
      assessed: 1,
      expected: 2,
      weight_pct: 71.4286,
    });
    t.same(countEntries(entries([{ venue: "okx", price_usd: stale, rank: null }], ["venue"])), {
      assessed: 0,
      expected: 1,
    });
    const nothing = toSection({ asOf: AT, sources: [], members: { max_native: null } }, () => []);
    t.same(nothing.coverage, { assessed: 0, expected: 0, weight_pct: 100 }, "nothing is expected, nothing is missing");
  },
);

t.test("the share of the weight says why the rest is missing, or why there is none", async (t) => {
  const [half, whole, none] = [
    section({ weight: 0.5, rest: stale }),
    section({ weight: 1, rest: stale }),
    section({ weight: stale }),
  ];
  t.equal(half.coverage.weight_pct, 50);
  t.match(half.partial, [{ path: "/coverage/weight_pct", reason: "stale" }]);
  t.equal(whole.partial, undefined);
  t.equal(section({ weight: 0.5 }).partial, undefined, "it is said elsewhere");
  t.equal(none.coverage.weight_pct, "unassessed");
  t.match(none.unassessed.at(-1), { path: "/coverage/weight_pct", reason: "stale" });
  t.equal(section({ weight: Number.NaN }).coverage.weight_pct, "unassessed");
});

t.test("a value made without a part names it; one that is not there at all has its reason already", async (t) => {
  const partial = [
    { path: "/price_usd", why: gap("stale", "Without okx.") },
    { path: "/depth/ask_usd", why: gap("stale", "Without okx.") },
  ];
  t.same(section({ partial }).partial, [{ path: "/price_usd", reason: "stale", detail: "Without okx." }]);
});

t.test("a reason is the same after it was on the wire", async (t) => {
  for (const why of [stale, gap("no_source"), gap("pending", "Not yet.")]) t.same(toGap(toMissing("/x", why)), why);
});

t.test("numbers are read off a state by paths that its shape knows", async (t) => {
  const state = buildState(factsOf(wholeRows()), "aave");
  t.equal(readNumber(state, "market", "price_usd"), state.sections.market.price_usd);
  t.equal(
    readNumber(state, "onchain", "large_transfers_24h", "total_usd"),
    state.sections.onchain.large_transfers_24h.total_usd,
  );
  t.match(readNumber(undefined, "market", "price_usd"), { gap: "pending" });
  const blind = buildState(factsOf({ ...wholeRows(), minutes: [] }), "aave");
  const said = blind.sections.market.unassessed.find(({ path }) => path === "/price_usd");
  t.same(readNumber(blind, "market", "price_usd"), said && toGap(said));
  // @ts-expect-error no section has such a member
  t.match(readNumber(state, "market", "prise_usd"), { gap: "insufficient_coverage" });
  // @ts-expect-error it is no number
  t.match(readNumber(state, "market", "ath_at"), { gap: "insufficient_coverage" });
});

t.test("what a shape does not allow does not compile", async (t) => {
  const { members } = draft();
  // @ts-expect-error a member is missing
  const lacking: Draft<Section, string>["members"] = { kind: "spot" };
  // @ts-expect-error this member is always known
  const unknown: Draft<Section, string>["members"] = { ...members, tokens: stale };
  // @ts-expect-error a reason within a value would go unnoticed
  const hidden: Draft<Section, string>["members"] = { ...members, depth: { bid_usd: 3, ask_usd: stale } };
  // @ts-expect-error builders give reasons, not the word
  const word: Draft<Section, string>["members"] = { ...members, price_usd: "unassessed" };
  t.same([lacking, unknown, hidden, word].length, 4);
});
