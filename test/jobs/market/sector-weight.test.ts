// What is told of a sector is told of most of its weight, which is the last known: of market caps, and of a week's volume.
import t from "tap";
import { buildMarket } from "../../../jobs/market/build-market.ts";
import { buildState } from "../../../jobs/state/build-state.ts";
import { isAssessed } from "../../../schema/shape/quantity.ts";
import { TRACKED, trackedById } from "../../../schema/token/tracked.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";

const rows = wholeRows();
type Rows = typeof rows;

function marketOf(changed: Partial<Rows>) {
  const facts = factsOf({ ...rows, ...changed });
  const states = new Map(TRACKED.map(({ id }) => [id, buildState(facts, id)]));
  const { sections } = buildMarket({ asOf: AS_OF, states, facts, chainHeads: [] });
  const contextOf = (token: string) => states.get(token)?.sections.context;
  return { sections, contextOf };
}

const name = trackedById("bitcoin")?.sector;
const others = TRACKED.filter(({ id, sector }) => sector === name && id !== "bitcoin").map(({ id }) => id);
const [other = ""] = others;

function sectorOf({ sections }: ReturnType<typeof marketOf>) {
  const list = sections.sectors.sectors;
  const at = isAssessed(list) ? list.findIndex(({ sector }) => sector === name) : -1;
  const own = isAssessed(list) ? list[at] : undefined;
  if (own === undefined) throw new Error("no sector");
  const about = (of: "unassessed" | "partial", member: string) =>
    sections.sectors[of]?.find(({ path }) => path === `/sectors/${at}/${member}`);
  return { own, about };
}

/** The directories differ on the supply of a token. */
const disputed = (token: string, coins: number, others: number): Partial<Rows> => ({
  coins: rows.coins.map((row) => (row.token === token ? { ...row, circulating_native: coins } : row)),
  opinion: rows.opinion.map((row) => (row.token === token ? { ...row, circulating_native: others } : row)),
});
const WEIGHED = ["market_cap_usd", "change_1h_pct", "change_24h_pct", "change_7d_pct"] as const;

t.test(
  "without the token that weighs most neither a sum nor a change stands, however many others are known",
  async (t) => {
    t.ok(others.length >= 3, `${others.length} others`);
    // Whichever directory says that there is little of it, the other may be right.
    for (const [coins, others] of [
      [1e12, 1],
      [1, 1e12],
    ] as const) {
      const market = marketOf(disputed("bitcoin", coins, others));
      const { own, about } = sectorOf(market);
      for (const member of WEIGHED) {
        t.equal(own[member], "unassessed", member);
        t.match(about("unassessed", member), { reason: "insufficient_coverage", detail: /known weight/ });
      }
      t.equal(market.contextOf(other)?.sector_change_24h_pct, "unassessed", "nor in the states");
      t.ok(isAssessed(own.median_change_24h_pct) && isAssessed(own.up_24h_pct) && isAssessed(own.volume_24h_usd));
    }
  },
);

t.test("without one that weighs little they stand, and say whom they leave out", async (t) => {
  const market = marketOf(disputed(other, 1, 2));
  const { own, about } = sectorOf(market);
  for (const member of WEIGHED) {
    t.ok(isAssessed(own[member]), member);
    t.match(about("partial", member)?.detail, new RegExp(other));
  }
  t.equal(own.change_24h_pct, market.contextOf("bitcoin")?.sector_change_24h_pct);
});

t.test("one of no known cap may be any part", async (t) => {
  const { own, about } = sectorOf(marketOf({ coins: rows.coins.filter(({ token }) => token !== other) }));
  t.equal(own.market_cap_usd, "unassessed");
  t.match(about("unassessed", "market_cap_usd"), { reason: "insufficient_coverage", detail: new RegExp(other) });
});

t.test("volume is weighed by that of seven days", async (t) => {
  const minutes = rows.minutes.filter(({ token }) => token !== "bitcoin");
  const weighing = (usd: number) =>
    rows.spotVenues.map((row) => (row.token === "bitcoin" ? { ...row, volume_7d_usd: usd } : row));
  t.equal(sectorOf(marketOf({ minutes, spotVenues: weighing(1e15) })).own.volume_24h_usd, "unassessed");
  const little = sectorOf(marketOf({ minutes, spotVenues: weighing(1) }));
  t.ok(isAssessed(little.own.volume_24h_usd));
  t.match(little.about("partial", "volume_24h_usd")?.detail, /bitcoin/);
});

t.test("a token that no venue of ours trades weighs what a directory says of its day", async (t) => {
  const unlisted = (usd: number | null) =>
    marketOf({
      minutes: rows.minutes.filter(({ token }) => token !== "bitcoin"),
      spotVenues: rows.spotVenues.filter(({ token }) => token !== "bitcoin"),
      tickers: rows.tickers.filter(({ token }) => token !== "bitcoin"),
      coins: rows.coins.map((row) => (row.token === "bitcoin" ? { ...row, volume_24h_usd: usd } : row)),
    });
  t.ok(isAssessed(sectorOf(unlisted(1)).own.volume_24h_usd));
  for (const usd of [null, 1e15]) t.equal(sectorOf(unlisted(usd)).own.volume_24h_usd, "unassessed", `${usd}`);
});

t.test("what rose counts as it is shown, in the market and in each state", async (t) => {
  const [{ close: now = 0 } = {}] = rows.minutes
    .filter(({ token }) => token === other)
    .toSorted((a, b) => a.close - b.close)
    .slice(1);
  const past = rows.past.map((row) =>
    row.token === other && row.back === "24h" ? { ...row, close: now * (1 - 1e-9) } : row,
  );
  const market = marketOf({ past });
  const shown = market.sections.breadth.up_24h_pct;
  t.ok(isAssessed(shown));
  t.equal(market.contextOf("bitcoin")?.breadth_up_24h_pct, shown);
});
