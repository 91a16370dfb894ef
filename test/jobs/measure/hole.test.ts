// What tells a hole from a short history: the earliest reading that is stored, however long the service stood still.
import t from "tap";
import { measureOpenInterest } from "../../../jobs/measure/perp.ts";
import { measureLiquidations, measureTakers } from "../../../jobs/measure/positioning.ts";
import { measureSpot } from "../../../jobs/measure/spot.ts";
import { measureTvl } from "../../../jobs/measure/tvl.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { tvlLatest } from "../../../schema/query/chain/tvl-latest.ts";
import { liquidationWatch } from "../../../schema/query/trade/liquidation-watch.ts";
import { liquidationWindowSum } from "../../../schema/query/trade/liquidation-window-sum.ts";
import { openInterestLatest } from "../../../schema/query/trade/open-interest-latest.ts";
import { takerHour } from "../../../schema/query/trade/taker-hour.ts";
import { AS_OF, factsOf, wholeRows } from "../../support/rows/facts.ts";
import { startTestStore } from "../../support/store.ts";

const { store } = await startTestStore(t);
const LAST = AS_OF - MINUTE_MS;
const VENUES = ["binance", "bybit", "okx"];
const PROVIDER = (venue: string) => `sandbox:${venue}`;
/** Instants every ten minutes between so many hours ago and so many. */
const every = (fromHours: number, toHours: number): number[] =>
  Array.from({ length: (fromHours - toHours) * 6 }, (_, at) => LAST - fromHours * HOUR_MS + (at + 1) * 10 * MINUTE_MS);

async function measured(instants: readonly number[]) {
  for (const table of ["liquidation_watch", "liquidation_window", "open_interest"])
    await store.command(`TRUNCATE TABLE ${table}`);
  const rows = VENUES.flatMap((venue) =>
    instants.map((at) => ({ token: "bitcoin", venue, provider: PROVIDER(venue), retrieved_at: at, at })),
  );
  const key = String(instants[0]);
  const stretches = rows.map(({ at, ...row }) => ({ ...row, from_at: at - 10 * MINUTE_MS, to_at: at }));
  await store.insert("liquidation_watch", stretches, `watch~${key}`);
  const windows = rows.map((row) => ({
    ...row,
    at: row.at - 10 * MINUTE_MS,
    window_s: 600,
    long_usd: 1,
    short_usd: 1,
  }));
  await store.insert("liquidation_window", windows, `window~${key}`);
  const interest = rows.map((row) => ({
    ...row,
    symbol: "X",
    open_interest_native: 1,
    open_interest_usd: 1e8 / (VENUES.indexOf(row.venue) + 1),
  }));
  await store.insert("open_interest", interest, `interest~${key}`);
  const asked = { asOf: AS_OF, tokens: ["bitcoin"] };
  const openInterest = await store.query(openInterestLatest, asked);
  const watches = {
    watch: { liquidationWatch: await store.query(liquidationWatch, asked), liquidationWindows: [] },
    totals: { liquidationWatch: [], liquidationWindows: await store.query(liquidationWindowSum, asked) },
  };
  const reasonsOf = (given: (typeof watches)[keyof typeof watches]) => {
    const facts = factsOf({ ...wholeRows(), openInterest, ...given });
    const own = facts.tokens.get("bitcoin");
    if (!own) throw new Error("no facts");
    const found = measureOpenInterest(own, AS_OF);
    const all = [measureLiquidations(facts, own, found, "24h"), found.change4h, found.change24h];
    return all.map((one) => (typeof one === "object" && "gap" in one ? one.gap : "known")).join(" ");
  };
  return [reasonsOf(watches.watch), reasonsOf(watches.totals)];
}

t.test(
  "after a stop of any length within a week, what it hides is a loss, and young is what has no past",
  async (t) => {
    const is = async (instants: readonly number[], reasons: string, of: string) =>
      t.same(await measured(instants), [reasons, reasons], of);
    const [hole, young] = ["insufficient_coverage", "insufficient_history"];
    await is(every(60, 0), "known known known", "never a stop");
    await is([...every(60, 40), ...every(10, 0)], `${hole} known ${hole}`, "a stop of 30 hours");
    await is([...every(60, 50), ...every(10, 0)], `${hole} known ${hole}`, "a stop of 40 hours");
    await is([...every(120, 110), ...every(3, 0)], `${hole} ${hole} ${hole}`, "a stop of four days and more");
    await is(every(10, 0), `${young} known ${young}`, "the first ten hours");
    await is(every(3, 0), `${young} ${young} ${young}`, "the first three hours");
  },
);

t.test(
  "value locked a day ago is lost where we read before it, and young where a provider told the past",
  async (t) => {
    const tvlOf = async (own: readonly number[]) => {
      await store.command("TRUNCATE TABLE token_tvl");
      const midnights = Array.from({ length: 10 }, (_, days) => AS_OF - (AS_OF % DAY_MS) - days * DAY_MS);
      const rows = [...midnights, ...own].map((at) => ({
        ...{ token: "litecoin", chain: "litecoin", at, provider: "sandbox:defillama", retrieved_at: LAST },
        ...{ tvl_usd: 1e6, change_24h_pct: null, neutral_change_pct: null },
      }));
      await store.insert("token_tvl", rows, `tvl~${own.length}~${own[0]}`);
      const tvls = await store.query(tvlLatest, { asOf: AS_OF, tokens: ["litecoin"] });
      const facts = factsOf({ ...wholeRows(), tvls }).tokens.get("litecoin");
      if (!facts) throw new Error("no facts");
      const { change24h, change7d } = measureTvl(facts, AS_OF);
      return [change24h, change7d].map((one) => (typeof one === "object" && one !== null ? one.gap : "known"));
    };
    const [hole, young] = ["insufficient_coverage", "insufficient_history"];
    t.same(await tvlOf(every(11, 0)), [young, "known"], "the first half day: midnights of before are the provider's");
    t.same(await tvlOf(every(40, 0)), ["known", "known"]);
    t.same(await tvlOf([...every(40, 32), ...every(3, 0)]), [hole, "known"], "a stop over the instant of a day ago");
    t.same(await tvlOf([...every(120, 110), ...every(3, 0)]), [hole, "known"], "a stop of four days and more");
  },
);

t.test("takers of an hour that is not stored whole are lost where we read before it", async (t) => {
  const takersOf = async (instants: readonly number[]) => {
    await store.command("TRUNCATE TABLE taker_volume");
    const rows = VENUES.flatMap((venue) =>
      instants.map((end) => ({
        ...{ token: "bitcoin", venue, symbol: "X", provider: PROVIDER(venue), retrieved_at: end },
        ...{ at: end - 10 * MINUTE_MS, window_s: 600, buy: 3, sell: 2 },
      })),
    );
    await store.insert("taker_volume", rows, `takers~${instants.length}`);
    const takers = await store.query(takerHour, { asOf: AS_OF, tokens: ["bitcoin"] });
    const facts = factsOf({ ...wholeRows(), takers }).tokens.get("bitcoin");
    if (!facts) throw new Error("no facts");
    const ratio = measureTakers(facts, measureOpenInterest(facts, AS_OF), AS_OF);
    return typeof ratio === "number" ? ratio : ratio.gap;
  };
  t.ok(Math.abs(Number(await takersOf(every(1, 0))) - 1.5) < 1e-9);
  t.equal(await takersOf(every(0.5, 0)), "insufficient_history", "the first half hour");
  t.equal(await takersOf([...every(3, 2), ...every(0.5, 0)]), "insufficient_coverage", "a stop of an hour and a half");
});

t.test("a close that lacks is a hole where one of longer ago is stored, and young where none is", async (t) => {
  const reasonsOf = (...backs: readonly string[]) => {
    const whole = wholeRows();
    const own = factsOf({ ...whole, past: whole.past.filter(({ back }) => backs.includes(back)) }).tokens.get(
      "bitcoin",
    );
    if (!own) throw new Error("no facts");
    const { change1h, change24h, change7d, change30d } = measureSpot(own, AS_OF);
    return [change1h, change24h, change7d, change30d].map((one) => (typeof one === "number" ? "known" : one.gap));
  };
  const [hole, young] = ["insufficient_coverage", "insufficient_history"];
  t.same(reasonsOf("30d"), [hole, hole, hole, "known"]);
  t.same(reasonsOf("1h", "7d"), ["known", hole, "known", young]);
  t.same(reasonsOf("1h"), ["known", young, young, young]);
  t.same(reasonsOf(), [young, young, young, young]);
});
